"""A searcher to check, and the problems to check it on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.problem import Problem
from haversack.monitor import SearchOver
from haversack.testing.examples import MakePool, build_pool
from haversack.testing.promises import NotKept, PartCase
from haversack.testing.searcher_runs import WatchedRun, run_watched
from haversack.testing.situations import SITUATIONS, Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@attrs.frozen
class SearcherCase(PartCase):
    """A searcher, and the problems to check it on.

    Parameters
    ----------
    energy, cost
        The energy and the cost model of the problems.
    make_pool
        Makes their pools.
    steps
        Maximum number of steps of a run.
    patience
        Seconds after which a run counts as hung.
    """

    energy: Any
    cost: Any
    make_pool: MakePool
    steps: int
    patience: float

    def situations(self) -> Iterator[tuple[Situation, Problem]]:
        """Yield every problem, the smallest first."""
        for situation in SITUATIONS:
            pool = build_pool(self.make_pool, situation.accuracies, situation.costs)
            yield situation, self.build_problem(pool, situation.buys)

    def build_problem(self, pool: Any, buys: tuple[int, ...] | None) -> Problem:
        """Return the problem whose budget is just enough for a set."""
        budget = math.inf
        if buys is not None:
            row = np.zeros((1, len(pool)), dtype=np.bool_)
            row[0, list(buys)] = True
            # If the set costs nothing, there is nothing to limit.
            budget = float(self.cost.costs(pool, row)[0]) or math.inf
        return Problem(pool, self.energy, self.cost, budget)

    def run(self, problem: Problem, *, steps: int | None = None, part: Any = None, **options: Any) -> WatchedRun:
        """Run the searcher to its end, or raise the exception that it raised."""
        run = run_watched(part or self.part, problem, steps=steps or self.steps, patience=self.patience, **options)
        if not run.is_finished:
            raise FailedRunError(f"it did not end within {self.patience:g} seconds and {len(run.spy.offers)} offers")
        if isinstance(run.error, Exception):
            raise run.error
        if run.error is not None and not isinstance(run.error, (SearchOver, KeyboardInterrupt)):
            raise FailedRunError(f"it raised {type(run.error).__name__}, which ends more than the search")
        return run

    def check_everywhere(self, claim: Callable[[Problem], str | None]) -> None:
        """Raise `NotKept` for the smallest problem that a claim does not hold on."""
        for situation, problem in self.situations():
            example = {"situation": situation.words, "pool": problem.pool, "budget": problem.budget}
            try:
                found = claim(problem)
            except Exception as error:
                failed = isinstance(error, FailedRunError)
                found = str(error) if failed else f"it raised {type(error).__name__}: {error}"
                raise NotKept(found, example) from error
            if found is not None:
                raise NotKept(found, example)


class FailedRunError(Exception):
    """A run that did not end as it should; the message says how."""
