"""Where all members fit within the budget, the best panel of each size is that of the most accurate members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.common.prefixes import compute_prefix_losses
from haversack.searchers.exact.balanced_panel import find_balanced_panel
from haversack.searchers.exact.interval_bound import bound_by_intervals
from haversack.searchers.exact.tilts import find_panel_tilt, tilt_members
from haversack.searchers.exact.undecided import VOTES_IN_REACH

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

_ALL_SIZES_BELOW = 2_000
_FINENESS = 0.03


def offer_most_accurate(problem: Problem, monitor: Monitor, members: SortedMembers) -> bool:
    """Offer the best number of the most accurate members, which takes a step per member; return whether to go on."""
    count = len(members)
    size = None
    if count > _ALL_SIZES_BELOW and problem.traits.plain_majority:
        size = _find_best_size(problem, members)
    if size is None:
        losses = compute_prefix_losses(problem, members.indices[None, :], np.array([count]))[0]
        size = int(np.argmin(losses)) + 1
    best = members.to_pool_sets((np.arange(count) < size)[None, :])
    return monitor.offer(best, steps=count, at=np.array([count]), evaluations=count)


def _find_best_size(problem: Problem, members: SortedMembers) -> int | None:
    """Return the best size under a majority vote, by a bound that leaves few to compare; None where there is none."""
    start = find_balanced_panel(members)
    if start is None:
        return None
    log_error, panel = start
    bound = bound_by_intervals(problem, members, panel, log_error, fineness=_FINENESS)
    if bound is None:
        return None
    sizes = [int(panel.sum())]
    for interval in bound.intervals:
        slack = log_error - interval.log_base
        sizes += [int((interval.keys < -slack).sum()), int((interval.keys <= slack).sum())]
    tilt = find_panel_tilt(members.accuracies[panel])
    gains, shares, rests = tilt_members(members.accuracies, tilt)
    fewest = max(min(sizes) - 1, 0)
    log_errors = np.full(max(sizes) - fewest, np.inf)
    kernels.unconstrained.write_prefix_log_errors(gains, shares, rests, tilt, fewest, VOTES_IN_REACH, log_errors)
    return fewest + int(np.argmin(log_errors)) + 1
