"""The state of an annealing run: walks in step through the feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.common.incremental_losses import IncrementalLosses
from haversack.searchers.common.random_sets import RandomSets

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


class WalkGroup:
    """Some walks, their random streams and the better sets they found.

    Every walk always has a proposed move: `advance` computes its loss, accepts or refuses it and proposes the next.

    Parameters
    ----------
    problem
        What is being solved.
    walks
        Number of walks.
    rng
        What their streams are seeded from.
    on_log
        Whether rises are taken on the logarithm of the loss.
    swap_share
        Share of the moves that exchange two members.
    """

    def __init__(
        self, problem: Problem, walks: int, rng: np.random.Generator, *, on_log: bool, swap_share: float
    ) -> None:
        self._problem = problem
        self._rng = rng
        self._walks = walks
        self._on_log = on_log and problem.is_probability
        self._random_sets = RandomSets.of(problem)
        resources = self._random_sets.resources
        self._checks_costs = resources is None
        self._limits = np.zeros(0) if resources is None else resources.limits
        self._usage = np.zeros((len(problem.pool), 0)) if resources is None else resources.usage
        self._moves = kernels.jit.plain(
            kernels.annealing_state.Moves(
                usage=self._usage,
                states=rng.integers(0, 2**64, walks, dtype=np.uint64),
                swap_share=swap_share,
                unit=2 if problem.traits.odd_sizes_suffice else 1,
            )
        )
        self._better: list[tuple[int, Sets, float]] = []
        self._steps = 0

    @property
    def walks(self) -> int:
        """Number of walks."""
        return self._walks

    def restart(self, sets: Sets | None = None) -> None:
        """Put every walk on a set, a random one if none is given, and propose its first move."""
        sets = self._random_sets.draw(self._walks, self._rng) if sets is None else sets
        sizes, left = sets.sum(axis=1), self._limits - sets @ self._usage
        self._losses = self._problem.losses(sets)
        self._incremental = IncrementalLosses.of(self._problem, sets)
        self._accepted = np.zeros(self._walks, dtype=np.bool_)
        self._sets, self._proposed_sets = sets, sets.copy()
        positions = kernels.annealing_state.Positions
        self._positions = kernels.jit.plain(positions(sets, sizes, left))
        self._proposals = kernels.jit.plain(positions(self._proposed_sets, sizes.copy(), left.copy()))
        kernels.annealing_state.propose(self._moves, self._proposals)

    def compute_typical_rise(self) -> float:
        """Return the mean rise over the proposed moves that raise the loss, or 1 if there is none."""
        before, after = self._losses, self._compute_proposed_losses()
        upward = (after > before) & np.isfinite(after)
        if self._on_log:
            upward &= before > 0.0
            rises = np.log(after[upward] / before[upward])
        else:
            rises = after[upward] - before[upward]
        return float(rises.mean()) if rises.size else 1.0

    def advance(self, moves: int, temperature: float, best_loss: float) -> None:
        """Let every walk make so many moves, keeping the sets that are better than the best so far."""
        for move in range(moves):
            losses = self._compute_proposed_losses()
            if losses.min() < best_loss:
                best_loss = self._keep_better(losses, best_loss, move * self._walks)
            kernels.annealing_state.settle_and_propose(
                self._moves,
                temperature,
                self._on_log,
                self._losses,
                losses,
                self._positions,
                self._proposals,
                self._accepted,
            )
            if self._incremental is not None and self._incremental.settle(self._accepted):
                self._losses = self._problem.losses(self._sets)
        self._steps = moves * self._walks

    def offer_starts(self, monitor: Monitor) -> bool:
        """Report the sets that the walks start from."""
        return monitor.offer(self._sets, self._losses)

    def offer_better(self, monitor: Monitor) -> bool:
        """Report the moves made since the last report."""
        better, self._better = self._better, []
        sets = np.array([row for _, row, _ in better]).reshape(len(better), len(self._problem.pool))
        return monitor.offer(
            sets,
            np.array([loss for *_, loss in better]),
            steps=self._steps,
            at=np.array([step for step, *_ in better], dtype=np.int64),
            evaluations=self._steps,
        )

    def _keep_better(self, losses: FloatArray, best_loss: float, steps_before: int) -> float:
        for row in np.flatnonzero(losses < best_loss).tolist():
            if losses[row] < best_loss:
                best_loss = float(losses[row])
                self._better.append((steps_before + row + 1, self._proposed_sets[row].copy(), best_loss))
        return best_loss

    def _compute_proposed_losses(self) -> FloatArray:
        """Return the losses of the proposed moves, infinite where one does not fit.

        The energy is called directly: a wrong loss is detected when it is offered as the best, and the checks would
        take longer than the moves.
        """
        sets = self._proposed_sets
        if self._incremental is not None:
            losses = self._incremental.compute(sets)
        else:
            losses = np.asarray(self._problem.energy.losses(self._problem.pool, sets), dtype=np.float64)
        if self._checks_costs:
            losses = np.where(self._problem.fits(sets), losses, np.inf)
        return losses
