"""A lower bound on the error of every panel of one size, and which panels come close."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.statistics.tilts import find_tilt

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray
    from haversack.searchers.exact.sorted_members import SortedMembers

_WIDTHS = (6.0, 3.0, 1.5, 0.5)
_FINE, _COARSE = 0.002, 0.05
_ROUNDING = 1e-9
_MOST_WINDOWS = 80
_MOST_TILT = 40.0


@attrs.frozen(eq=False)
class Window:
    """A bound for the panels whose shares under a tilt sum to about the centre.

    Parameters
    ----------
    log_bound
        Lower bound on the logarithms of their errors.
    joining, missing
        By how much the logarithm exceeds that at least if a member is in, and if it is not in.
    """

    log_bound: float
    joining: FloatArray
    missing: FloatArray


@attrs.frozen(eq=False)
class SizeBound:
    """Windows that together cover all panels of one size.

    Parameters
    ----------
    log_bound
        Lower bound on the logarithm of the error of every panel of the size.
    windows
        Those that do not exclude their panels.
    """

    log_bound: float
    windows: tuple[Window, ...]

    @property
    def bound(self) -> float:
        """Lower bound on the error of every panel of the size."""
        return math.exp(min(self.log_bound, 0.0))


def bound_by_windows(
    problem: Problem,
    members: SortedMembers,
    panel: FloatArray,
    loss: float,
    *,
    is_out_of_time: Callable[[], bool] = lambda: False,
) -> SizeBound | None:
    """Bound the error of every panel of one size; return None if time runs out.

    Parameters
    ----------
    problem, members
        The energy; the members and the budget.
    panel
        Accuracies of a good panel of that size, from which tilt and centre are chosen.
    loss
        The error to beat: bounds above it need not be tight.
    is_out_of_time
        Called before every window.
    """
    energy = problem.energy
    assert isinstance(energy, CountsVotes)
    log_target = math.log(loss) if loss > 0.0 else -math.inf
    cover = _WindowCover(members, energy.error_weights(len(panel)), panel, log_target, is_out_of_time)
    try:
        return cover.cover()
    except _OutOfTimeError:
        return None


class _OutOfTimeError(Exception):
    """Ends a cover that there is no time for."""


class _WindowCover:
    """Tilts to both sides of the first, until every panel is covered."""

    def __init__(
        self,
        members: SortedMembers,
        weights: FloatArray,
        panel: FloatArray,
        log_target: float,
        is_out_of_time: Callable[[], bool],
    ) -> None:
        self._members, self._weights, self._target = members, weights, log_target
        self._is_out_of_time = is_out_of_time
        self._size = len(panel)
        self._centre = _find_centre(weights, panel)
        self._first = find_tilt(panel, self._centre)
        self._fastest = self._size / 4.0  # the largest rate at which the sum of shares changes with the tilt
        self._windows: list[Window] = []
        self._least = math.inf

    def cover(self) -> SizeBound:
        """Cover the panels around the first tilt, then those of smaller and of larger tilts."""
        # Members of accuracy 1 would need an infinite tilt.
        if not 0.0 < self._first < _MOST_TILT:
            return self._exclude_nothing()
        start = self._take_window(self._first, 0.0, 0.0)
        if self._cover_downwards(*start) and self._cover_upwards(*start):
            return SizeBound(self._least, tuple(self._windows))
        return self._exclude_nothing()

    def _exclude_nothing(self) -> SizeBound:
        """Return no bound, and a window that excludes no panel."""
        nothing = np.zeros(len(self._members))
        return SizeBound(-math.inf, (Window(-math.inf, nothing, nothing),))

    def _cover_downwards(self, tilt: float, width: float) -> bool:
        """Cover the panels whose sums lie below the first window: those of smaller tilts, down to none."""
        for _ in range(_MOST_WINDOWS):
            # Without a tilt, all that are left sum to at most this, and the best of them to exactly that.
            most = self._centre - width + self._fastest * tilt
            if most <= self._centre + 2.0 * width or most >= self._size * self._members.accuracies[0]:
                least = self._bound_untilted(min(most, self._size * float(self._members.accuracies[0])))
                if least >= self._target:
                    self._least = min(self._least, least)
                    return True
            if tilt - (width + _WIDTHS[-1]) / self._fastest <= 0.0:
                return False
            tilt, width = self._take_window(tilt, width, -1.0)
        return False

    def _cover_upwards(self, tilt: float, width: float) -> bool:
        """Cover the panels whose sums lie above the first window, until none is left."""
        members = self._members
        for _ in range(_MOST_WINDOWS):
            _, shares = self._tilt(tilt)
            most, _ = kernels.size_bound.bound_sum_of_size(-shares, members.costs, members.cost_limit, self._size)
            if -most <= self._centre + width:
                return True
            if tilt > _MOST_TILT:
                return False
            tilt, width = self._take_window(tilt, width, 1.0)
        return False

    def _take_window(self, last_tilt: float, last_width: float, side: float) -> tuple[float, float]:
        """Take the widest next window that excludes its panels, or the narrowest; return its tilt and half-width."""
        for width in _WIDTHS:
            if self._is_out_of_time():
                raise _OutOfTimeError
            tilt = last_tilt + side * (last_width + width) / self._fastest
            narrowest = width == _WIDTHS[-1]
            if tilt > 0.0 and (narrowest or self._is_promising(tilt, width)):
                window = self._bound_window(tilt, width)
                if window.log_bound >= self._target or narrowest:
                    self._least = min(self._least, window.log_bound)
                    if window.log_bound < self._target:
                        self._windows.append(window)
                    return tilt, width
        raise AssertionError("the narrowest window is always taken")

    def _is_promising(self, tilt: float, width: float) -> bool:
        """Estimate whether a window will exclude its panels: a proof is expensive."""
        gains, _ = self._tilt(tilt)
        total, _ = kernels.size_bound.bound_sum_of_size(
            gains, self._members.costs, self._members.cost_limit, self._size
        )
        ends = [
            kernels.size_bound.compute_equal_expectation(
                self._weights, self._size, tilt, self._centre, self._centre + side
            )
            for side in (-width, width)
        ]
        guess = min(ends)
        return guess > 0.0 and total + tilt * self._centre + math.log(guess) > self._target + 2.0 * _COARSE

    def _bound_window(self, tilt: float, width: float) -> Window:
        """Prove the bound of one window."""
        members, size = self._members, self._size
        gains, shares = self._tilt(tilt)
        total, price = kernels.size_bound.bound_sum_of_size(gains, members.costs, members.cost_limit, size)
        values = self._weights * np.exp(tilt * (np.arange(size + 1) - self._centre))
        least = kernels.size_bound.bound_expectation(
            values,
            size,
            float(shares.min()),
            float(shares.max()),
            self._centre - width,
            self._centre + width,
            _FINE if width == _WIDTHS[-1] else _COARSE,
        )
        log_least = math.log(least) if least > 0.0 else -math.inf
        keys = gains + price * members.costs
        ranked = np.sort(keys)
        threshold = 0.5 * (ranked[size - 1] + ranked[min(size, len(ranked) - 1)])
        return Window(
            total + tilt * self._centre + log_least - _ROUNDING,
            np.maximum(keys - threshold, 0.0),
            np.maximum(threshold - keys, 0.0),
        )

    def _bound_untilted(self, most: float) -> float:
        accuracies = self._members.accuracies
        least = kernels.size_bound.bound_expectation(
            self._weights, self._size, float(accuracies[-1]), float(accuracies[0]), most, most, _COARSE
        )
        return math.log(least) - _ROUNDING if least > 0.0 else -math.inf

    def _tilt(self, tilt: float) -> tuple[FloatArray, FloatArray]:
        count = len(self._members)
        gains, shares = np.empty(count), np.empty(count)
        kernels.size_bound.tilt_accuracies(self._members.accuracies, tilt, gains, shares)
        return gains, shares


def _find_centre(weights: FloatArray, panel: FloatArray) -> float:
    """Return the mean number of right votes of a panel when it errs."""
    distribution = np.ones(1)
    for accuracy in panel:
        distribution = np.convolve(distribution, [1.0 - accuracy, accuracy])
    erring = distribution * weights
    total = float(erring.sum())
    if total <= 0.0:
        return len(panel) / 2.0
    return min(max(float(erring @ np.arange(len(weights))) / total, 0.25), len(panel) - 0.25)
