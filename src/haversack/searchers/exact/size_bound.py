"""What no panel of one size can do better than, and what a panel that comes close must look like."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes

if TYPE_CHECKING:
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
    """A bound for the panels whose tilted accuracies sum to about the centre.

    Parameters
    ----------
    log_bound
        None of them has a smaller logarithm of its error.
    joining, missing
        By how much the logarithm exceeds that at least if a member is in, and if it is not in.
    """

    log_bound: float
    joining: FloatArray
    missing: FloatArray


@attrs.frozen(eq=False)
class SizeBound:
    """Bounds that together cover all panels of one size.

    Parameters
    ----------
    log_bound
        No panel of the size has a smaller logarithm of its error.
    windows
        Those that do not exclude the panels they stand for.
    """

    log_bound: float
    windows: tuple[Window, ...]

    @property
    def bound(self) -> float:
        """No panel of the size errs less."""
        return math.exp(min(self.log_bound, 0.0))


def bound_by_windows(problem: Problem, ordered: SortedMembers, panel: FloatArray, loss: float) -> SizeBound:
    """Bound the error of every panel of one size.

    Parameters
    ----------
    problem, ordered
        The energy; the members and the budget.
    panel
        Accuracies of a good panel of that size, from which tilt and centre are chosen.
    loss
        The error to beat: bounds above it need not be tight.
    """
    energy = problem.energy
    assert isinstance(energy, CountsVotes)
    log_target = math.log(loss) if loss > 0.0 else -math.inf
    return _Covering(ordered, energy.error_weights(len(panel)), panel, log_target).cover()


class _Covering:
    """Tilts to both sides of the first, until every panel is covered."""

    def __init__(self, ordered: SortedMembers, weights: FloatArray, panel: FloatArray, log_target: float) -> None:
        self._ordered, self._weights, self._target = ordered, weights, log_target
        self._size = len(panel)
        self._centre = _centre(weights, panel)
        self._first = kernels.majority_tail.tilt_for(np.ascontiguousarray(panel), self._size, self._centre)
        self._fastest = self._size / 4.0  # by which the sum of tilted accuracies changes with the tilt, at most
        self._windows: list[Window] = []
        self._least = math.inf

    def cover(self) -> SizeBound:
        """Cover the panels around the first tilt, then those of smaller and of larger tilts."""
        # Members of accuracy 1 would take a tilt without end.
        if not 0.0 < self._first < _MOST_TILT:
            return self._uncovered()
        start = self._window(self._first, 0.0, 0.0)
        if self._downwards(*start) and self._upwards(*start):
            return SizeBound(self._least, tuple(self._windows))
        return self._uncovered()

    def _uncovered(self) -> SizeBound:
        """Say nothing: no bound, and no panel excluded."""
        nothing = np.zeros(len(self._ordered.members))
        return SizeBound(-math.inf, (Window(-math.inf, nothing, nothing),))

    def _downwards(self, tilt: float, width: float) -> bool:
        """Cover the panels whose sums lie below the first window: those of smaller tilts, down to none."""
        for _ in range(_MOST_WINDOWS):
            # Without a tilt, all that are left sum to at most this, and the best of them to just that.
            most = self._centre - width + self._fastest * tilt
            if most <= self._centre + 2.0 * width or most >= self._size * self._ordered.accuracies[0]:
                least = self._least_untilted(min(most, self._size * float(self._ordered.accuracies[0])))
                if least >= self._target:
                    self._least = min(self._least, least)
                    return True
            if tilt - (width + _WIDTHS[-1]) / self._fastest <= 0.0:
                return False
            tilt, width = self._window(tilt, width, -1.0)
        return False

    def _upwards(self, tilt: float, width: float) -> bool:
        """Cover the panels whose sums lie above the first window, until none is left."""
        ordered = self._ordered
        for _ in range(_MOST_WINDOWS):
            _, chances = self._tilted(tilt)
            most, _ = kernels.size_bound.priced_sum(-chances, ordered.costs, ordered.cost_limit, self._size)
            if -most <= self._centre + width:
                return True
            if tilt > _MOST_TILT:
                return False
            tilt, width = self._window(tilt, width, 1.0)
        return False

    def _window(self, last_tilt: float, last_width: float, side: float) -> tuple[float, float]:
        """Take the widest next window that excludes its panels, or the narrowest; return its tilt and half-width."""
        for width in _WIDTHS:
            tilt = last_tilt + side * (last_width + width) / self._fastest
            narrowest = width == _WIDTHS[-1]
            if tilt > 0.0 and (narrowest or self._promises(tilt, width)):
                window = self._look(tilt, width)
                if window.log_bound >= self._target or narrowest:
                    self._least = min(self._least, window.log_bound)
                    if window.log_bound < self._target:
                        self._windows.append(window)
                    return tilt, width
        raise AssertionError("the narrowest window is always taken")

    def _promises(self, tilt: float, width: float) -> bool:
        """Guess whether a window will exclude its panels, before that is proved at some cost."""
        gains, _ = self._tilted(tilt)
        total, _ = kernels.size_bound.priced_sum(gains, self._ordered.costs, self._ordered.cost_limit, self._size)
        ends = [
            kernels.size_bound.equal_expectation(self._weights, self._size, tilt, self._centre, self._centre + side)
            for side in (-width, width)
        ]
        guess = min(ends)
        return guess > 0.0 and total + tilt * self._centre + math.log(guess) > self._target + 2.0 * _COARSE

    def _look(self, tilt: float, width: float) -> Window:
        """Prove the bound of one window."""
        ordered, size = self._ordered, self._size
        gains, chances = self._tilted(tilt)
        total, price = kernels.size_bound.priced_sum(gains, ordered.costs, ordered.cost_limit, size)
        values = self._weights * np.exp(tilt * (np.arange(size + 1) - self._centre))
        least = kernels.size_bound.least_expectation(
            values,
            size,
            float(chances.min()),
            float(chances.max()),
            self._centre - width,
            self._centre + width,
            _FINE if width == _WIDTHS[-1] else _COARSE,
        )
        log_least = math.log(least) if least > 0.0 else -math.inf
        keys = gains + price * ordered.costs
        ranked = np.sort(keys)
        threshold = 0.5 * (ranked[size - 1] + ranked[min(size, len(ranked) - 1)])
        return Window(
            total + tilt * self._centre + log_least - _ROUNDING,
            np.maximum(keys - threshold, 0.0),
            np.maximum(threshold - keys, 0.0),
        )

    def _least_untilted(self, most: float) -> float:
        accuracies = self._ordered.accuracies
        least = kernels.size_bound.least_expectation(
            self._weights, self._size, float(accuracies[-1]), float(accuracies[0]), most, most, _COARSE
        )
        return math.log(least) - _ROUNDING if least > 0.0 else -math.inf

    def _tilted(self, tilt: float) -> tuple[FloatArray, FloatArray]:
        count = len(self._ordered.members)
        gains, chances = np.empty(count), np.empty(count)
        kernels.size_bound.tilted(self._ordered.accuracies, tilt, gains, chances)
        return gains, chances


def _centre(weights: FloatArray, panel: FloatArray) -> float:
    """Return the mean number of right votes of a panel when it errs."""
    distribution = np.ones(1)
    for accuracy in panel:
        distribution = np.convolve(distribution, [1.0 - accuracy, accuracy])
    erring = distribution * weights
    total = float(erring.sum())
    if total <= 0.0:
        return len(panel) / 2.0
    return min(max(float(erring @ np.arange(len(weights))) / total, 0.25), len(panel) - 0.25)
