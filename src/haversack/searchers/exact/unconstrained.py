"""Where all members fit within the budget, the best panel of each size is that of the most accurate members."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.searchers.common.prefixes import DENSE, compute_prefix_losses
from haversack.searchers.exact.balanced_panel import find_balanced_panel
from haversack.searchers.exact.interval_bound import bound_by_intervals
from haversack.searchers.exact.undecided import count_right_votes
from haversack.statistics.tilts import find_panel_tilt, tilt_members

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

_ALL_SIZES_BELOW = 2_000
_FINENESS = 0.03
_VOTES_PER_SLICE = 3_000_000


def offer_most_accurate(problem: Problem, monitor: Monitor, members: SortedMembers) -> bool:
    """Offer the best number of the most accurate members, which takes a step per member; return whether to go on."""
    count = len(members)
    size = None
    steps = count

    def is_out_of_time() -> bool:
        return not monitor.prove(-math.inf)

    if count > max(_ALL_SIZES_BELOW, 1):
        # So that there is an answer when time runs out.
        offered = _offer_some_sizes(members, monitor)
        if offered is None:
            return False
        steps -= min(offered, count - 1)
        if problem.traits.plain_majority:
            size = _find_best_size(problem, members, is_out_of_time)
            if size is None and monitor.seconds_left <= 0.0:
                return False
    if size is None:
        size = _compare_all_sizes(problem, members, is_out_of_time)
        if size is None:
            return False
    best = members.to_pool_sets((np.arange(count) < size)[None, :])
    return monitor.offer(best, steps=steps, at=np.array([steps]), evaluations=steps)


def _offer_some_sizes(members: SortedMembers, monitor: Monitor) -> int | None:
    """Offer all members, half of them, and so on; return the number of sets, or None if the monitor says stop."""
    count = len(members)
    sizes = [size - (size % 2 == 0) for size in (count >> shift for shift in range(count.bit_length())) if size > 0]
    for size in sizes:
        if not monitor.offer(members.to_pool_sets((np.arange(count) < size)[None, :])):
            return None
    return len(sizes)


def _compare_all_sizes(problem: Problem, members: SortedMembers, is_out_of_time: Callable[[], bool]) -> int | None:
    """Return the best size, by the loss of every one; None if time runs out."""
    energy, accuracies, count = problem.energy, members.accuracies, len(members)
    if count <= DENSE:
        losses = compute_prefix_losses(problem, members.indices[None, :], np.array([count]))[0]
        return int(np.argmin(losses)) + 1
    assert isinstance(energy, CountsVotes)
    distribution = np.zeros(count + 1)
    distribution[0] = 1.0
    best, least, joined = 0, math.inf, 0
    while joined < count:
        if is_out_of_time():
            return None
        # So many that their number times the size of the largest is about constant.
        further = max(1, int(0.5 * (math.sqrt(joined**2 + 4.0 * _VOTES_PER_SLICE) - joined)))
        sizes = range(joined + 1, min(joined + further, count) + 1)
        weights = [energy.error_weights(size) for size in sizes]
        starts = np.concatenate([[0], np.cumsum([len(row) for row in weights])[:-1]])
        errors = np.empty(len(sizes))
        kernels.unconstrained.write_next_errors(
            accuracies[joined : joined + len(sizes)], joined, distribution, np.concatenate(weights), starts, errors
        )
        place = int(np.argmin(errors))
        if errors[place] < least:
            best, least = sizes[place], float(errors[place])
        joined += len(sizes)
    return best


def _find_best_size(problem: Problem, members: SortedMembers, is_out_of_time: Callable[[], bool]) -> int | None:
    """Return the best size under a majority vote, by a bound that leaves few to compare.

    None where there is none, or if time runs out.
    """
    start = find_balanced_panel(members, is_out_of_time=is_out_of_time)
    if start is None or is_out_of_time():
        return None
    log_error, panel = start
    bound = bound_by_intervals(problem, members, panel, log_error, fineness=_FINENESS, is_out_of_time=is_out_of_time)
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
    first, distribution = count_right_votes(shares[:fewest], rests[:fewest], max(sizes) // 2 + 1)
    kernels.unconstrained.write_prefix_log_errors(gains, shares, rests, tilt, fewest, first, distribution, log_errors)
    return fewest + int(np.argmin(log_errors)) + 1
