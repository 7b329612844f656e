"""The frontier by proofs of single budgets: the best set of a budget is that of all budgets down to its cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import StoppingRule
from haversack.errors import InfeasibleError
from haversack.frontiers.budgets import BELOW
from haversack.frontiers.one_budget import search_budget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.frontiers.record import FrontierRecord
    from haversack.plugins import Catalog
    from haversack.selection.options import OnFailure

_ROUNDING = 1e-9


@attrs.frozen
class ProofWalk:
    """Proves ranges of budgets, one search after the other.

    Parameters
    ----------
    problem
        The problem; its budget is the largest.
    record
        Where sets and bounds go.
    searcher
        Proves optimality, or gives up with a bound.
    seed, catalog, on_failure
        As in `haversack.frontier`.
    """

    problem: Problem
    record: FrontierRecord
    searcher: Searcher
    seed: int
    catalog: Catalog
    on_failure: OnFailure

    def climb(self, ceilings: Iterable[float]) -> float:
        """Prove all budgets up to each of some, rising; return the last one up to which all are proved."""
        floor = 0.0
        for ceiling in ceilings:
            if not self.cover(floor, ceiling):
                break
            floor = ceiling
            self.record.prove(floor)
        return floor

    def cover(self, floor: float, ceiling: float) -> bool:
        """Search the budgets between two; return whether all of them are proved.

        From the largest down: the best set of a budget is that of all budgets down to its cost, and the next budget
        lies just below that cost, so no set is missing.
        """
        budget, bound = ceiling, -math.inf
        while budget > floor:
            if not self.search(budget, bound):
                return False
            best = self.record.best(budget)
            if best is None:
                # No set is feasible, nor is one within a smaller budget.
                return True
            bound = self.record.best_loss(budget)
            cost = float(self.problem.costs(best[None, :])[0])
            # A cost that passes the budget only by rounding would fit again.
            budget = min(cost, budget) * (1.0 - BELOW)
        return True

    def search(self, budget: float, bound: float = -math.inf) -> bool:
        """Search one budget, within which no loss falls below a bound; return whether its best set is proved."""
        record = self.record
        if bound > -math.inf:
            record.bound(budget, bound)
        try:
            rule = _Reached(bound)
            search_budget(self.problem, budget, self.searcher, rule, record, self.seed, self.catalog, self.on_failure)
        except InfeasibleError:
            return True
        if record.failures:
            return False
        proved = record.bound_of(budget)
        loss = record.best_loss(budget)
        return math.isinf(loss) or (proved is not None and proved >= loss - _ROUNDING * abs(loss))


@attrs.frozen
class _Reached(StoppingRule):
    """End a search that has found a set as good as any can be."""

    loss: float

    def __call__(self, progress: Progress) -> str | None:
        """Fire once the best loss is at the bound."""
        return "as good as any" if progress.best_loss <= self.loss else None
