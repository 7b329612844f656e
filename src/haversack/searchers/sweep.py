"""Very good panels, fast, with an optimality gap."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.searchers.exact.demands import BOUND_FROM as DEMANDS_BOUND_FROM
from haversack.searchers.exact.demands import list_nonlinear_constraints, search_demands
from haversack.searchers.exact.majority_search import BOUND_FROM, MajoritySearch
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.swept_sizes import ALL_SIZES_BELOW, sweep_sizes
from haversack.searchers.exact.unconstrained import offer_most_accurate

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor

_FINENESS, _MOST_NODES = 0.05, 60_000
_LARGE_FINENESS, _LARGE_MOST_NODES = 0.03, 300_000  # A large pool is worth more time.


@attrs.frozen
class Sweep:
    """Choose the members with the best balance of accuracy and cost, enumerate the undecided ones, bound the rest.

    To first order, a member adds log((1 - p) exp(t / 2) + p exp(-t / 2)) to the logarithm of a panel's error. Members
    are chosen for which that plus a price times their cost is negative, at the price at which they fit the budget and
    the tilt t that they have together. A bound on the error of all panels follows, and shows in which members a better
    one could differ. For energies that are not a plain majority vote, and in pools of fewer than 50 members, there is
    none, and each size has its own price; in large pools only sizes between ever closer neighbours of the best are then
    compared. Deterministic.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)
    ends_by_itself: ClassVar[bool] = True
    knows_constraints: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Sweep once."""
        if problem.conditions.has_demands:
            return self._sweep_demands(problem, monitor)
        members = SortedMembers.of(problem)
        if members.is_unconstrained and problem.traits.monotone_in_accuracy:
            if not offer_most_accurate(problem, monitor, members):
                return None
            monitor.prove(monitor.best_loss)
            return "proved optimal: everybody fits, so the most accurate are best"
        if problem.traits.plain_majority and problem.traits.odd_sizes_suffice:
            is_large = len(members) > ALL_SIZES_BELOW
            fineness, nodes = (_LARGE_FINENESS, _LARGE_MOST_NODES) if is_large else (_FINENESS, _MOST_NODES)
            search = MajoritySearch(problem, monitor, members, fineness=fineness, most_nodes=nodes)
            outcome = search.run(is_proving=len(members) >= BOUND_FROM)
            if outcome.is_stopped:
                return None
            if outcome.bound is not None:
                if outcome.is_settled:
                    return "proved optimal"
                # The reason includes the gap: an error too small for a floating-point number has none of its own.
                return f"swept, with {outcome.gap:.2%} of the error in doubt"
            if outcome.has_panel and members.largest_size > ALL_SIZES_BELOW:
                return "swept once"
        return sweep_sizes(problem, monitor, members)

    @staticmethod
    def find_unmet_needs(problem: Problem) -> list[str]:
        """Return a clause for each constraint that is not linear."""
        return list_nonlinear_constraints(problem)

    def _sweep_demands(self, problem: Problem, monitor: Monitor) -> str | None:
        """Sweep where a constraint demands something; small pools are searched as one tree."""
        is_small = len(problem.pool) < DEMANDS_BOUND_FROM
        settled = search_demands(problem, monitor, fineness=_FINENESS, most_nodes=_MOST_NODES, is_proving=is_small)
        if settled is None:
            return None
        if settled:
            monitor.prove(monitor.best_loss)
        return "proved optimal" if settled else "swept once"
