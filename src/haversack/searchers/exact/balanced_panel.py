"""A very good first panel for a majority vote within a budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.exact.interval_bound import Interval
from haversack.searchers.exact.tilts import find_panel_tilt
from haversack.searchers.exact.undecided import MOST_UNDECIDED, UndecidedSearch, find_undecided

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

NODES_TO_START = 50_000
"""Number of nodes to spend on a first panel."""

_FIRST_UNDECIDED = 24
_CANDIDATES = 1_000
_FIRST_SLACK = 0.005


def find_balanced_panel(members: SortedMembers, most_nodes: int = NODES_TO_START) -> tuple[float, Sets] | None:
    """Return the logarithm of the error, and a very good odd panel; None if there is none.

    It consists of the members that are worth their price at the tilt that they have together; the few for which this is
    a close call are enumerated.
    """
    keys, prices = np.empty(len(members)), np.zeros(len(members.limits))
    tilt, estimate = kernels.balanced_panel.find_balanced_tilt(members.accuracies, members.knapsack, 1, prices, keys)
    if not math.isfinite(estimate):
        return None
    interval = Interval(tilt, tilt, estimate, estimate, keys, prices)
    closest = np.argsort(np.abs(keys), kind="stable")
    search = UndecidedSearch(members, interval, closest[:_FIRST_UNDECIDED])
    nodes, log_error, panel = search.explore(math.inf, most_nodes // 2)
    if not math.isfinite(log_error):
        return None
    left = members.limits - members.usage[panel].sum(axis=0)
    other = panel.copy()
    values = keys - members.usage @ prices
    if kernels.balanced_panel.exchange_members(values, members.usage, left, closest[:_CANDIDATES], other):
        other_log_error = _compute_log_error(members, other)
        if other_log_error < log_error:
            log_error, panel = other_log_error, other
    if most_nodes < NODES_TO_START:
        return log_error, panel
    return _search_further(members, interval, most_nodes - nodes, log_error, panel)


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
