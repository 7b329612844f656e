"""Where everybody fits, the best panel is made of the most accurate members: only their number is to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.common.prefixes import prefix_losses
from haversack.searchers.exact.interval_bound import bound_by_intervals
from haversack.searchers.exact.undecided import VOTES_IN_REACH, balanced_panel, rests_of

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

_ALL_SIZES_BELOW = 2_000
_FINENESS = 0.03


def offer_most_accurate(problem: Problem, monitor: Monitor, ordered: SortedMembers) -> bool:
    """Offer the best number of the most accurate members, which takes a step per member; returns whether to go on."""
    members = len(ordered.members)
    size = None
    if members > _ALL_SIZES_BELOW and problem.traits.plain_majority:
        size = _best_size(problem, ordered)
    if size is None:
        losses = prefix_losses(problem, ordered.members[None, :], np.array([members]))[0]
        size = int(np.argmin(losses)) + 1
    best = ordered.sets((np.arange(members) < size)[None, :])
    return monitor.offer(best, steps=members, at=np.array([members]), evaluations=members)


def _best_size(problem: Problem, ordered: SortedMembers) -> int | None:
    """Return the best number under a majority vote, by a bound that leaves few to look at; None where there is none."""
    start = balanced_panel(ordered)
    if start is None:
        return None
    log_error, panel = start
    proof = bound_by_intervals(problem, ordered, panel, log_error, fineness=_FINENESS)
    if proof is None:
        return None
    sizes = [int(panel.sum())]
    for interval in proof.intervals:
        slack = log_error - interval.log_base
        sizes += [int((interval.keys < -slack).sum()), int((interval.keys <= slack).sum())]
    tilt = kernels.interval_bound.own_tilt(ordered.accuracies[panel], int(panel.sum()))
    gains, shares, spreads = (np.empty(len(ordered.members)) for _ in range(3))
    kernels.interval_bound.tilt_members(ordered.accuracies, tilt, gains, shares, spreads)
    rests = rests_of(shares, spreads)
    fewest = max(min(sizes) - 1, 0)
    log_errors = np.full(max(sizes) - fewest, np.inf)
    kernels.undecided.beginning_log_errors(gains, shares, rests, tilt, fewest, VOTES_IN_REACH, log_errors)
    return fewest + int(np.argmin(log_errors)) + 1
