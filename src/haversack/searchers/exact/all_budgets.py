"""The best sets of all budgets, in one search."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.errors import CapabilityError
from haversack.searchers.exact.sorted_members import SortedMembers

if TYPE_CHECKING:
    from haversack.api.frontier import FrontierMonitor
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray

_NODES_PER_REPORT = 20_000
_FIRST_BANDS = 100
_NODES_PER_BAND = 500  # What a band takes besides its nodes, in these terms.
_PATIENCE = 200_000
_FACTOR = 1.5
_FOUND_PER_REPORT = 256
_NARROWEST = 1e-9


def trace(problem: Problem, monitor: FrontierMonitor) -> None:
    """Prove all budgets up to that of the problem, the smallest first, band by band.

    What the floor of a band buys is known from the bands before it. Every set of the band must beat that, and can spend
    no more than the ceiling allows, so one tree per size serves all budgets of the band. Bands that are too wide
    take many nodes, and so do many narrow ones; their width follows what a unit of budget has taken.
    """
    if not problem.traits.monotone_in_accuracy or not isinstance(problem.energy, CountsVotes):
        raise CapabilityError(
            f"a search over all budgets needs an energy that counts right votes and under which a more accurate member "
            f"never harms, and {problem.energy!r} does not promise it"
        )
    if not _costs_add_up(problem):
        raise CapabilityError(
            f"a search over all budgets needs costs that add up to one number, and {problem.cost_model!r} has others"
        )
    ordered = SortedMembers.of(problem)
    bands = _Bands(problem, ordered, monitor)
    floor = float(ordered.costs.min())
    width = (ordered.cost_limit - floor) / _FIRST_BANDS
    patience = _PATIENCE
    factor, rate = _FACTOR, math.inf
    while floor < ordered.cost_limit:
        ceiling = min(max(floor + width, floor * (1.0 + _NARROWEST)), ordered.cost_limit)
        nodes = bands.search(floor, ceiling, patience)
        if nodes >= patience:
            # What was found stays. With more patience, so that it ends even where no band is easy.
            width, patience = width / 2.0, 2 * patience
            continue
        # Uphill or downhill, as long as a unit of budget takes fewer nodes than it did before.
        last_rate, rate = rate, (nodes + _NODES_PER_BAND) / (ceiling - floor)
        if rate > last_rate:
            factor = 1.0 / factor
        width *= factor
        floor = ceiling
        monitor.prove(min(floor, problem.budget))


def _costs_add_up(problem: Problem) -> bool:
    """Tell whether the one limit is the budget, and what members use does not depend on it."""
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
    """The staircase that the bands build, and how one of them is searched."""

    def __init__(self, problem: Problem, ordered: SortedMembers, monitor: FrontierMonitor) -> None:
        assert isinstance(problem.energy, CountsVotes)
        self._ordered, self._monitor = ordered, monitor
        count = len(ordered.members)
        self._by_cost = np.argsort(ordered.costs, kind="stable")
        sizes = range(1, count + 1, 2 if problem.traits.odd_sizes_suffice else 1)
        self._weights = {size: problem.energy.error_weights(size) for size in sizes}
        self._cheapest = np.cumsum(ordered.costs[self._by_cost])
        self._step_costs = np.empty(_FOUND_PER_REPORT)
        self._step_errors = np.empty(_FOUND_PER_REPORT)
        self._steps = np.zeros(1, dtype=np.int64)
        self._found = np.zeros((_FOUND_PER_REPORT, count), dtype=np.bool_)
        # Where the first band begins.
        self.search(0.0, float(ordered.costs.min()), math.inf)

    def search(self, floor: float, ceiling: float, patience: float) -> int:
        """Search a band and report what is found; returns the number of nodes, at least `patience` if it gave up."""
        place = kernels.all_budgets.step_at(floor, self._step_costs, self._steps[0])
        target = float(self._step_errors[place]) if place >= 0 else math.inf
        nodes = 0
        for size, weights in self._weights.items():
            if self._cheapest[size - 1] > ceiling or nodes >= patience:
                break
            nodes += self._search_size(size, weights, target, ceiling, patience - nodes)
        return nodes

    def _search_size(self, size: int, weights: FloatArray, target: float, ceiling: float, patience: float) -> int:
        ordered = self._ordered
        # Beyond the last weight above 0 the number of right votes does not matter.
        top = int(np.flatnonzero(weights)[-1]) if weights.any() else 0
        weights = np.ascontiguousarray(weights[: top + 1])
        depth, path = np.zeros(1, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
        skipped, spent = np.full(size + 1, np.inf), np.zeros(size + 1)
        distributions = np.zeros((size + 1, top + 1))
        distributions[0, 0] = 1.0
        total = 0
        while depth[0] >= 0 and total < patience:
            self._make_room()
            nodes, panels = kernels.all_budgets.explore(
                ordered.accuracies, ordered.costs, self._by_cost, weights, top, size, target, ceiling,
                int(min(_NODES_PER_REPORT, patience - total)), depth, path, skipped, spent, distributions,
                self._step_costs, self._step_errors, self._steps, self._found,
            )  # fmt: skip
            total += nodes
            self._monitor.offer(ordered.sets(self._found[:panels]), steps=nodes)
        return total

    def _make_room(self) -> None:
        """See to it that all that one call can find has a place on the staircase."""
        if self._steps[0] + len(self._found) > len(self._step_costs):
            self._step_costs = np.concatenate([self._step_costs, np.empty(len(self._step_costs))])
            self._step_errors = np.concatenate([self._step_errors, np.empty(len(self._step_errors))])
