"""Branch and bound over the panels that rows with limits in both directions allow, of all sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


class RowMembers(NamedTuple):
    """Members, the most accurate first, and the rows.

    Parameters
    ----------
    accuracies
        Of the members.
    usage, limits
        A set is allowed if the sum of its usage exceeds no limit; usage may be negative.
    relief_after
        The sum of negative usage of the members from each on, with one row more.
    """

    accuracies: FloatArray
    usage: FloatArray
    limits: FloatArray
    relief_after: FloatArray


class SizeWeights(NamedTuple):
    """The error of k right votes of s members: ``weights[starts[s] + k]``; sizes from `fewest` to `most` matter."""

    weights: FloatArray
    starts: IntArray
    fewest: int
    most: int


class RowState(NamedTuple):
    """Where a search is; it can be left and taken up again.

    Parameters
    ----------
    depth
        Of length 1: the number of members decided. Below 0, all panels have been searched.
    branch
        At each depth, how many of the two branches have been taken: first in, then out.
    sizes, used, distributions
        At each depth, of the panel so far: its size, what it uses, and the distribution of its right votes.
    """

    depth: IntArray
    branch: IntArray
    sizes: IntArray
    used: FloatArray
    distributions: FloatArray


@jit
def explore(
    members: RowMembers, sizes_allowed: SizeWeights, target: float, most_nodes: int, state: RowState, best: Sets
) -> tuple[int, float]:
    """Search, depth first, for a panel that errs less than `target`; go on where the last call was.

    Whatever the rows say, the best panel of a size with the members decided so far takes the most accurate of the
    others. Its least error over all sizes bounds the branch; if that panel is allowed, it is the best of the branch.

    Parameters
    ----------
    members, sizes_allowed
        The members and rows; what votes count for.
    target
        Only panels that err less are of interest.
    most_nodes
        Return after so many nodes.
    state
        Where the search is.
    best
        Receives the best panel found.

    Returns
    -------
    tuple
        The number of nodes, and the smallest error, infinite if none is below the target.
    """
    accuracies, usage, limits, relief_after = members
    weights, starts, fewest, most = sizes_allowed
    depth, branch, sizes, used, distributions = state
    count, rows = usage.shape
    grown = np.empty(count + 2)
    least = np.inf
    nodes = 0
    while depth[0] >= 0 and nodes < most_nodes:
        level = depth[0]
        if branch[level] == 0:
            nodes += 1
            size = sizes[level]
            cut = size > most or size + count - level < fewest
            for row in range(rows):
                if used[level, row] + relief_after[level, row] > limits[row]:
                    cut = True
            if not cut:
                bound, further = find_best_size(
                    accuracies, level, size, distributions[level], weights, starts, fewest, most, grown
                )
                cut = bound >= min(target, least)
                if not cut and is_allowed(usage, limits, used[level], level, further):
                    least = bound
                    for member in range(count):
                        if member < level:
                            best[member] = branch[member] == 1
                        else:
                            best[member] = member < level + further
                    cut = True
            if cut or level == count:
                depth[0] = level - 1
                continue
        if branch[level] == 2:
            branch[level] = 0
            depth[0] = level - 1
            continue
        joins = branch[level] == 0
        branch[level] += 1
        size = sizes[level]
        sizes[level + 1] = size + (1 if joins else 0)
        for row in range(rows):
            used[level + 1, row] = used[level, row] + (usage[level, row] if joins else 0.0)
        right = accuracies[level] if joins else 0.0
        distributions[level + 1, 0] = (1.0 - right) * distributions[level, 0]
        for votes in range(1, size + 1):
            distributions[level + 1, votes] = (1.0 - right) * distributions[level, votes] + right * distributions[
                level, votes - 1
            ]
        distributions[level + 1, size + 1] = right * distributions[level, size]
        depth[0] = level + 1
        branch[level + 1] = 0
    return nodes, least


@jit
def find_best_size(
    accuracies: FloatArray,
    level: int,
    size: int,
    distribution: FloatArray,
    weights: FloatArray,
    starts: IntArray,
    fewest: int,
    most: int,
    grown: FloatArray,
) -> tuple[float, int]:
    """Return the least error of the panel so far with the next members, and how many of them: at least one in all."""
    for votes in range(size + 1):
        grown[votes] = distribution[votes]
    least, best = np.inf, 0
    further = 0
    while True:
        total = size + further
        if total >= max(fewest, 1):
            error = 0.0
            for votes in range(total + 1):
                error += weights[starts[total] + votes] * grown[votes]
            if error < least:
                least, best = error, further
        if total >= most or level + further >= accuracies.shape[0]:
            return least, best
        right = accuracies[level + further]
        grown[total + 1] = right * grown[total]
        for votes in range(total, 0, -1):
            grown[votes] = (1.0 - right) * grown[votes] + right * grown[votes - 1]
        grown[0] *= 1.0 - right
        further += 1


@jit
def is_allowed(usage: FloatArray, limits: FloatArray, used: FloatArray, level: int, further: int) -> bool:
    """Return whether what is used, and the usage of the next members, exceeds no limit."""
    for row in range(limits.shape[0]):
        total = used[row]
        for member in range(level, level + further):
            total += usage[member, row]
        if total > limits[row]:
            return False
    return True
