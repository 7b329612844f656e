"""The few members about whom prices and bounds leave a doubt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.exact.interval_bound import Interval

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

VOTES_IN_REACH = 10.0
"""Deviations of the number of right votes beyond which it does not matter."""

_MOST_EXPONENT = 700.0
_FIRST_CORE = 24
_CANDIDATES = 1_000
_FIRST_SLACK = 0.005
MOST_UNDECIDED = 2_000
"""Members beyond which it is no use to try the ways in which they can be in or out."""

NODES_TO_START = 50_000
"""How many nodes a first panel is worth."""


class Core:
    """Where the search through the panels of one interval stands; it can be left and taken up again.

    Parameters
    ----------
    ordered
        The members and the budget.
    interval
        What is known of the panels.
    undecided
        The members who may be in or out; all others are what their keys suggest.
    """

    def __init__(self, ordered: SortedMembers, interval: Interval, undecided: IntArray) -> None:
        keys = interval.keys
        members, free = len(keys), len(undecided)
        # Who matters most comes first, so that a wrong turn is seen early.
        undecided = undecided[np.argsort(-np.abs(keys[undecided]), kind="stable")]
        decided = np.ones(members, dtype=np.bool_)
        decided[undecided] = False
        inside = decided & (keys < 0.0)
        tilt = 0.5 * (interval.low + interval.high)
        gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
        kernels.interval_bound.tilt_members(ordered.accuracies, tilt, gains, shares, spreads)
        rests = rests_of(shares, spreads)
        usage = np.ascontiguousarray(ordered.usage[undecided])
        usage_after = np.zeros((free + 1, usage.shape[1]))
        usage_after[:-1] = np.cumsum(usage[::-1], axis=0)[::-1]
        size = int(inside.sum())
        lowest, distribution = _right_votes(shares[inside], rests[inside], (size + free) // 2 + 1)
        # Counted from half of the likely size, the exponents that matter are small.
        likely = size + int((keys[undecided] < 0.0).sum())
        exponents = tilt * (lowest + np.arange(len(distribution)) - 0.5 * likely)
        weights = np.exp(np.clip(exponents, -_MOST_EXPONENT, _MOST_EXPONENT))

        self._interval, self._undecided, self._inside = interval, undecided, inside
        self._free = gains[undecided], shares[undecided], rests[undecided], keys[undecided], usage, usage_after
        self._limits = ordered.limits
        self._votes = weights, lowest, tilt
        self._depth = np.zeros(1, dtype=np.int64)
        self._branch = np.zeros(free + 1, dtype=np.int64)
        self._sizes = np.full(free + 1, size)
        self._deviations = np.zeros(free + 1)
        self._log_factors = np.full(free + 1, float(gains[inside].sum()) + 0.5 * tilt * likely)
        self._used = np.zeros((free + 1, usage.shape[1]))
        self._used[0] = ordered.usage[inside].sum(axis=0)
        self._distributions = np.zeros((free + 1, len(distribution)))
        self._distributions[0] = distribution

    @property
    def done(self) -> bool:
        """Whether all panels have been searched."""
        return bool(self._depth[0] < 0)

    def explore(self, log_target: float, most_nodes: int) -> tuple[int, float, Sets]:
        """Look at so many nodes; return their number, the least logarithm of an error below the target, its panel."""
        best = np.zeros(len(self._undecided), dtype=np.bool_)
        nodes, found = kernels.undecided.explore(
            *self._free, self._limits, self._interval.prices, *self._votes,
            self._interval.log_base, log_target, most_nodes,
            self._depth, self._branch, self._sizes, self._deviations, self._log_factors, self._used,
            self._distributions, best,
        )  # fmt: skip
        panel = self._inside.copy()
        panel[self._undecided] = best
        return int(nodes), float(found), panel


def rests_of(shares: FloatArray, spreads: FloatArray) -> FloatArray:
    """Return 1 - share of each member. Near 1 a share has lost the digits of that, but its spread has not."""
    return np.divide(spreads, shares, out=1.0 - shares, where=shares > 0.5)


def undecided_below(interval: Interval, log_target: float) -> IntArray:
    """Return the members that a panel below the target may or may not have."""
    return np.flatnonzero(np.abs(interval.keys) <= log_target - interval.log_base)


def balanced_panel(ordered: SortedMembers, most_nodes: int = NODES_TO_START) -> tuple[float, Sets] | None:
    """Return the logarithm of the error, and a very good odd panel; None if there is none.

    Members are taken who are worth their price at the tilt that they have together; about the few for whom this is a
    close call, all ways are tried.
    """
    members = len(ordered.members)
    keys, prices = np.empty(members), np.zeros(len(ordered.limits))
    tilt, estimate = kernels.interval_bound.balanced_tilt(
        ordered.accuracies, ordered.usage, ordered.limits, 1, prices, keys
    )
    if not math.isfinite(estimate):
        return None
    interval = Interval(tilt, tilt, estimate, estimate, keys, prices)
    closest = np.argsort(np.abs(keys), kind="stable")
    nodes, log_error, panel = Core(ordered, interval, closest[:_FIRST_CORE]).explore(math.inf, most_nodes // 2)
    if not math.isfinite(log_error):
        return None
    left = ordered.limits - ordered.usage[panel].sum(axis=0)
    exchanged = panel.copy()
    values = keys - ordered.usage @ prices
    if kernels.exchanges.exchange(values, ordered.usage, left, closest[:_CANDIDATES], exchanged):
        better = _log_error(ordered, exchanged)
        if better < log_error:
            log_error, panel = better, exchanged
    if most_nodes < NODES_TO_START:
        return log_error, panel
    return _deepened(ordered, interval, most_nodes - nodes, log_error, panel)


def _deepened(
    ordered: SortedMembers, interval: Interval, left: int, log_error: float, panel: Sets
) -> tuple[float, Sets]:
    """Look for better panels that differ ever more from what the keys suggest, as long as the nodes last."""
    slack = _FIRST_SLACK
    while left > 0 and interval.log_bound + slack < log_error:
        target = interval.log_bound + slack
        undecided = undecided_below(interval, target)
        if len(undecided) > MOST_UNDECIDED:
            # Members much alike: too many ways, and too much to remember on each.
            break
        core = Core(ordered, interval, undecided)
        looked_at, found, better = core.explore(target, left)
        left -= looked_at
        if found < log_error:
            return found, better
        slack *= 2.0
    return log_error, panel


def _log_error(ordered: SortedMembers, panel: Sets) -> float:
    """Return the logarithm of the error of an odd panel."""
    tilt = kernels.interval_bound.own_tilt(ordered.accuracies[panel], int(panel.sum()))
    keys, prices = np.where(panel, -1.0, 1.0), np.zeros(len(ordered.limits))
    as_it_is = Interval(tilt, tilt, -math.inf, -math.inf, keys, prices)
    _, log_error, _ = Core(ordered, as_it_is, np.zeros(0, dtype=np.int64)).explore(math.inf, 1)
    return log_error


def _right_votes(shares: FloatArray, rests: FloatArray, most: int) -> tuple[int, FloatArray]:
    """Return the first number of right votes that matters, and the distribution from there up to `most`."""
    distribution = np.zeros(most + 1)
    distribution[0] = 1.0
    lowest = min(kernels.undecided.grow(shares, rests, VOTES_IN_REACH, distribution), most)
    return lowest, distribution[lowest:].copy()
