"""Evaluates sets for branch and bound, offers them, and checks what the energy promises of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import EnergyError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets

_FALSE = 1e-9
_MOST_CELLS = 2**24


class SearchStopped(Exception):  # noqa: N818 - not an error
    """The monitor said stop."""


class Evaluation:
    """Computes losses and reports to a monitor.

    Parameters
    ----------
    problem
        The problem.
    monitor
        Receives sets and bounds.
    """

    def __init__(self, problem: Problem, monitor: Monitor) -> None:
        self._problem = problem
        self._monitor = monitor

    def compute(self, sets: Sets) -> FloatArray:
        """Return the losses of sets that are not to be offered; raises `SearchStopped` if the search is over."""
        return self._report(sets, np.zeros(len(sets), dtype=np.bool_), np.full(len(sets), -np.inf), None)

    def offer(
        self, sets: Sets, bounds: FloatArray, *, fitting: Sets | None = None, proved: float | None = None
    ) -> FloatArray:
        """Return the losses of sets, and offer them.

        Parameters
        ----------
        sets
            The sets.
        bounds
            A bound on the loss of each feasible set.
        fitting
            Which of them are feasible; all if left out.
        proved
            A bound on the loss of every feasible set of the problem, to be reported with them.

        Raises
        ------
        SearchStopped
            If the search is over.
        EnergyError
            If a set has a smaller loss than its bound, by more than rounding.
        """
        feasible = np.ones(len(sets), dtype=np.bool_) if fitting is None else fitting
        return self._report(sets, feasible, bounds, proved)

    def offer_neighbours(self, chosen: Sets, members: IntArray, bound: float) -> tuple[FloatArray, Sets]:
        """Offer a set with each of some further members; returns their losses, and whether they keep the limits."""
        losses, fits = np.zeros(len(members)), np.zeros(len(members), dtype=np.bool_)
        for place, sets in self._slice(chosen, members):
            fits[place] = self._problem.are_limits_kept(sets)
            losses[place] = self.offer(sets, np.full(len(sets), bound), fitting=self._problem.fits(sets))
        return losses, fits

    def compute_without(self, chosen: Sets, members: IntArray) -> FloatArray:
        """Return the losses of a set without each of some of its members; they are not offered."""
        losses = np.zeros(len(members))
        for place, sets in self._slice(chosen, members):
            losses[place] = self.compute(sets)
        return losses

    def check(self, chosen: Sets | None, loss: float, bound: float) -> None:
        """Raise `EnergyError` if a bound does not hold for a known set."""
        if chosen is not None:
            self._check_bounds(chosen[None, :], np.array([loss]), np.array([bound]))

    def _slice(self, chosen: Sets, members: IntArray) -> Iterator[tuple[slice, Sets]]:
        """Yield sets that differ from one in a member each, in slices that fit in memory."""
        width = max(1, _MOST_CELLS // len(chosen))
        for start in range(0, len(members), width):
            some = members[start : start + width]
            yield slice(start, start + len(some)), chosen ^ (some[:, None] == np.arange(len(chosen)))

    def _report(self, sets: Sets, feasible: Sets, bounds: FloatArray, proved: float | None) -> FloatArray:
        losses = self._problem.losses(sets)
        self._check_bounds(sets[feasible], losses[feasible], bounds[feasible])
        better = feasible & (losses < self._monitor.best_loss)
        # A set of this batch may be better than the bound by rounding.
        limit = float(losses[better].min()) if better.any() else self._monitor.best_loss
        going = self._monitor.offer(
            sets[better],
            losses[better],
            steps=len(sets),
            at=np.flatnonzero(better) + 1,
            evaluations=len(sets),
            loss_bound=None if proved is None else min(proved, limit),
        )
        if not going:
            raise SearchStopped
        return losses

    def _check_bounds(self, sets: Sets, losses: FloatArray, bounds: FloatArray) -> None:
        false = np.flatnonzero(losses < bounds - _FALSE * np.maximum(np.abs(losses), np.abs(bounds)))
        if false.size:
            row = false[0]
            raise EnergyError(
                f"energy {self._problem.energy!r}: the set {np.flatnonzero(sets[row]).tolist()!s:.80} has the loss "
                f"{losses[row]:.6g}, but by the bounds or the trait diminishing_returns of the energy it is at least "
                f"{bounds[row]:.6g}"
            )
