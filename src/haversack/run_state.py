"""What is known of a run: the best set, the bound, the counts, the time that is left."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.api.progress import Progress
from haversack.api.stopping import find_limits
from haversack.clock import read_search_seconds
from haversack.incumbent import Incumbent
from haversack.proved_bound import ProvedBound

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.panel import TraceRow
    from haversack.api.problem import Problem
    from haversack.arrays import Sets


class RunState:
    """The state of one run, to be read by searchers, rules and those who watch.

    Parameters
    ----------
    problem
        The problem.
    rule
        When to stop.
    clock
        Returns seconds, rising; by default without the time of setting up.
    refuses_false_bounds
        Whether a bound that contradicts a feasible set raises `SearchError`.
    spent
        Seconds of the run that lie before the search.
    """

    def __init__(
        self,
        problem: Problem,
        rule: Callable[[Progress], str | None],
        *,
        clock: Callable[[], float] = read_search_seconds,
        refuses_false_bounds: bool = True,
        spent: float = 0.0,
    ) -> None:
        self._problem = problem
        self._rule = rule
        self._limits = find_limits(rule)
        self._clock = clock
        self._start = clock() - spent
        self._seconds = 0.0
        self._steps = 0
        self._evaluations = 0
        self._best = Incumbent()
        self._bound = ProvedBound(is_probability=problem.is_probability, is_checked=refuses_false_bounds)
        self._shown_bound = (-math.inf, math.inf)
        self._trace: list[TraceRow] = []
        self.stop_reason: str | None = None

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._best.loss

    @property
    def best_value(self) -> float:
        """Value of the best feasible set so far; minus infinity before the first."""
        return self._best.value

    @property
    def best_cost(self) -> float:
        """Cost of the best feasible set so far."""
        return self._best.cost

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None."""
        return self._best.row

    @property
    def loss_bound(self) -> float:
        """The strongest proved bound on the loss of every feasible set; minus infinity before the first."""
        return self._bound.loss

    @property
    def gap(self) -> float | None:
        """The share of the best loss that could still be removed, where the searcher reports it."""
        return self._bound.gap

    @property
    def seconds_left(self) -> float:
        """How many seconds the rule allows at most from now on if the best set stays; 0 once the run is over."""
        if self.stop_reason is not None:
            return 0.0
        seconds = self._clock() - self._start
        since_improvement = seconds - self._best.seconds
        return max(0.0, min(self._limits.seconds - seconds, self._limits.seconds_since_improvement - since_improvement))

    @property
    def steps_left(self) -> float:
        """How many steps the rule allows at most from now on; 0 once the run is over."""
        return 0.0 if self.stop_reason is not None else max(0.0, self._limits.steps - self._steps)

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
            best_value=best.value,
            since_improvement=steps - best.step,
            loss_bound=self._bound.loss,
            # Within a batch the clock stands where the batch began, before a set that it has brought.
            seconds_since_improvement=max(0.0, self._seconds - best.seconds),
            previous_loss=best.previous_loss,
            previous_value=best.previous_value,
            bound=self._show_bound(),
            budget=self._problem.budget,
            best_cost=0.0 if best.row is None else best.cost,
            claimed_gap=self.gap,
            milestones=best.milestones,
        )

    def finish(self) -> None:
        """Take the time at the end of the search."""
        self._seconds = self._clock() - self._start

    def count(self) -> tuple[int, int, float]:
        """Return steps, evaluations and seconds, without a call of any part."""
        return self._steps, self._evaluations, self._seconds

    def _show_bound(self) -> float:
        """Return the bound as a value, computed once for each bound."""
        if self._shown_bound[0] != self.loss_bound:
            value = math.inf if self.loss_bound == -math.inf else self._problem.value(self.loss_bound)
            self._shown_bound = (self.loss_bound, value)
        return self._shown_bound[1]
