"""A lower bound on the error of every panel under a majority vote, whatever its size, and which panels come close."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.searchers.common.prefixes import DENSE, compute_prefix_losses
from haversack.statistics.tilts import MOST_TILT, find_panel_tilt, tilt_members

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

_MOST_INTERVALS = 400
_FIRST_PREFIX = 64


@attrs.frozen(eq=False)
class Interval:
    """A bound for the panels whose tilt lies in it.

    Parameters
    ----------
    low, high
        The tilts.
    log_bound
        Lower bound on the logarithms of the errors of these panels.
    log_base
        What keys and prices are added to: at most the bound, which may include some of them already.
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
    """Intervals that together cover all panels that could be of interest.

    Parameters
    ----------
    log_bound
        Lower bound on the logarithm of the error of every panel within the budget.
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
    members: SortedMembers,
    panel: Sets,
    log_target: float,
    *,
    fineness: float,
    has_best_prices: bool = False,
    is_out_of_time: Callable[[], bool] = lambda: False,
) -> IntervalBound | None:
    """Bound the error of every panel within the budget; return None where the method fails or time runs out.

    Parameters
    ----------
    problem, members
        A plain majority vote; its members and the budget.
    panel
        A good panel of sorted members, around whose tilt to begin.
    log_target
        Logarithm of the error to beat: bounds above it need not be tight.
    fineness
        Length of the shortest intervals, in units in which a panel's error depends on the tilt.
    has_best_prices
        Whether prices are those of a linear program in each interval: slower, and tighter where many rows meet.
    is_out_of_time
        Called before every interval.
    """
    tilt = find_panel_tilt(members.accuracies[panel])
    if not 0.0 < tilt < MOST_TILT * 0.99 or log_target > math.log(0.5):
        return None
    fewest = _find_fewest(problem, members, log_target)
    if fewest is not None and members.has_tie_breaker:
        fewest = max(2, fewest)
    if fewest is None or fewest > members.largest_size:
        return IntervalBound(log_target, len(members) + 1, ())
    cover = _IntervalCover(members, log_target, fewest, fineness, is_out_of_time, has_best_prices=has_best_prices)
    return cover.cover(tilt)


def _find_fewest(problem: Problem, members: SortedMembers, log_target: float) -> int | None:
    """Return a size below which even the most accurate members miss the target, whatever they cost; None if all do."""
    count = len(members.indices)
    width = min(_FIRST_PREFIX, count)
    while True:
        losses = compute_prefix_losses(problem, members.indices[None, :width], np.array([width]))[0]
        good = np.flatnonzero(losses <= math.exp(log_target))
        if good.size:
            return int(good[0]) + 1
        if width == count:
            return None
        if width >= DENSE:
            return width
        width = min(4 * width, count, DENSE)


class IntervalBounder:
    """Bounds the panels of one interval after the other; what one bound found is a guess for the next.

    Parameters
    ----------
    members
        The members and the budget.
    fewest
        Size of the smallest panels that need to be bounded.
    slope
        A first guess of how much the spread matters: half of its reciprocal.
    has_best_prices
        As in `bound_by_intervals`.
    """

    def __init__(self, members: SortedMembers, fewest: int, slope: float, *, has_best_prices: bool = False) -> None:
        self._members, self._fewest, self._has_best_prices = members, fewest, has_best_prices
        resources = len(members.limits)
        self._guesses = kernels.interval_bound.Guesses(
            slope=np.array([slope]), prices=np.zeros(resources), spread_prices=np.zeros(resources)
        )

    @property
    def slope(self) -> float:
        """How much the spread mattered in the last bound."""
        return float(self._guesses.slope[0])

    @property
    def spread_prices(self) -> FloatArray:
        """The prices of the resources by which the last bound limited the spread."""
        return self._guesses.spread_prices.copy()

    def bound(self, low: float, high: float) -> Interval:
        """Bound the panels whose tilt lies between low and high."""
        kernel, plain = kernels.interval_bound, kernels.jit.plain
        tilt = 0.5 * (low + high)
        gains, shares, rests = tilt_members(self._members.accuracies, tilt)
        # Largest for the most or the least accurate member; a member that breaks ties is the last, whatever it is.
        skew = max(abs(float(shares[end] - rests[end])) for end in ((0, -1, -2) if len(shares) > 1 else (0,)))
        tilts = kernels.error_integral.TiltInterval(
            tilt=tilt, delta=0.5 * (high - low), pole=0.25 / math.sinh(0.5 * low) ** 2, skew=skew
        )
        keys = np.empty(len(self._members))
        gains, rewards = self._members.reward_forced(gains)
        if self._has_best_prices:
            # One price after the other may end short of the best; from there on, none is worse.
            self._guesses.prices[:] = find_best_prices(self._members, gains - self.slope * shares * rests)
        log_bound, log_base = kernel.bound_interval(
            plain(kernel.GainsAndSpreads(gains, shares * rests)),
            self._members.knapsack,
            plain(tilts),
            self._fewest,
            plain(self._guesses),
            keys,
        )
        return Interval(low, high, log_bound + rewards, log_base + rewards, keys, self._guesses.prices.copy())


def find_best_prices(members: SortedMembers, values: FloatArray) -> FloatArray:
    """Return the prices of the resources that bound the sum of values over every set within the limits best."""
    from scipy.optimize import linprog

    finite = np.isfinite(members.limits)
    prices = np.zeros(len(members.limits))
    found = linprog(values, A_ub=members.usage[:, finite].T, b_ub=members.limits[finite], bounds=(0.0, 1.0))
    if found.status == 0:
        prices[finite] = np.maximum(-found.ineqlin.marginals, 0.0)
    return prices


def bound_margin(members: SortedMembers, fewest: int, tilt: float) -> float:
    """Return an upper bound on d + b of panels of at least `fewest`: if it is negative, all have smaller tilts.

    `haversack.kernels.error_integral` defines the margin d, and b.
    """
    margins, prices = 0.5 - tilt_members(members.accuracies, tilt).shares, np.zeros(len(members.limits))
    margins, rewards = members.reward_forced(margins)
    least = kernels.lagrangian_bounds.bound_sum_of_many(margins, members.knapsack, fewest, prices) + rewards
    return 0.5 / math.tanh(0.5 * tilt) - least


class _IntervalCover:
    """Intervals of tilts to both sides of the first, until every panel is covered."""

    def __init__(
        self,
        members: SortedMembers,
        log_target: float,
        fewest: int,
        fineness: float,
        is_out_of_time: Callable[[], bool],
        *,
        has_best_prices: bool = False,
    ) -> None:
        self._members, self._target, self._fewest = members, log_target, fewest
        self._is_out_of_time = is_out_of_time
        most_spread = max(members.largest_size / 4.0, 1.0)
        self._most_spread = most_spread
        self._shortest = 2.0 * fineness / math.sqrt(most_spread)
        slope = 0.5 / most_spread
        self._bounder = IntervalBounder(members, fewest, slope, has_best_prices=has_best_prices)
        self._least = log_target
        self._open: list[Interval] = []
        self._count = 0

    def cover(self, tilt: float) -> IntervalBound | None:
        """Cover the tilts around the first, then the larger and the smaller ones."""
        # A single member, or one with others that are never wrong, has no tilt: the cover would be infinite.
        if self._bound_margin(MOST_TILT) >= 0.0:
            return None
        low, high = max(tilt - 0.5 * self._shortest, 0.5 * tilt), tilt + 0.5 * self._shortest
        self._keep(self._bound_interval(low, high))
        if not (self._cover_upwards(high) and self._cover_downwards(low)):
            return None
        most_promising_first = sorted(self._open, key=lambda interval: interval.log_bound)
        return IntervalBound(self._least, self._fewest, tuple(most_promising_first))

    def _cover_upwards(self, start: float) -> bool:
        """Cover the larger tilts, until no panel within the budget has one."""
        length = self._shortest
        while self._is_going() and start < MOST_TILT:
            if self._bound_margin(start) < 0.0:
                return True
            start, length = self._cover_next(start, length, upwards=True)
        return False

    def _cover_downwards(self, start: float) -> bool:
        """Cover the smaller tilts, until no panel that has one can be good enough."""
        length = self._shortest
        while self._is_going():
            if self._bound_below(start) >= self._target:
                return True
            start, length = self._cover_next(start, length, upwards=False)
        return False

    def _bound_margin(self, tilt: float) -> float:
        return bound_margin(self._members, self._fewest, tilt)

    def _bound_below(self, tilt: float) -> float:
        """Return a lower bound on the logarithm of the error of every panel with a smaller tilt.

        With x = t sqrt(v), under its own tilt t a panel has fewer than half right votes with a probability P of at
        least 1 / (1 + x^2) (Cantelli, and b >= 1 / t). How many fewer is then b + sqrt(v (1 - P) / P) in the mean at
        most (Cauchy and Schwarz), so H is at least exp(-t b - x^2) / (1 + x^2) (Jensen). The sum of its gains is 0
        without a tilt and changes at the rate -d; d is -b at t and rises by no more than v t on the way down to 0, so
        the sum is at least t b - x^2 / 2. Lemma 12 of the page "Certificates" has the details.
        """
        square = tilt * tilt * self._most_spread
        return -math.log1p(square) - 1.5 * square

    def _is_going(self) -> bool:
        is_useless = self._least == -math.inf or self._count > _MOST_INTERVALS
        return not is_useless and not self._is_out_of_time()

    def _cover_next(self, start: float, length: float, *, upwards: bool) -> tuple[float, float]:
        """Take the longest next interval that excludes its panels, or the shortest; return its end and a new length."""
        while True:
            end = start + length if upwards else start - min(length, 0.5 * start)
            interval = self._bound_interval(min(start, end), max(start, end))
            is_excluded = interval.log_bound >= self._target
            if is_excluded or length <= self._shortest:
                self._keep(interval)
                return end, 2.0 * length if is_excluded else length
            length = max(0.5 * length, self._shortest)

    def _bound_interval(self, low: float, high: float) -> Interval:
        self._count += 1
        return self._bounder.bound(low, high)

    def _keep(self, interval: Interval) -> None:
        """Remember an interval unless it excludes its panels."""
        if interval.log_bound < self._target:
            self._least = min(self._least, interval.log_bound)
            self._open.append(interval)
