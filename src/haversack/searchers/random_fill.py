"""Random feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.efficiency import most_members

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets
    from haversack.api.problem import Problem


def possible_sizes(problem: Problem) -> IntArray:
    """Return the sizes worth drawing: odd ones where they suffice, and none that exceeds what the budget can hold."""
    resources = problem.resources()
    largest = problem.size if resources is None else max(1, most_members(resources.usage, resources.limits))
    return np.arange(1, largest + 1, 2 if problem.traits.odd_sizes_suffice else 1)


def random_sets(problem: Problem, rows: int, rng: np.random.Generator, sizes: IntArray | None = None) -> Sets:
    """Draw a size for each set, then let members join in random order, those that do not fit being passed over.

    A set that runs out of members that fit stays smaller; where odd sizes suffice it then loses its last member if
    that makes it odd. Every feasible set can come up.
    """
    odd_only = problem.traits.odd_sizes_suffice
    wanted = rng.choice(possible_sizes(problem) if sizes is None else sizes, rows)
    uniforms = rng.random((rows, problem.size))
    resources = problem.resources()
    if resources is None:
        return fill_under_any_cost(problem, wanted, uniforms, odd_only=odd_only)
    sets = np.zeros(uniforms.shape, dtype=np.bool_)
    kernels.random_sets.fill_sets(resources.usage, resources.limits, wanted, uniforms, odd_only, sets)
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
