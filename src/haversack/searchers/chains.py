"""Walks in step through the feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.random_fill import RandomSets

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, Sets
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor


class ChainGroup:
    """Some walks, their random streams and what they found: the working state of one annealing run.

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
        self._on_log = on_log and problem.is_probability
        self._swap_share = swap_share
        self._unit = 2 if problem.traits.odd_sizes_suffice else 1
        self._random_sets = RandomSets.of(problem)
        resources = self._random_sets.resources
        self._checks_costs = resources is None
        self._usage = np.zeros((problem.size, 0)) if resources is None else resources.usage
        self._limits = np.zeros(0) if resources is None else resources.limits
        self._states = rng.integers(0, 2**64, chains, dtype=np.uint64)
        self._chains = chains
        self._found: list[tuple[int, Sets, float]] = []
        self._steps = self._evaluations = 0

    def restart(self) -> None:
        """Put every walk on a random set."""
        self._sets = self._random_sets.draw(self._chains, self._rng)
        self._sizes = self._sets.sum(axis=1)
        self._left = self._limits - self._sets @ self._usage
        self._losses = self._problem.losses(self._sets)
        self._new = (self._sets.copy(), self._sizes.copy(), self._left.copy())

    def typical_rise(self) -> float:
        """Return the mean rise of a sample of upward moves from where the walks are, or 1 if there is none."""
        losses = self._moved()
        self._new = (self._sets.copy(), self._sizes.copy(), self._left.copy())
        upward = losses[np.isfinite(losses)] > self._losses[np.isfinite(losses)]
        before, after = self._losses[np.isfinite(losses)][upward], losses[np.isfinite(losses)][upward]
        if self._on_log:
            positive = before > 0.0
            rises = np.log(after[positive] / before[positive])
        else:
            rises = after - before
        return float(rises.mean()) if rises.size else 1.0

    def advance(self, moves: int, temperature: float, best_loss: float) -> None:
        """Let every walk make so many moves, keeping what is better than the best so far."""
        for move in range(moves):
            new_losses = self._moved()
            for row in np.flatnonzero(new_losses < best_loss).tolist():
                if new_losses[row] < best_loss:
                    best_loss = float(new_losses[row])
                    self._found.append((move * self._chains + row + 1, self._new[0][row].copy(), best_loss))
            kernels.walks.settle(
                self._states, temperature, self._on_log, self._losses, new_losses,
                self._sets, self._sizes, self._left, *self._new,
            )  # fmt: skip
        self._steps = self._evaluations = moves * self._chains

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
            evaluations=self._evaluations,
        )

    def _moved(self) -> FloatArray:
        """Propose a move for every walk; return the losses, infinite where a move does not fit."""
        kernels.walks.propose(self._usage, self._states, self._swap_share, self._unit, *self._new)
        losses = self._problem.losses(self._new[0])
        if self._checks_costs:
            losses = np.where(self._problem.fits(self._new[0]), losses, np.inf)
        return losses
