"""A very good first panel for a majority vote within a budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.exact.exchanges import exchange_members
from haversack.searchers.exact.interval_bound import Interval, IntervalBounder
from haversack.searchers.exact.undecided import MOST_UNDECIDED, UndecidedSearch, find_undecided
from haversack.statistics.tilts import MOST_TILT, find_panel_tilt, tilt_members

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

NODES_TO_START = 50_000
"""Number of nodes to spend on a first panel."""

_FIRST_UNDECIDED = 24
_CANDIDATES = 200
_FIRST_SLACK = 0.005
_MOST_STEPS = 40
_TILT_TOLERANCE = 1e-4
_LARGE = 20_000


def find_balanced_panel(
    members: SortedMembers, most_nodes: int = NODES_TO_START, is_out_of_time: Callable[[], bool] = lambda: False
) -> tuple[float, Sets] | None:
    """Return the logarithm of the error, and a very good odd panel; None if there is none, or if time runs out.

    It consists of the members that are worth their price at the tilt that they have together; the few for which this is
    a close call are enumerated.
    """
    is_out_of_time = _only_if_large(members, is_out_of_time)
    interval = find_balanced_interval(members, has_bound=most_nodes >= NODES_TO_START, is_out_of_time=is_out_of_time)
    if interval is None or is_out_of_time():
        return None
    keys = interval.keys
    closest = np.argsort(np.abs(keys), kind="stable")
    search = UndecidedSearch(members, interval, closest[:_FIRST_UNDECIDED])
    nodes, log_error, panel = search.explore(math.inf, most_nodes // 2)
    if not math.isfinite(log_error):
        return None
    left = members.limits - members.usage[panel].sum(axis=0)
    other = panel.copy()
    values = keys - members.usage @ interval.prices
    candidates = closest[:_CANDIDATES]
    chosen = other[candidates]
    if exchange_members(values[candidates], members.usage[candidates], left, chosen):
        other[candidates] = chosen
        other_log_error = _compute_log_error(members, other)
        if other_log_error < log_error:
            log_error, panel = other_log_error, other
    if most_nodes < NODES_TO_START:
        return log_error, panel
    return _search_further(members, interval, most_nodes - nodes, log_error, panel)


def _only_if_large(members: SortedMembers, is_out_of_time: Callable[[], bool]) -> Callable[[], bool]:
    """Spare small pools the questions: a stop after the first step should leave an answer."""
    return is_out_of_time if len(members) > _LARGE else lambda: False


def find_balanced_interval(
    members: SortedMembers, *, has_bound: bool, is_out_of_time: Callable[[], bool] = lambda: False
) -> Interval | None:
    """Return the tilt at which the members that are worth their price have just that tilt, and their keys there.

    Without a bound, and where there is none because some members are never wrong, an estimate is in its place. None if
    time runs out.
    """
    accuracies, prices = members.accuracies, np.zeros(len(members.limits))
    low, high = 0.0, MOST_TILT
    tilt, spread, bound = 1.5, 0.25 * len(members), 0.0
    for step in range(_MOST_STEPS):
        if is_out_of_time():
            return None
        gains, shares, rests = tilt_members(accuracies, tilt)
        gains, rewards = members.reward_forced(gains)
        spreads = shares * rests
        for _ in range(3 if step == 0 else 1):
            if is_out_of_time():
                return None
            keys = gains - 0.5 / spread * spreads
            bound = kernels.lagrangian_bounds.bound_sum_of_many(keys, members.knapsack, 1, prices)
            inside = keys < 0.0
            spread = max(float(spreads[inside].sum()), 0.1)
        # At too high a tilt no member is worth its price.
        own = find_panel_tilt(accuracies[inside], tilt) if inside.any() else 0.0
        if abs(own - tilt) <= _TILT_TOLERANCE or high - low <= _TILT_TOLERANCE:
            break
        if own > tilt:
            low = max(low, tilt)
        else:
            high = min(high, tilt)
        tilt = own if low < own < high else 0.5 * (low + high)
    if has_bound:
        interval = IntervalBounder(members, 1, slope=0.5 / spread).bound(tilt, tilt)
        if math.isfinite(interval.log_base):
            return interval
    # As if right votes were normally distributed, and half a unit less to be on the safe side.
    estimate = bound + rewards - 0.5 * math.log(2.0 * math.pi * (spread + 0.25)) - math.log(2.0 * math.sinh(0.5 * tilt))
    return Interval(tilt, tilt, estimate, estimate, keys, prices)


def _search_further(
    members: SortedMembers, interval: Interval, left: int, log_error: float, panel: Sets
) -> tuple[float, Sets]:
    """Look for better panels that differ more and more from what the keys suggest, while nodes are left."""
    slack = _FIRST_SLACK
    while left > 0 and interval.log_bound + slack < log_error:
        target = interval.log_bound + slack
        undecided = find_undecided(interval, target)
        if len(undecided) > MOST_UNDECIDED:
            # Members much alike: too many combinations, and too much memory for each.
            break
        nodes, other_log_error, other = UndecidedSearch(members, interval, undecided).explore(target, left)
        left -= nodes
        if other_log_error < log_error:
            return other_log_error, other
        slack *= 2.0
    return log_error, panel


def _compute_log_error(members: SortedMembers, panel: Sets) -> float:
    """Return the logarithm of the error of an odd panel."""
    tilt = find_panel_tilt(members.accuracies[panel])
    keys, prices = np.where(panel, -1.0, 1.0), np.zeros(len(members.limits))
    decided = Interval(tilt, tilt, -math.inf, -math.inf, keys, prices)
    _, log_error, _ = UndecidedSearch(members, decided, np.zeros(0, dtype=np.int64)).explore(math.inf, 1)
    return log_error
