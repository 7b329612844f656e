"""Random feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.searchers.common.efficiency import bound_size
from haversack.searchers.common.repair import Repair

if TYPE_CHECKING:
    from haversack.api.cost import Resources
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets


@attrs.frozen(eq=False)
class RandomSets:
    """Draws feasible sets: a size, then members in random order, skipping those that do not fit.

    A set that runs out of members that fit stays smaller; where odd sizes suffice it then loses its last member if that
    makes it odd. Every feasible set can come up.

    Parameters
    ----------
    problem
        Whose sets are drawn.
    resources
        Its resources, if it has any.
    sizes
        The sizes to draw from.
    repair
        Where constraints demand something: sets are drawn without regard to limits, and repaired.
    """

    problem: Problem
    resources: Resources | None
    sizes: IntArray
    repair: Repair | None = None

    @classmethod
    def of(cls, problem: Problem) -> RandomSets:
        """Prepare draws of odd sizes where they suffice, and of none that exceeds the budget."""
        if problem.conditions.has_demands:
            return cls(problem, None, np.arange(0), Repair.of(problem))
        resources = problem.resources()
        largest = len(problem.pool) if resources is None else max(1, bound_size(resources.usage, resources.limits))
        sizes = np.arange(1, largest + 1, 2 if problem.traits.odd_sizes_suffice else 1)
        return cls(problem, resources, sizes)

    def draw(self, rows: int, rng: np.random.Generator) -> Sets:
        """Draw so many sets."""
        odd_only = self.problem.traits.odd_sizes_suffice
        if self.repair is not None:
            shares = rng.random((rows, 1))
            return self.repair(rng.random((rows, len(self.problem.pool))) < shares, rng)
        if self.resources is None:
            wanted, uniforms = rng.choice(self.sizes, rows), rng.random((rows, len(self.problem.pool)))
            return fill_under_any_cost(self.problem, wanted, uniforms, odd_only=odd_only)
        states = rng.integers(0, 2**64, rows, dtype=np.uint64)
        sets = np.zeros((rows, len(self.problem.pool)), dtype=np.bool_)
        knapsack = kernels.jit.plain(kernels.resources.Knapsack(self.resources.usage, self.resources.limits))
        kernels.random_sets.fill_sets(knapsack, self.sizes, states, odd_only, sets)
        return sets


def fill_under_any_cost(problem: Problem, sizes: IntArray, uniforms: FloatArray, *, odd_only: bool) -> Sets:
    """Fill sets as the compiled kernel does, but ask the cost model: the next member of all rows in one call."""
    rows = np.arange(len(uniforms))
    sets = np.zeros(uniforms.shape, dtype=np.bool_)
    last = np.full(len(uniforms), -1)
    for member in np.argsort(uniforms, axis=1).T:
        tried = sets.copy()
        tried[rows, member] = True
        joins = problem.fits(tried) & (sets.sum(axis=1) < sizes)
        sets[rows[joins], member[joins]] = True
        last = np.where(joins, member, last)
    if odd_only:
        even = (sets.sum(axis=1) % 2 == 0) & (last >= 0)
        sets[rows[even], last[even]] = False
    return sets
