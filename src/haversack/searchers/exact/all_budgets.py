"""The best sets of all budgets, in one search."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.errors import CapabilityError
from haversack.searchers.exact.size_tree import trim_weights
from haversack.searchers.exact.sorted_members import SortedMembers

if TYPE_CHECKING:
    from haversack.api.frontier import FrontierMonitor
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray

_NODES_PER_REPORT = 20_000
_FIRST_BANDS = 100
_NODES_PER_BAND = 500  # The overhead of a band, as a number of nodes.
_PATIENCE = 200_000
_FACTOR = 1.5
_PANELS_PER_REPORT = 256
_NARROWEST = 1e-9


def trace_all_budgets(problem: Problem, monitor: FrontierMonitor) -> None:
    """Prove all budgets up to that of the problem, the smallest first, band by band.

    The best error at the floor of a band is known from the bands before it. Every set of the band must beat it within
    the ceiling, so one tree per size serves all budgets of the band. Bands that are too wide take many nodes, and so do
    many narrow ones; their width follows the number of nodes per unit of budget.
    """
    if not problem.traits.monotone_in_accuracy or not isinstance(problem.energy, CountsVotes):
        raise CapabilityError(
            f"a search over all budgets needs an energy that counts right votes and under which a more accurate member "
            f"never harms, and {problem.original_energy!r} does not promise it"
        )
    if problem.constraints:
        raise CapabilityError("a search over all budgets at once by 'exact' takes no constraints")
    if not _has_additive_costs(problem):
        raise CapabilityError(
            "a search over all budgets needs costs that add up to one number, and "
            f"{problem.original_cost_model!r} has others"
        )
    members = SortedMembers.of(problem)
    bands = _Bands(problem, members, monitor)
    floor = float(members.costs.min())
    width = (members.cost_limit - floor) / _FIRST_BANDS
    patience = _PATIENCE
    factor, rate = _FACTOR, math.inf
    while floor < members.cost_limit:
        ceiling = min(max(floor + width, floor * (1.0 + _NARROWEST)), members.cost_limit)
        nodes = bands.search(floor, ceiling, patience)
        if nodes >= patience:
            # What was found is kept. More patience each time, so that the search ends even where no band is easy.
            width, patience = width / 2.0, 2 * patience
            continue
        # Wider or narrower, as long as a unit of budget takes fewer nodes than it did before.
        last_rate, rate = rate, (nodes + _NODES_PER_BAND) / (ceiling - floor)
        if rate > last_rate:
            factor = 1.0 / factor
        width *= factor
        floor = ceiling
        monitor.prove(min(floor, problem.budget))


def _has_additive_costs(problem: Problem) -> bool:
    """Return whether the one limit is the budget, and what members use does not depend on it."""
    whole, half = problem.resources(), attrs.evolve(problem, budget=problem.budget / 2.0).resources()
    return (
        whole is not None
        and half is not None
        and whole.usage.shape[1] == half.usage.shape[1] == 1
        and bool((whole.usage == half.usage).all())
        and math.isclose(whole.limits[0], problem.limit)
        and math.isclose(half.limits[0], problem.limit / 2.0)
    )


class _Bands:
    """The frontier known so far, and how one band of budgets is searched."""

    def __init__(self, problem: Problem, members: SortedMembers, monitor: FrontierMonitor) -> None:
        assert isinstance(problem.energy, CountsVotes)
        self._members, self._monitor = members, monitor
        sizes = range(1, len(members) + 1, 2 if problem.traits.odd_sizes_suffice else 1)
        self._weights = {size: trim_weights(problem.energy.error_weights(size)) for size in sizes}
        self._cheapest = np.cumsum(np.sort(members.costs))
        self._points = kernels.all_budgets.FrontierPoints(
            costs=np.empty(_PANELS_PER_REPORT),
            errors=np.empty(_PANELS_PER_REPORT),
            length=np.zeros(1, dtype=np.int64),
        )
        self._panels = np.zeros((_PANELS_PER_REPORT, len(members)), dtype=np.bool_)
        # Where the first band begins.
        self.search(0.0, float(members.costs.min()), math.inf)

    def search(self, floor: float, ceiling: float, patience: float) -> int:
        """Search a band and report what is found; return the number of nodes, at least `patience` if it gave up."""
        place = kernels.all_budgets.find_point(floor, kernels.jit.plain(self._points))
        target = float(self._points.errors[place]) if place >= 0 else math.inf
        nodes = 0
        for size, weights in self._weights.items():
            if self._cheapest[size - 1] > ceiling or nodes >= patience:
                break
            nodes += self._search_size(size, weights, target, ceiling, patience - nodes)
        return nodes

    def _search_size(self, size: int, weights: FloatArray, target: float, ceiling: float, patience: float) -> int:
        members = self._members
        state = kernels.tree_state.TreeState.at_root(size, len(weights))
        plain = kernels.jit.plain
        total = 0
        while state.depth[0] >= 0 and total < patience:
            self._make_room()
            most_nodes = int(min(_NODES_PER_REPORT, patience - total))
            nodes, found = kernels.all_budgets.explore(
                members.by_rank, weights, target, ceiling, most_nodes, plain(state), plain(self._points), self._panels
            )
            total += nodes
            self._monitor.offer(members.to_pool_sets(self._panels[:found]), steps=nodes)
        return total

    def _make_room(self) -> None:
        """Lengthen the arrays of points unless they can hold all that one call can find."""
        costs, errors, length = self._points
        if length[0] + len(self._panels) > len(costs):
            self._points = kernels.all_budgets.FrontierPoints(
                np.concatenate([costs, np.empty(len(costs))]), np.concatenate([errors, np.empty(len(errors))]), length
            )
