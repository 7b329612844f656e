"""The best set, with proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.searchers.common.limited_monitors import StepLimit
from haversack.searchers.exact.all_budgets import trace_all_budgets
from haversack.searchers.exact.balanced_panel import NODES_TO_START
from haversack.searchers.exact.demands import list_nonlinear_constraints, search_demands
from haversack.searchers.exact.majority_search import BOUND_FROM, MajoritySearch
from haversack.searchers.exact.proofs import write_exact_proof
from haversack.searchers.exact.size_by_size import SizeBySizeSearch
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.swept_sizes import sweep_sizes
from haversack.searchers.exact.unconstrained import offer_most_accurate
from haversack.validators import optional, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from haversack.api.frontier import FrontierMonitor
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import Sets

_FINENESS = 0.03
_NODES_PER_MEMBER = 5_000
_MOST_SIZE_BY_SIZE = 3_000
_FEW_NODES = 1_000
_TREE_UP_TO = 40
_PROVED = "proved optimal"


@attrs.frozen
class Exact:
    """Find the best set and prove that none is better.

    For energies that count right votes and under which a more accurate member never harms. Without a budget the best
    set of each size is that of the most accurate members, so only those are compared. With one, a bound by tilting
    covers the panels of all sizes at once under a majority vote, and leaves few members undecided. What that does not
    settle, and other energies, are searched size by size, depth first, the most accurate members first: a member is
    left out for good once one that is as accurate and costs no more has been left out, and a branch is cut when even
    the best accuracies that its budget allows do not lead below the best loss so far. A step is one set or node. The
    search can be stopped at any time: the answer then has a bound. Where a constraint demands something, panels of even
    sizes count too, and rows are priced in both directions; constraints must be linear.

    Parameters
    ----------
    most_nodes
        End without a proof after exploring so many nodes; no limit if omitted.
    """

    most_nodes: int | None = attrs.field(default=None, validator=optional(whole(1)))

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)
    proves_optimality: ClassVar[bool] = True
    trait_needs: ClassVar[tuple[str, ...]] = ("monotone_in_accuracy",)
    ends_by_itself: ClassVar[bool] = True
    knows_constraints: ClassVar[bool] = True

    @staticmethod
    def find_unmet_needs(problem: Problem) -> list[str]:
        """Return a clause for each constraint that is not linear."""
        return list_nonlinear_constraints(problem)

    def write_proof(self, problem: Problem, chosen: Sets, bound: Fraction, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return a proof for a second program; see `haversack.capabilities.Certifies`."""
        return write_exact_proof(problem, chosen, bound, data)

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Search until the best set is proved, the nodes are used up, or the monitor says stop."""
        if self.most_nodes is None:
            return self._search(problem, monitor)
        limited = StepLimit(monitor, self.most_nodes)
        reason = self._search(problem, limited)
        return f"{self.most_nodes:,} nodes explored" if reason is None and limited.is_used_up else reason

    def _search(self, problem: Problem, monitor: Monitor) -> str | None:
        if problem.conditions.has_demands:
            most_nodes = _NODES_PER_MEMBER * len(problem.pool) if len(problem.pool) <= _TREE_UP_TO else sys.maxsize
            settled = search_demands(problem, monitor, fineness=_FINENESS, most_nodes=most_nodes, is_proving=True)
            if settled:
                monitor.prove(monitor.best_loss)
            return _PROVED if settled else None
        members = SortedMembers.of(problem)
        if members.is_unconstrained:
            reason = _PROVED if offer_most_accurate(problem, monitor, members) else None
        else:
            reason = self._search_within_budget(problem, monitor, members)
        if reason == _PROVED:
            monitor.prove(monitor.best_loss)
        return reason

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Find the best sets of all budgets at once; see `haversack.capabilities.TracesFrontier`."""
        trace_all_budgets(problem, monitor)

    def _search_within_budget(self, problem: Problem, monitor: Monitor, members: SortedMembers) -> str | None:
        traits, count = problem.traits, len(members)
        sizes = np.arange(1, members.largest_size + 1, 2 if traits.odd_sizes_suffice else 1)
        has_start, bound = False, None
        if traits.plain_majority and traits.odd_sizes_suffice:
            by_size = count <= _MOST_SIZE_BY_SIZE
            nodes = _NODES_PER_MEMBER * count if by_size else sys.maxsize
            start = NODES_TO_START if count >= BOUND_FROM else _FEW_NODES
            odd = members.limit_to_odd_size() if problem.constraints else members
            search = MajoritySearch(problem, monitor, odd, fineness=_FINENESS, most_nodes=nodes, start_nodes=start)
            outcome = search.run(is_proving=count >= BOUND_FROM)
            if outcome.is_settled or outcome.is_stopped:
                return None if outcome.is_stopped else _PROVED
            if outcome.has_panel and not by_size:
                return f"too many members are in doubt to settle the last {outcome.gap:.2%} of the error"
            bound = outcome.bound
            has_start = outcome.has_panel and (bound is not None or count < BOUND_FROM)
        if count > _MOST_SIZE_BY_SIZE and not (traits.plain_majority and traits.odd_sizes_suffice):
            # Bounds of thousands of sizes would take hours and gigabytes.
            return sweep_sizes(problem, monitor, members)
        search_sizes = SizeBySizeSearch(problem, monitor, members, sizes, has_start=has_start, bound=bound)
        return _PROVED if search_sizes.run() else None
