"""Tracks the incumbent, the trace and the stopping rule of one search."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.panel import TraceRow
from haversack.api.stopping import find_limits
from haversack.errors import SearchError
from haversack.offers import check_offer
from haversack.run_state import RunState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from haversack.api.observer import Audience
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.arrays import FloatArray, IntArray, Sets

INTERRUPTED = "interrupted (Ctrl-C)"  # as a stop reason
_FIRST_WORD = 0.05  # Seconds before a run shows within its first batch that it goes on.


class SearchOver(BaseException):
    """Ends a search that continues to offer sets after the monitor has stopped it."""


class RunMonitor(RunState):
    """Keeps the best feasible set of one run and decides when the run is over.

    Parameters
    ----------
    problem
        The problem.
    rule
        When to stop.
    listener
        Called with the progress after every batch and every bound.
    audience
        Learns of every improvement and every bound.
    **options
        Those of `haversack.run_state.RunState`.
    """

    def __init__(
        self,
        problem: Problem,
        rule: Callable[[Progress], str | None],
        *,
        listener: Callable[[Progress], None] | None = None,
        audience: Audience | None = None,
        **options: Any,
    ) -> None:
        super().__init__(problem, rule, **options)
        self._listener = listener
        self._audience = audience
        self._thread = threading.get_ident()
        self.is_cut_short = False
        """Whether the clock ended the search while a batch was being evaluated."""

    def go_on(self, rule: Callable[[Progress], str | None]) -> None:
        """Take another stopping rule from now on."""
        self._rule, self._limits, self.stop_reason = rule, find_limits(rule), None

    def offer_late(self, row: Sets) -> None:
        """Take a feasible set, if it is better, as the answer of a run that is over."""
        reason, self.stop_reason = self.stop_reason, None
        for _, loss, cost in self._improvements(row[None, :], None):
            self._accept(row, loss, cost, self._steps)
        self.stop_reason = reason

    def watch_clock(self) -> float:
        """Look at the clock while a batch is being evaluated: show that the run goes on, or end the search.

        Threads of the searcher may call it too; they end when the time is over, and change nothing.

        Returns
        -------
        float
            The seconds left.

        Raises
        ------
        SearchOver
            When the stopping rule fires, which only the clock can bring about between two offers.
        """
        is_own_thread = threading.get_ident() == self._thread
        if is_own_thread and self._clock() - self._start >= _FIRST_WORD:
            try:
                self.is_over()
            except StopIteration as error:
                # It would end a loop of the searcher without a trace.
                raise SearchError("stopping rule: raised StopIteration") from error
            if self.stop_reason is None:
                self._report()
        if self.seconds_left <= 0.0:
            self.is_cut_short = True
            raise SearchOver
        return self.seconds_left

    def is_over(self) -> bool:
        """Return whether the stopping rule fires by now; if so, this is the reason."""
        if self.stop_reason is None:
            self._seconds = self._clock() - self._start
            self.stop_reason = self.ask_rule(self._steps)
        return self.stop_reason is not None

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
        loss_bound: float | None = None,
    ) -> bool:
        """Read candidates in order; returns whether to go on. See `haversack.api.searcher.Monitor`."""
        if self.stop_reason is not None:
            raise SearchOver
        sets = np.asarray(sets, dtype=np.bool_)
        if losses is None and steps is None and at is None and evaluations is None:
            # What lies behind the last step would not be looked at.
            sets = sets[: int(min(self.steps_left, len(sets)))]
            if len(sets) > self._problem.rows_at_once:
                return self._offer_in_parts(sets, loss_bound)
        steps = len(sets) if steps is None else int(steps)
        at = np.arange(1, len(sets) + 1) if at is None else np.asarray(at)
        losses = None if losses is None else np.asarray(losses)
        check_offer(sets, losses, steps=steps, at=at, members=len(self._problem.pool))
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
            if loss_bound is not None:
                self._bound.tighten(loss_bound, self._best.loss)
            # Time and evaluations add up within a batch, but its candidates were all found before the end of it.
            self._seconds = self._clock() - self._start
            self.stop_reason = self.ask_rule(self._steps)
        self._report()
        return self.stop_reason is None

    def _offer_in_parts(self, sets: Sets, loss_bound: float | None) -> bool:
        """Offer sets that take long to evaluate, some at a time: they are read in order in any case."""
        start = 0
        while start < len(sets):
            rows = self._problem.rows_at_once
            is_last = start + rows >= len(sets)
            if not self.offer(sets[start : start + rows], loss_bound=loss_bound if is_last else None):
                return False
            start += rows
        return True

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Record a proved bound; returns whether to go on. See `haversack.api.searcher.Monitor`."""
        if self.stop_reason is not None:
            raise SearchOver
        self._bound.tighten(loss, self._best.loss, gap)
        self._seconds = self._clock() - self._start
        self.stop_reason = self.ask_rule(self._steps)
        self._report()
        return self.stop_reason is None

    def _report(self) -> None:
        """Report the progress to those who listen."""
        if self._audience is not None:
            self._audience.hear(self.progress())
        if self._listener is not None:
            self._listener(self.progress())

    def _improvements(self, sets: Sets, losses: FloatArray | None) -> Iterable[tuple[int, float, float]]:
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
        # Nothing can write to bytes, so the incumbent stays what was offered.
        row = np.frombuffer(row.tobytes(), dtype=np.bool_)
        # A cost that exceeds the budget only by rounding equals it.
        cost = min(cost, self._problem.budget)
        seconds, value = self._clock() - self._start, self._problem.value(loss)
        self._trace.append(
            TraceRow(
                step=step,
                seconds=seconds,
                value=value,
                error=loss if self._problem.is_probability else None,
                cost=cost,
                bound=None if self.loss_bound == -math.inf else self._show_bound(),
            )
        )
        self._steps = step
        # One assignment: Ctrl-C finds the old best set or the new one, never half of each.
        self._best = self._best.improve(row, loss=loss, value=value, cost=cost, step=step, seconds=seconds)
        self._bound.meet(loss)
        if self._audience is not None:
            now = attrs.evolve(self.progress(), seconds=seconds, seconds_since_improvement=0.0)
            self._audience.add_improvement(now, row)

    def ask_rule(self, step: int) -> str | None:
        """Return the reason for stopping at a step, or None."""
        reason = self._rule(self.progress(steps=step))
        if reason is not None and not isinstance(reason, str):
            raise SearchError(f"stopping rule {self._rule!r} must return a reason as text, or None; got {reason!r}")
        return reason

    def _stops_by(self, step: int) -> bool:
        """Go to a step with the best set unchanged; stop at the first step at which the rule fires, if any does."""
        if step < self._steps:
            return False
        reason = self.ask_rule(step)
        if reason is not None:
            early, late = self._steps, step
            while early < late:
                middle = (early + late) // 2
                earlier_reason = self.ask_rule(middle)
                if earlier_reason is None:
                    early = middle + 1
                else:
                    reason, late = earlier_reason, middle
            step = late
        self._steps, self.stop_reason = step, reason
        return reason is not None
