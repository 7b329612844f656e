"""The state of a depth-first search over the panels of one size.

Members are sorted by falling accuracy. At each of them the tree branches: in, or out. The depth is the number of
members that are in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.rank_bound import Members


class TreeState(NamedTuple):
    """Where a search is; it can be left and taken up again.

    Parameters
    ----------
    depth
        Of length 1: the number of members that are in. Below 0, the whole tree has been searched.
    path
        At each depth, the next member to decide; below the current depth, the members that are in.
    skipped_below
        At each depth, the cost of the cheapest member left out by choice. A later member that costs as much is no more
        accurate, so it is left out too.
    spent, used
        At each depth, cost and resources used; `used` has no columns where the cost is the only resource.
    distributions
        At each depth, the distribution of the number of right votes, as far as that number matters.
    """

    depth: IntArray
    path: IntArray
    skipped_below: FloatArray
    spent: FloatArray
    used: FloatArray
    distributions: FloatArray

    @classmethod
    def at_root(cls, size: int, votes: int, resources: int = 0) -> TreeState:
        """Start the search for panels of a size, of which less than `votes` right votes matter."""
        distributions = np.zeros((size + 1, votes))
        distributions[0, 0] = 1.0
        return cls(
            depth=np.zeros(1, dtype=np.int64),
            path=np.zeros(size + 1, dtype=np.int64),
            skipped_below=np.full(size + 1, np.inf),
            spent=np.zeros(size + 1),
            used=np.zeros((size + 1, resources)),
            distributions=distributions,
        )


@jit
def add_member(state: TreeState, members: Members, member: int) -> None:
    """Go down to the branch in which a member is in."""
    depth, path, skipped_below, spent, _, distributions = state
    accuracies, costs, _ = members
    level = depth[0]
    accuracy = accuracies[member]
    for right in range(min(level + 1, distributions.shape[1] - 1), -1, -1):
        below_it = distributions[level, right - 1] if right > 0 else 0.0
        at_it = distributions[level, right] if right <= level else 0.0
        distributions[level + 1, right] = (1.0 - accuracy) * at_it + accuracy * below_it
    spent[level + 1] = spent[level] + costs[member]
    skipped_below[level + 1] = skipped_below[level]
    path[level + 1] = member + 1
    depth[0] = level + 1


@jit
def drop_last_member(state: TreeState, costs: FloatArray, is_dominated: bool) -> int:
    """Go back up to the last member that is in, and on to the branch without it; return the member, -1 at the root.

    `is_dominated` says whether later members that cost as much as one left out are left out too.
    """
    depth, path, skipped_below, _, _, _ = state
    level = depth[0] - 1
    depth[0] = level
    if level < 0:
        return -1
    member = path[level]
    if is_dominated:
        skipped_below[level] = min(skipped_below[level], costs[member])
    path[level] = member + 1
    return int(member)
