"""Branch and bound for energies that can be bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack.api.bounds import BoundsLosses
from haversack.errors import CapabilityError
from haversack.searchers.branch_and_bound.tree import Tree
from haversack.searchers.common.limited_monitors import StepLimit
from haversack.validators import optional, whole

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor


@attrs.frozen
class BranchAndBound:
    """Find the best set and prove that none is better, with bounds that come from the energy.

    For energies that bound losses themselves (`haversack.capabilities.BoundsLosses`) or promise diminishing returns,
    with any cost model. Starts from greedy sets. Then the sets of the weakest bound are split by their first further
    member; those whose bound is no better than the best set are left out. A step is one set that is evaluated. The
    search can be stopped at any time: the answer then has a bound.

    Parameters
    ----------
    most_nodes
        End without a proof after evaluating so many sets; no limit if omitted.
    """

    most_nodes: int | None = attrs.field(default=None, validator=optional(whole(1)))

    proves_optimality: ClassVar[bool] = True
    ends_by_itself: ClassVar[bool] = True
    evaluates_sets: ClassVar[bool] = True
    knows_constraints: ClassVar[bool] = True

    @classmethod
    def find_unmet_needs(cls, problem: Problem) -> list[str]:
        """Return what is missing: the energy must offer bounds or promise what they follow from."""
        if isinstance(problem.energy, BoundsLosses) or problem.traits.diminishing_returns:
            return []
        name = type(problem.original_energy).__name__
        return [f"energy {name} neither offers BoundsLosses nor promises diminishing_returns"]

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Search until the best set is proved, the nodes are used up, or the monitor says stop."""
        missing = self.find_unmet_needs(problem)
        if missing:
            raise CapabilityError(f"searcher BranchAndBound cannot be used here: {missing[0]}")
        if self.most_nodes is None:
            return Tree(problem, monitor).search()
        limited = StepLimit(monitor, self.most_nodes)
        reason = Tree(problem, limited).search()
        return f"{self.most_nodes:,} sets evaluated" if reason is None and limited.is_used_up else reason
