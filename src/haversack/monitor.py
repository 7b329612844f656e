"""Tracks the incumbent, the trace and the stopping rule of one search."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.progress import Progress
from haversack.api.selection import TraceRow
from haversack.errors import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets

INTERRUPTED = "interrupted (Ctrl-C)"  # as a stop reason


@attrs.frozen(eq=False)
class Incumbent:
    """The best feasible set so far and when it was found.

    Parameters
    ----------
    row
        The set, of shape (len(pool),), or None before the first.
    loss, cost
        Of that set.
    step
        The step in which it was found; 0 before the first.
    improvements
        Number of improvements so far.
    """

    row: Sets | None = None
    loss: float = math.inf
    cost: float = math.nan
    step: int = 0
    improvements: int = 0


class SearchOver(BaseException):
    """Ends a search that continues to offer sets after the monitor has stopped it."""


class RunMonitor:
    """Keeps the best feasible set of one run and decides when the run is over.

    Parameters
    ----------
    problem
        The problem.
    rule
        When to stop.
    listener
        Called with the progress after every batch.
    clock
        Returns seconds, rising.
    """

    def __init__(
        self,
        problem: Problem,
        rule: Callable[[Progress], str | None],
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
        self._best = Incumbent()
        self._loss_bound = -math.inf
        self._trace: list[TraceRow] = []
        self.stop_reason: str | None = None
        self.gap: float | None = None
        """The share of the best loss that could still be removed, where the searcher reports it."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._best.loss

    @property
    def best_cost(self) -> float:
        """Cost of the best feasible set so far."""
        return self._best.cost

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None."""
        return self._best.row

    @property
    def trace(self) -> tuple[TraceRow, ...]:
        """One row per improvement of the best set."""
        return tuple(self._trace[: self._best.improvements])

    def progress(self, *, steps: int | None = None) -> Progress:
        """Return a snapshot, optionally as of another step since the last improvement."""
        best, steps = self._best, self._steps if steps is None else steps
        return Progress(
            steps=steps,
            evaluations=self._evaluations,
            seconds=self._seconds,
            best_loss=best.loss,
            best_value=-math.inf if best.row is None else self._problem.value(best.loss),
            since_improvement=steps - best.step,
            loss_bound=self._loss_bound,
        )

    def go_on(self) -> None:
        """Drop the stopping rule: the search now goes on until it ends by itself."""
        self._rule, self.stop_reason = lambda _: None, None

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
        steps = len(sets) if steps is None else int(steps)
        at = np.arange(1, len(sets) + 1) if at is None else np.asarray(at)
        losses = None if losses is None else np.asarray(losses)
        self._check(sets, losses, steps, at)
        base = self._steps
        for row, loss, cost in self._improvements(sets, losses):
            step = base + int(at[row])
            # A rule that fires before this candidate was found stops the run now.
            if self._stops_by(step - 1):
                break
            self._accept(sets[row], loss, cost, step)
            if self._stops_by(step):
                break
        else:
            self._stops_by(base + steps)
        self._evaluations += len(sets) if evaluations is None else int(evaluations)
        if self.stop_reason is None:
            # Time and evaluations add up within a batch, but its candidates were all found before the end of it.
            self._seconds = self._clock() - self._start
            self.stop_reason = self._reason(self._steps)
        if self._listener is not None:
            self._listener(self.progress())
        return self.stop_reason is None

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Record a proved bound; returns whether to go on. See `haversack.api.searcher.Monitor`."""
        if self.stop_reason is not None:
            raise SearchOver
        # No bound lies above the loss of a known set; anything beyond is rounding.
        self._loss_bound = max(self._loss_bound, min(float(loss), self._best.loss))
        if gap is not None:
            self.gap = gap if self.gap is None else min(gap, self.gap)
        self._seconds = self._clock() - self._start
        self.stop_reason = self._reason(self._steps)
        return self.stop_reason is None

    def _check(self, sets: Sets, losses: FloatArray | None, steps: int, at: IntArray) -> None:
        members = len(self._problem.pool)
        if sets.ndim != 2 or sets.shape[1] != members:
            raise SearchError(f"searcher offered sets of shape {sets.shape}; expected (rows, {members}), a row per set")
        if losses is not None and losses.shape != (len(sets),):
            raise SearchError(f"searcher offered losses of shape {losses.shape}; expected ({len(sets)},), one per set")
        if steps < 0:
            raise SearchError(f"searcher took {steps} steps; expected at least 0")
        rising = at.shape == (len(sets),) and bool(np.all(at[1:] >= at[:-1]))
        if not rising or (len(at) and not 1 <= at[0] <= at[-1] <= steps):
            raise SearchError(
                f"searcher offered steps {at.tolist()!s:.80}; expected one per set, rising, from 1 to {steps}"
            )

    def _improvements(self, sets: Sets, losses: FloatArray | None) -> list[tuple[int, float, float]]:
        """Return row, loss and cost of each candidate that is feasible and better than all before it."""
        if losses is None:
            fitting = np.flatnonzero(self._problem.fits(sets))
            rows, claimed = fitting, self._problem.losses(sets[fitting])
        else:
            # A claim to be the best is checked; other sets change nothing.
            rows = np.flatnonzero(losses < self._best.loss)
            if rows.size == 0:
                return []
            rows = rows[self._problem.fits(sets[rows])]
            claimed = self._problem.losses(sets[rows])
        before = np.minimum.accumulate(np.concatenate([[self._best.loss], claimed]))[:-1]
        better = np.flatnonzero(claimed < before)
        costs = self._problem.costs(sets[rows[better]])
        return list(zip(rows[better].tolist(), claimed[better].tolist(), costs.tolist(), strict=True))

    def _accept(self, row: Sets, loss: float, cost: float, step: int) -> None:
        row = row.copy()
        row.setflags(write=False)
        # A cost that exceeds the budget only by rounding equals it.
        cost = min(cost, self._problem.budget)
        self._trace.append(
            TraceRow(
                step=step,
                seconds=self._clock() - self._start,
                value=self._problem.value(loss),
                error=loss if self._problem.is_probability else None,
                cost=cost,
                bound=None if self._loss_bound == -math.inf else self._problem.value(self._loss_bound),
            )
        )
        self._steps = step
        self._loss_bound = min(self._loss_bound, loss)
        self.gap = None
        # One assignment: Ctrl-C finds the old best set or the new one, never half of each.
        self._best = Incumbent(row, loss, cost, step, len(self._trace))

    def _reason(self, step: int) -> str | None:
        """Ask the rule, as of a step."""
        reason = self._rule(self.progress(steps=step))
        if reason is not None and not isinstance(reason, str):
            raise SearchError(f"stopping rule {self._rule!r} must return a reason as text, or None; got {reason!r}")
        return reason

    def _stops_by(self, step: int) -> bool:
        """Go to a step with the best set unchanged; stop at the first step at which the rule fires, if any does."""
        if step < self._steps:
            return False
        reason = self._reason(step)
        if reason is not None:
            early, late = self._steps, step
            while early < late:
                middle = (early + late) // 2
                earlier_reason = self._reason(middle)
                if earlier_reason is None:
                    early = middle + 1
                else:
                    reason, late = earlier_reason, middle
            step = late
        self._steps, self.stop_reason = step, reason
        return reason is not None


class ForwardingMonitor:
    """Forwards everything to another monitor; the base class for searchers that wrap other searchers.

    Parameters
    ----------
    monitor
        The monitor to forward to.
    """

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self.going = True
        """What the monitor last answered."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._monitor.best_loss

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None before the first."""
        return self._monitor.best_set

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
    ) -> bool:
        """Forward candidates. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.offer(sets, losses, steps=steps, at=at, evaluations=evaluations)
        return self.going

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Forward a bound. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.prove(loss, gap=gap)
        return self.going
