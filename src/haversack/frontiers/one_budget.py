"""The search at one budget, whose finds count for all budgets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.monitor import ForwardingMonitor
from haversack.selection.run import select

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor, Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.arrays import FloatArray, Sets
    from haversack.frontiers.record import FrontierRecord
    from haversack.plugins import Catalog


class Interrupted(BaseException):
    """Ctrl-C during a search, which alone would end that search and not the whole run."""


def search_budget(
    problem: Problem,
    budget: float,
    searcher: Searcher,
    rule: StoppingRule,
    staircase: FrontierRecord,
    seed: int | None,
    catalog: Catalog,
) -> int:
    """Search at one budget and let the staircase hear of everything; returns the seed used.

    Raises
    ------
    Interrupted
        After Ctrl-C; what was found is on the staircase.
    """
    heard = _Overheard(searcher, staircase, budget)
    chosen = select(
        problem.pool,
        budget,
        energy=problem.energy,
        searcher=heard,
        stopping=rule,
        cost=problem.cost_model,
        seed=seed,
        certify="off",
        catalog=catalog,
    )
    staircase.search_steps += chosen.steps
    return chosen.seed


@attrs.frozen(eq=False)
class _Overheard:
    """A searcher that starts from the best set known for its budget, and is listened to."""

    searcher: Searcher
    staircase: FrontierRecord
    budget: float

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        known = self.staircase.best(self.budget)
        if known is not None and not monitor.offer(known[None, :]):
            return None
        ear = _Ear(monitor, self.staircase, self.budget)
        try:
            return self.searcher.search(problem, ear, rng)
        except KeyboardInterrupt as error:
            raise Interrupted from error
        finally:
            if ear.loss_bound > -math.inf:
                self.staircase.bound(self.budget, ear.loss_bound)


class _Ear(ForwardingMonitor):
    """Tells the staircase what it hands on."""

    def __init__(self, monitor: Monitor, staircase: FrontierRecord, budget: float) -> None:
        super().__init__(monitor)
        self._staircase, self._budget = staircase, budget
        self.loss_bound = -math.inf

    def offer(self, sets: Sets, losses: FloatArray | None = None, **counts: Any) -> bool:
        best_before = self.best_loss
        going = super().offer(sets, losses, **counts)
        if losses is not None:
            self._staircase.offer(sets, losses, steps=0)
        elif self.best_set is not None and self.best_loss < best_before:
            # The others have not been evaluated where the monitor had no need to.
            self._staircase.offer(self.best_set[None, :], steps=0)
        self._staircase.reach(self._budget)
        return going

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        self.loss_bound = max(self.loss_bound, loss)
        return super().prove(loss, gap=gap)
