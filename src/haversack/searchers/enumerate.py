"""Every feasible set, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack.searchers.common.feasible_sets import FeasibleSets
from haversack.validators import optional, whole

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.frontier import FrontierMonitor
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor


@attrs.frozen
class Enumerate:
    """Evaluate every feasible set, small sets first, so that the smallest of equally good sets is chosen.

    Needs nothing of the energy and the cost model, so it proves the best set of any of them. Each further member can
    double the work: for small pools, or budgets that buy few members. Deterministic; no compiled code of its own.

    Parameters
    ----------
    most_sets
        With more feasible sets than this, end without evaluating any; no limit if omitted.
    """

    most_sets: int | None = attrs.field(default=None, validator=optional(whole(1)))

    proves_optimality: ClassVar[bool] = True
    knows_constraints: ClassVar[bool] = True
    ends_by_itself: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Offer all feasible sets, then prove the best one optimal."""
        feasible = FeasibleSets(problem)
        if self.most_sets is not None and not feasible.is_at_most(self.most_sets):
            return f"there are more than {self.most_sets:,} feasible sets"
        count = 0
        for sets in feasible:
            if not monitor.offer(sets):
                return None
            count += len(sets)
        monitor.prove(monitor.best_loss)
        return f"all {count:,} feasible sets evaluated" if count > 1 else "the only feasible set evaluated"

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Do the same for all budgets at once; see `haversack.capabilities.TracesFrontier`."""
        for sets in FeasibleSets(problem):
            monitor.offer(sets)
        monitor.prove(problem.budget)
