"""Walks of annealing through sets that constraints allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.searchers.common.repair import Repair

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


class ConstrainedWalks:
    """Some walks in step, as `haversack.searchers.common.annealing_state.WalkGroup`, where constraints make demands.

    A move flips a member or exchanges two; a set that is not feasible then is repaired.

    Parameters
    ----------
    problem
        What is being solved.
    walks
        Number of walks.
    rng
        The source of randomness.
    on_log
        Whether rises are taken on the logarithm of the loss.
    swap_share
        Share of the moves that exchange two members.
    """

    is_followed = False

    def __init__(
        self, problem: Problem, walks: int, rng: np.random.Generator, *, on_log: bool, swap_share: float
    ) -> None:
        self._problem, self._rng, self._swap_share = problem, rng, swap_share
        self._on_log = on_log and problem.is_probability
        self._repair = Repair.of(problem)
        self.walks, self.members = walks, len(problem.pool)
        self._better: list[tuple[int, Sets, float]] = []
        self._steps = 0

    def restart(self, sets: Sets | None = None) -> None:
        """Put every walk on a set, a random one if none is given."""
        if sets is None:
            shares = self._rng.random((self.walks, 1))
            sets = self._rng.random((self.walks, self.members)) < shares
        self._sets = self._repair(sets, self._rng)
        self._starts = self._sets.copy()
        self._losses = np.where(self._problem.fits(self._sets), self._problem.losses(self._sets), np.inf)

    def compute_typical_rise(self) -> float:
        """Return the mean rise over proposed moves that raise the loss, or 1 if there is none."""
        before, after = self._losses, self._evaluate(self._propose())
        upward = (after > before) & np.isfinite(after) & ((before > 0.0) | (not self._on_log))
        rises = np.log(after[upward] / before[upward]) if self._on_log else after[upward] - before[upward]
        return float(rises.mean()) if rises.size else 1.0

    def advance(self, temperatures: FloatArray, best_loss: float, is_over: Callable[[], bool] = lambda: False) -> None:
        """Let every walk make a move at each temperature, keeping the sets that are better than the best so far."""
        made = 0
        while made < len(temperatures) and not (made and is_over()):
            proposed = self._propose()
            losses = self._evaluate(proposed)
            for row in np.flatnonzero(losses < best_loss).tolist():
                if losses[row] < best_loss:
                    best_loss = float(losses[row])
                    self._better.append((made * self.walks + row + 1, proposed[row].copy(), best_loss))
            self._settle(proposed, losses, float(temperatures[made]))
            made += 1
        self._steps = made * self.walks

    @staticmethod
    def advance_together(
        groups: Sequence[ConstrainedWalks], temperatures: FloatArray, best_loss: float, is_over: Callable[[], bool]
    ) -> None:
        """Let several groups advance."""
        for group in groups:
            group.advance(temperatures, best_loss, is_over)

    def offer_starts(self, monitor: Monitor) -> bool:
        """Report the sets that the walks start from."""
        return monitor.offer(self._starts, self._losses)

    def offer_better(self, monitor: Monitor) -> bool:
        """Report the moves made since the last report."""
        better, self._better = self._better, []
        return monitor.offer(
            np.array([row for _, row, _ in better]).reshape(len(better), self.members),
            np.array([loss for *_, loss in better]),
            steps=self._steps,
            at=np.array([step for step, *_ in better], dtype=np.int64),
            evaluations=self._steps,
        )

    def _propose(self) -> Sets:
        """Return one further set per walk."""
        rows = np.arange(self.walks)
        proposed = self._sets.copy()
        keys = self._rng.random(proposed.shape)
        swaps = self._rng.random(self.walks) < self._swap_share
        flipped = np.argmax(keys, axis=1)
        leaving = np.argmax(np.where(proposed, keys, -1.0), axis=1)
        joining = np.argmax(np.where(proposed, -1.0, keys), axis=1)
        for members, chosen in ((flipped, ~swaps), (leaving, swaps), (joining, swaps)):
            # Members that belong together change together.
            units = self._repair.units[members]
            proposed[chosen] ^= self._repair.units == units[chosen, None]
        fits = self._problem.fits(proposed)
        if not fits.all():
            proposed[rows[~fits]] = self._repair(proposed[~fits], self._rng)
        return proposed

    def _evaluate(self, sets: Sets) -> FloatArray:
        fits = self._problem.fits(sets) & sets.any(axis=1)
        losses = np.full(len(sets), np.inf)
        losses[fits] = self._problem.losses(sets[fits])
        return losses

    def _settle(self, proposed: Sets, losses: FloatArray, temperature: float) -> None:
        with np.errstate(divide="ignore", invalid="ignore"):
            rises = np.log(losses) - np.log(self._losses) if self._on_log else losses - self._losses
        chances = np.exp(-np.maximum(np.nan_to_num(rises, nan=0.0, posinf=np.inf), 0.0) / temperature)
        accepted = np.isfinite(losses) & (self._rng.random(self.walks) < chances)
        self._sets[accepted], self._losses[accepted] = proposed[accepted], losses[accepted]
