"""A searcher that is checked, and what it is tried on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.problem import Problem
from haversack.monitor import SearchOver
from haversack.testing.examples import MakePool, made_by
from haversack.testing.promises import Case, NotKept
from haversack.testing.searcher_runs import SITUATIONS, Run, Situation, watched_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@attrs.frozen
class SearcherCase(Case):
    """A searcher, and what it is tried on.

    Parameters
    ----------
    energy, cost
        Of the problems that it is given.
    make_pool
        Makes their pools.
    steps
        After how many steps a run is stopped.
    patience
        After how many seconds nobody waits any longer.
    """

    energy: Any
    cost: Any
    make_pool: MakePool
    steps: int
    patience: float

    def situations(self) -> Iterator[tuple[Situation, Problem]]:
        """Yield every problem, the smallest first."""
        for situation in SITUATIONS:
            pool = made_by(self.make_pool, situation.accuracies, situation.costs)
            yield situation, self.problem(pool, situation.buys)

    def problem(self, pool: Any, buys: tuple[int, ...] | None) -> Problem:
        """Return the problem with a budget that is just enough for a set."""
        budget = math.inf
        if buys is not None:
            row = np.zeros((1, len(pool)), dtype=np.bool_)
            row[0, list(buys)] = True
            # Where nothing costs anything there is nothing to limit.
            budget = float(self.cost.costs(pool, row)[0]) or math.inf
        return Problem(pool, self.energy, self.cost, budget)

    def run(self, problem: Problem, *, steps: int | None = None, part: Any = None, **options: Any) -> Run:
        """Run the searcher to its end, or raise what it raised."""
        run = watched_run(part or self.part, problem, steps=steps or self.steps, patience=self.patience, **options)
        if not run.finished:
            raise ToldError(f"no end in sight after {self.patience:g} seconds and {len(run.spy.offers)} offers")
        if isinstance(run.error, Exception):
            raise run.error
        if run.error is not None and not isinstance(run.error, (SearchOver, KeyboardInterrupt)):
            raise ToldError(f"it raised {type(run.error).__name__}, which ends more than the search")
        return run

    def everywhere(self, claim: Callable[[Problem], str | None]) -> None:
        """Raise `NotKept` for the smallest problem that a claim does not hold on."""
        for situation, problem in self.situations():
            example = {"situation": situation.words, "pool": problem.pool, "budget": problem.budget}
            try:
                found = claim(problem)
            except Exception as error:
                found = str(error) if isinstance(error, ToldError) else f"it raised {type(error).__name__}: {error}"
                raise NotKept(found, example) from error
            if found is not None:
                raise NotKept(found, example)


class ToldError(Exception):
    """A run that did not end as it should, in words."""
