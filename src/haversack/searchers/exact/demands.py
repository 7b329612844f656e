"""The best panel where a constraint demands something: a member, a size, some of a group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.api.cost import BoundsCosts
from haversack.api.energy import HasTraits
from haversack.feasibility import UnknownFeasibilityError, find_feasible_set
from haversack.forwarding import ForwardingMonitor
from haversack.searchers.exact.balanced_panel import find_balanced_panel
from haversack.searchers.exact.majority_search import MajoritySearch
from haversack.searchers.exact.row_tree import search_rows
from haversack.searchers.exact.sorted_members import SortedMembers

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor

BOUND_FROM = 25
"""In smaller pools it takes longer to bound all panels than to search them."""

_START_NODES = 10_000


def search_demands(
    problem: Problem, monitor: Monitor, *, fineness: float, most_nodes: int, is_proving: bool
) -> bool | None:
    """Search all panels that the constraints allow.

    Under a plain majority vote, odd panels and even ones are bounded by tilting, as without demands: rows are priced
    in both directions. Other energies, small pools, and what that does not settle, are searched as one tree.

    Parameters
    ----------
    problem, monitor
        What to search, where to report.
    fineness
        Of the bound by tilting.
    most_nodes
        Limit on the nodes to explore after it.
    is_proving
        Whether to search the tree.

    Returns
    -------
    bool or None
        Whether all panels are settled; None if the monitor says stop.
    """
    if not _offer_start(problem, monitor):
        return None
    if len(problem.pool) >= BOUND_FROM and problem.traits.plain_majority:
        settled = _bound_by_tilting(problem, monitor, fineness, most_nodes)
        if settled is not False:
            return settled
    if not is_proving:
        return False
    return True if search_rows(problem, monitor, SortedMembers.with_demands(problem, is_even=False)) else None


def list_nonlinear_constraints(problem: Problem) -> list[str]:
    """Return a clause for each constraint that rows and fixed members do not express."""
    return [
        f"constraint {type(constraint).__name__} offers neither HasRows nor FixesMembers"
        for constraint in problem.conditions.predicates
    ]


def _offer_start(problem: Problem, monitor: Monitor) -> bool:
    """Offer a first set, unless there is one; return whether to go on."""
    if monitor.best_set is not None:
        return True
    try:
        found = find_feasible_set(problem)
    except UnknownFeasibilityError:
        found = None
    return found is None or monitor.offer(found[None, :])


def _bound_by_tilting(problem: Problem, monitor: Monitor, fineness: float, most_nodes: int) -> bool | None:
    """Return whether all panels are settled; None if the monitor says stop."""
    bound, is_settled = math.inf, True
    both = _list_parities(problem)
    for members in both:
        start = find_balanced_panel(members, _START_NODES)
        if start is not None and not monitor.offer(members.to_pool_sets(start[1][None, :])):
            return None
    for members in both:
        forwarded = _OneParity(monitor)
        outcome = MajoritySearch(problem, forwarded, members, fineness=fineness, most_nodes=most_nodes).run()
        if outcome.is_stopped:
            return None
        is_settled &= outcome.is_settled
        bound = min(bound, forwarded.loss_bound)
    return is_settled if monitor.prove(min(bound, monitor.best_loss)) else None


def _list_parities(problem: Problem) -> list[SortedMembers]:
    """Return the members as odd panels have them, and as even ones do, unless no best panel is one."""
    least, most = problem.conditions.sizes
    parities = [False, True] if least < most else [least % 2 == 0]
    only_least = _only_size_keeps_members(problem)
    if only_least and least % 2 == 1:
        parities = [False]
    both = [SortedMembers.with_demands(problem, is_even=is_even) for is_even in parities]
    # A larger even panel is no better than an odd one; one more is the member that votes at ties.
    return [
        members.limit_size(least + 1) if members.has_tie_breaker and only_least else members.limit_to_odd_size()
        for members in both
    ]


def _only_size_keeps_members(problem: Problem) -> bool:
    """Return whether a member can be dropped from any even panel above the least size without raising its loss."""
    energy, conditions = problem.energy, problem.conditions
    if not (isinstance(energy, HasTraits) and energy.traits.odd_sizes_suffice):
        return False
    if isinstance(problem.cost_model, BoundsCosts) or conditions.inside.any() or conditions.predicates:
        return False
    return bool((conditions.limiting | (conditions.usage == 1.0).all(axis=0)).all())


class _OneParity(ForwardingMonitor):
    """Forwards sets, and keeps bounds to itself: those of odd panels do not hold for even ones."""

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(monitor)
        self._bound = -math.inf

    @property
    def loss_bound(self) -> float:
        """The strongest bound on the loss of panels of this parity."""
        return self._bound

    def prove(self, loss: float, *, gap: float | None = None) -> bool:  # noqa: ARG002 - of both parities
        """Keep a bound; returns whether to go on."""
        self._bound = max(self._bound, loss)
        return super().prove(-math.inf)
