"""The one who watches a search: incumbent, trace, stop check, progress."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np

from haversack.api.progress import Progress
from haversack.api.selection import TraceRow
from haversack.errors import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.arrays import FloatArray, IntArray, Sets
    from haversack.api.problem import Problem
    from haversack.api.stopping import StoppingRule


class SearchOver(BaseException):
    """Ends a search that goes on offering after it was told to stop."""


class RunMonitor:
    """Keeps the best feasible set of one run and decides when the run is over.

    Parameters
    ----------
    problem
        What is being solved.
    rule
        When to stop.
    listener
        Called with the progress after every batch.
    clock
        Seconds, rising.
    """

    def __init__(
        self,
        problem: Problem,
        rule: StoppingRule,
        *,
        listener: Callable[[Progress], None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._problem = problem
        self._rule = rule
        self._listener = listener
        self._clock = clock
        self._start = clock()
        self._seconds = 0.0
        self._steps = 0
        self._evaluations = 0
        self._improved_at = 0
        self._best_loss = math.inf
        self._best_cost = math.nan
        self._best_set: Sets | None = None
        self.trace: list[TraceRow] = []
        self.stop_reason: str | None = None

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._best_loss

    @property
    def best_cost(self) -> float:
        """Cost of the best feasible set so far."""
        return self._best_cost

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None."""
        return self._best_set

    def progress(self, *, steps: int | None = None) -> Progress:
        """Return a snapshot, optionally as of another step since the last improvement."""
        steps = self._steps if steps is None else steps
        found = self._best_set is not None
        return Progress(
            steps=steps,
            evaluations=self._evaluations,
            seconds=self._seconds,
            best_loss=self._best_loss,
            best_value=self._problem.value(self._best_loss) if found else -math.inf,
            since_improvement=steps - self._improved_at,
        )

    def finish(self) -> Progress:
        """Take the time at the end of the search and return the last snapshot."""
        self._seconds = self._clock() - self._start
        return self.progress()

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
    ) -> bool:
        """Read candidates in order; returns whether to go on. See `haversack.api.searcher.Monitor`."""
        if self.stop_reason is not None:
            raise SearchOver
        sets = np.asarray(sets, dtype=np.bool_)
        if sets.ndim != 2 or sets.shape[1] != self._problem.size:
            raise SearchError(
                f"searcher offered sets of shape {sets.shape}; expected (rows, {self._problem.size}), a row per set"
            )
        at = np.arange(1, len(sets) + 1) if at is None else np.asarray(at)
        steps = len(sets) if steps is None else steps
        if len(at) != len(sets) or (len(at) and not (at[0] >= 1 and np.all(np.diff(at) >= 0) and at[-1] <= steps)):
            raise SearchError(f"searcher offered steps {at!r:.80}; expected one per set, rising, from 1 to {steps}")
        base = self._steps
        self._evaluations += len(sets) if evaluations is None else evaluations
        for row, loss, cost in self._improvements(sets, losses):
            step = base + int(at[row])
            # What would have stopped the run before this candidate came up does so now.
            if self._stops_by(step - 1):
                break
            self._accept(sets[row], loss, cost, step)
            if self._stops_by(step):
                break
        else:
            if not self._stops_by(base + steps):
                # Time passes within a batch, but its candidates were all found before the end of it.
                self._seconds = self._clock() - self._start
                self.stop_reason = self._rule(self.progress())
        if self._listener is not None:
            self._listener(self.progress())
        return self.stop_reason is None

    def _improvements(self, sets: Sets, losses: FloatArray | None) -> list[tuple[int, float, float]]:
        """Return row, loss and cost of each candidate that is feasible and better than all before it."""
        if losses is None:
            fitting = np.flatnonzero(self._problem.fits(sets))
            rows, claimed = fitting, self._problem.losses(sets[fitting])
        else:
            # A claim to be the best is checked; whatever claims less is of no consequence.
            rows = np.flatnonzero(np.asarray(losses) < self._best_loss)
            rows = rows[self._problem.fits(sets[rows])]
            claimed = self._problem.losses(sets[rows])
        before = np.minimum.accumulate(np.concatenate([[self._best_loss], claimed]))[:-1]
        better = np.flatnonzero(claimed < before)
        costs = self._problem.costs(sets[rows[better]])
        return [
            (int(rows[place]), float(claimed[place]), float(cost)) for place, cost in zip(better, costs, strict=True)
        ]

    def _accept(self, row: Sets, loss: float, cost: float, step: int) -> None:
        self._best_set = row.copy()
        self._best_set.setflags(write=False)
        # Costs that pass the budget by rounding only are the budget.
        self._best_loss, self._best_cost = loss, min(cost, self._problem.budget)
        self._steps = self._improved_at = step
        self.trace.append(
            TraceRow(
                step=step,
                seconds=self._clock() - self._start,
                value=self._problem.value(loss),
                error=loss if self._problem.is_probability else None,
                cost=self._best_cost,
            )
        )

    def _stops_by(self, step: int) -> bool:
        """Go to a step with the best set unchanged; stop at the first step at which the rule fires, if any does."""
        if step < self._steps:
            return False
        reason = self._rule(self.progress(steps=step))
        if reason is not None:
            early, late = self._steps, step
            while early < late:
                middle = (early + late) // 2
                earlier_reason = self._rule(self.progress(steps=middle))
                if earlier_reason is None:
                    early = middle + 1
                else:
                    reason, late = earlier_reason, middle
            step = late
        self._steps, self.stop_reason = step, reason
        return reason is not None
