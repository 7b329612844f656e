"""The search for the best panel under rows with limits in both directions, of any energy that counts right votes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.searchers.exact.majority_search import TOLERANCE

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

_NODES_PER_REPORT = 2_000


def search_rows(problem: Problem, monitor: Monitor, members: SortedMembers) -> bool:
    """Search until all panels are settled or the monitor says stop; return whether they are settled.

    Parameters
    ----------
    problem, monitor
        What to search, where to report.
    members
        Those of `SortedMembers.with_demands`, without one that votes at ties: all sizes are searched.
    """
    energy = problem.energy
    assert isinstance(energy, CountsVotes)
    count, usage, limits = len(members), members.usage, members.limits
    if members.forced is not None and members.forced.any():
        usage = np.column_stack([usage, -members.forced.astype(np.float64)])
        limits = np.append(limits, 0.5 - members.forced.sum())
    kernel, plain = kernels.row_tree, kernels.jit.plain
    # The empty set is not a panel; no energy is asked for its weights.
    all_weights = [np.ones(1), *(energy.error_weights(size) for size in range(1, count + 1))]
    starts = np.concatenate([[0], np.cumsum([len(each) for each in all_weights])[:-1]])
    relief_after = np.zeros((count + 1, usage.shape[1]))
    relief_after[:-1] = np.cumsum(np.minimum(usage, 0.0)[::-1], axis=0)[::-1]
    rows = plain(kernel.RowMembers(members.accuracies, usage, limits, relief_after))
    weights = plain(kernel.SizeWeights(np.concatenate(all_weights), starts, 1, members.largest_size))
    state = kernel.RowState(
        depth=np.zeros(1, dtype=np.int64),
        branch=np.zeros(count + 1, dtype=np.int64),
        sizes=np.zeros(count + 1, dtype=np.int64),
        used=np.zeros((count + 1, usage.shape[1])),
        distributions=np.zeros((count + 1, count + 2)),
    )
    state.distributions[0, 0] = 1.0
    best = np.zeros(count, dtype=np.bool_)
    while state.depth[0] >= 0:
        target = monitor.best_loss * (1.0 - TOLERANCE) if math.isfinite(monitor.best_loss) else math.inf
        nodes, loss = kernel.explore(rows, weights, target, _NODES_PER_REPORT, plain(state), best)
        found = members.to_pool_sets(best[None, :][: int(loss < target)])
        if not monitor.offer(found, steps=nodes, at=np.full(len(found), nodes), evaluations=nodes):
            return False
    return True
