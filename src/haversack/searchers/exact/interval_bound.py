"""What no panel does better than under a majority vote, whatever its size, and what one that comes close looks like."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.searchers.common.prefixes import prefix_losses

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

_MOST_TILT = 60.0
_MOST_LOOKS = 400
_FIRST_PREFIX, _LONGEST_PREFIX = 64, 4_096


@attrs.frozen(eq=False)
class Interval:
    """A bound for the panels whose tilt lies in it.

    Parameters
    ----------
    low, high
        The tilts.
    log_bound
        None of these panels has a smaller logarithm of its error.
    log_base
        What keys and prices are added to. It is no larger than the bound, which may count on some of them already.
    keys
        By how much the logarithm exceeds the base at least: for a member that is in if its key is positive, for one
        that is out by as much as its key is negative.
    prices
        By how much it exceeds the base at least for each unit of a resource that is left over.
    """

    low: float
    high: float
    log_bound: float
    log_base: float
    keys: FloatArray
    prices: FloatArray


@attrs.frozen(eq=False)
class IntervalBound:
    """Bounds that together cover all panels that could be of interest.

    Parameters
    ----------
    log_bound
        No panel that keeps the budget has a smaller logarithm of its error.
    fewest
        Smaller panels are excluded by their size.
    intervals
        Those that do not exclude their panels, the most promising first.
    """

    log_bound: float
    fewest: int
    intervals: tuple[Interval, ...]


def bound_by_intervals(
    problem: Problem,
    ordered: SortedMembers,
    panel: Sets,
    log_target: float,
    *,
    fineness: float,
    out_of_time: Callable[[], bool] = lambda: False,
) -> IntervalBound | None:
    """Bound the error of every panel that keeps the budget; None where the method fails or time runs out.

    Parameters
    ----------
    problem, ordered
        A plain majority vote; its members and the budget.
    panel
        A good panel of ordered members, around whose tilt to begin.
    log_target
        Logarithm of the error to beat: bounds above it need not be tight.
    fineness
        Length of the shortest intervals, in units in which a panel's error depends on the tilt.
    out_of_time
        Asked before every interval.
    """
    tilt = kernels.interval_bound.own_tilt(ordered.accuracies[panel], int(panel.sum()))
    if not 0.0 < tilt < _MOST_TILT * 0.99 or log_target > math.log(0.5):
        return None
    fewest = _fewest_that_could_do(problem, ordered, log_target)
    if fewest is None or fewest > ordered.largest_size:
        return IntervalBound(log_target, len(ordered.members) + 1, ())
    return _Row(ordered, log_target, fewest, fineness, out_of_time).cover(tilt)


def _fewest_that_could_do(problem: Problem, ordered: SortedMembers, log_target: float) -> int | None:
    """Return a size below which even the most accurate members, whatever they cost, miss the target; None if all do."""
    members = len(ordered.members)
    width = min(_FIRST_PREFIX, members)
    while True:
        losses = prefix_losses(problem, ordered.members[None, :width], np.array([width]))[0]
        good = np.flatnonzero(losses <= math.exp(log_target))
        if good.size:
            return int(good[0]) + 1
        if width == members:
            return None
        if width >= _LONGEST_PREFIX:
            return width
        width = min(4 * width, members)


class _Row:
    """Intervals of tilts to both sides of the first, until every panel is covered."""

    def __init__(
        self,
        ordered: SortedMembers,
        log_target: float,
        fewest: int,
        fineness: float,
        out_of_time: Callable[[], bool],
    ) -> None:
        self._ordered, self._target, self._fewest = ordered, log_target, fewest
        self._out_of_time = out_of_time
        most_spread = max(ordered.largest_size / 4.0, 1.0)
        self._most_spread = most_spread
        self._shortest = 2.0 * fineness / math.sqrt(most_spread)
        self._slope = np.array([0.5 / most_spread])
        self._prices, self._spread_prices = np.zeros(len(ordered.limits)), np.zeros(len(ordered.limits))
        self._least = log_target
        self._open: list[Interval] = []
        self._looks = 0

    def cover(self, tilt: float) -> IntervalBound | None:
        """Cover the tilts around the first, then the larger and the smaller ones."""
        # A single member, or one with others who are never wrong, has no tilt: the row would not come to an end.
        if self._most_margin(_MOST_TILT) >= 0.0:
            return None
        low, high = max(tilt - 0.5 * self._shortest, 0.5 * tilt), tilt + 0.5 * self._shortest
        self._settle(self._look(low, high))
        if not (self._upwards(high) and self._downwards(low)):
            return None
        most_promising_first = sorted(self._open, key=lambda interval: interval.log_bound)
        return IntervalBound(self._least, self._fewest, tuple(most_promising_first))

    def _upwards(self, start: float) -> bool:
        """Cover the larger tilts, until no panel within the budget has one."""
        length = self._shortest
        while self._goes_on() and start < _MOST_TILT:
            if self._most_margin(start) < 0.0:
                return True
            start, length = self._next(start, length, upwards=True)
        return False

    def _downwards(self, start: float) -> bool:
        """Cover the smaller tilts, until no panel that has one can be good enough."""
        length = self._shortest
        while self._goes_on():
            if self._log_error_below(start) >= self._target:
                return True
            start, length = self._next(start, length, upwards=False)
        return False

    def _most_margin(self, tilt: float) -> float:
        ordered = self._ordered
        return kernels.interval_bound.most_margin(ordered.accuracies, ordered.usage, ordered.limits, self._fewest, tilt)

    def _log_error_below(self, tilt: float) -> float:
        """Return what the logarithm of the error of no panel with a smaller tilt goes below.

        Under its own tilt t a panel has l / 2 - b right votes in the mean, so less than half with probability 1/2 at
        least: the median is next to the mean (Jogdeo and Samuels 1968). With probability 4/5 they are no more than two
        deviations fewer (Cantelli). So H is at least 0.3 exp(-t (b + 2 sqrt(v))). The sum of its gains is 0 without a
        tilt and changes at the rate -d; d is -b at t and rises by no more than v t on the way down to 0, so the sum is
        at least t b - v t^2 / 2. Where d is still -1/2 or less without a tilt, the median is a minority there, too.
        """
        spread = self._most_spread
        if 0.5 / math.tanh(0.5 * tilt) - spread * tilt >= 0.5:
            return math.log(0.5)
        return math.log(0.3) - 2.0 * tilt * math.sqrt(spread) - 0.5 * spread * tilt * tilt

    def _goes_on(self) -> bool:
        useless = self._least == -math.inf or self._looks > _MOST_LOOKS
        return not useless and not self._out_of_time()

    def _next(self, start: float, length: float, *, upwards: bool) -> tuple[float, float]:
        """Take the longest next interval that excludes its panels, or the shortest; return its end and a new length."""
        while True:
            end = start + length if upwards else start - min(length, 0.5 * start)
            interval = self._look(min(start, end), max(start, end))
            excluded = interval.log_bound >= self._target
            if excluded or length <= self._shortest:
                self._settle(interval)
                return end, 2.0 * length if excluded else length
            length = max(0.5 * length, self._shortest)

    def _look(self, low: float, high: float) -> Interval:
        ordered = self._ordered
        keys = np.empty(len(ordered.members))
        self._looks += 1
        bound, base = kernels.interval_bound.look(
            ordered.accuracies, ordered.usage, ordered.limits, low, high,
            self._fewest, self._slope, self._prices, self._spread_prices, keys,
        )  # fmt: skip
        return Interval(low, high, bound, base, keys, self._prices.copy())

    def _settle(self, interval: Interval) -> None:
        if interval.log_bound < self._target:
            self._least = min(self._least, interval.log_bound)
            self._open.append(interval)
