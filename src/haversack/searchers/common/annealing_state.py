"""Walks in step through the feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.common.incremental_losses import FollowedWalks
from haversack.searchers.common.random_sets import RandomSets

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


class ChainGroup:
    """Some walks, their random streams and what they found: the working state of one annealing run.

    Every walk always has a move proposed: `advance` looks at its loss, settles it and proposes the next.

    Parameters
    ----------
    problem
        What is being solved.
    chains
        Number of walks.
    rng
        Where their streams are seeded from.
    on_log
        Whether rises are taken on the logarithm of the loss.
    swap_share
        Share of the moves that exchange two members.
    """

    def __init__(
        self, problem: Problem, chains: int, rng: np.random.Generator, *, on_log: bool, swap_share: float
    ) -> None:
        self._problem = problem
        self._rng = rng
        self._chains = chains
        self._on_log = on_log and problem.is_probability
        self._random_sets = RandomSets.of(problem)
        resources = self._random_sets.resources
        self._checks_costs = resources is None
        self._usage = np.zeros((problem.size, 0)) if resources is None else resources.usage
        self._limits = np.zeros(0) if resources is None else resources.limits
        self._states = rng.integers(0, 2**64, chains, dtype=np.uint64)
        self._moves = swap_share, 2 if problem.traits.odd_sizes_suffice else 1
        self._found: list[tuple[int, Sets, float]] = []
        self._steps = 0

    @property
    def chains(self) -> int:
        """Number of walks."""
        return self._chains

    def restart(self, sets: Sets | None = None) -> None:
        """Put every walk on a set, a random one if none is given, and propose its first move."""
        self._sets = self._random_sets.draw(self._chains, self._rng) if sets is None else sets
        self._sizes = self._sets.sum(axis=1)
        self._left = self._limits - self._sets @ self._usage
        self._losses = self._problem.losses(self._sets)
        self._followed = FollowedWalks.of(self._problem, self._sets)
        self._accepted = np.zeros(self._chains, dtype=np.bool_)
        self._new_sets, self._new_sizes, self._new_left = self._sets.copy(), self._sizes.copy(), self._left.copy()
        kernels.annealing_state.propose(
            self._usage, self._states, *self._moves, self._new_sets, self._new_sizes, self._new_left
        )

    def typical_rise(self) -> float:
        """Return the mean rise over the proposed moves that go up, or 1 if there is none."""
        before, after = self._losses, self._proposed_losses()
        upward = (after > before) & np.isfinite(after)
        if self._on_log:
            upward &= before > 0.0
            rises = np.log(after[upward] / before[upward])
        else:
            rises = after[upward] - before[upward]
        return float(rises.mean()) if rises.size else 1.0

    def advance(self, moves: int, temperature: float, best_loss: float) -> None:
        """Let every walk make so many moves, keeping what is better than the best so far."""
        for move in range(moves):
            losses = self._proposed_losses()
            if losses.min() < best_loss:
                best_loss = self._keep_better(losses, best_loss, move * self._chains)
            kernels.annealing_state.settle_and_propose(
                self._usage, self._states, temperature, self._on_log, *self._moves,
                self._losses, losses, self._sets, self._sizes, self._left,
                self._new_sets, self._new_sizes, self._new_left, self._accepted,
            )  # fmt: skip
            if self._followed is not None and self._followed.settle(self._accepted):
                self._losses = self._problem.losses(self._sets)
        self._steps = moves * self._chains

    def offer_starts(self, monitor: Monitor) -> bool:
        """Report the sets that the walks start from."""
        return monitor.offer(self._sets, self._losses)

    def offer_found(self, monitor: Monitor) -> bool:
        """Report the moves made since the last report."""
        found, self._found = self._found, []
        sets = np.array([row for _, row, _ in found]).reshape(len(found), self._problem.size)
        return monitor.offer(
            sets,
            np.array([loss for *_, loss in found]),
            steps=self._steps,
            at=np.array([step for step, *_ in found], dtype=np.int64),
            evaluations=self._steps,
        )

    def _keep_better(self, losses: FloatArray, best_loss: float, steps_before: int) -> float:
        for row in np.flatnonzero(losses < best_loss).tolist():
            if losses[row] < best_loss:
                best_loss = float(losses[row])
                self._found.append((steps_before + row + 1, self._new_sets[row].copy(), best_loss))
        return best_loss

    def _proposed_losses(self) -> FloatArray:
        """Return the losses of the proposed moves, infinite where one does not fit.

        The energy is asked directly: what is wrong with a loss is found out when it is offered as the best, and the
        checks would take longer than the moves.
        """
        if self._followed is not None:
            losses = self._followed.losses(self._new_sets)
        else:
            losses = np.asarray(self._problem.energy.losses(self._problem.pool, self._new_sets), dtype=np.float64)
        if self._checks_costs:
            losses = np.where(self._problem.fits(self._new_sets), losses, np.inf)
        return losses
