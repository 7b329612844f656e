"""Random sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.searchers.blocks import block_rows, streams
from haversack.searchers.efficiency import most_members

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor


@attrs.frozen
class MonteCarlo:
    """Look at random feasible sets and keep the best.

    A search step makes one set: a size is drawn, then members join in random order, those that do not fit being
    passed over, until the size is reached or nobody is left. Every feasible set can come up.
    """

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Draw sets in blocks until the monitor says stop."""
        odd_only = problem.traits.odd_sizes_suffice
        resources = problem.resources()
        # No draw is wasted on sizes that even the least demanding members exceed.
        largest = problem.size if resources is None else max(1, most_members(resources.usage, resources.limits))
        sizes = np.arange(1, largest + 1, 2 if odd_only else 1)
        rows = block_rows(problem.size)
        for stream in streams(rng):
            wanted = stream.choice(sizes, rows)
            uniforms = stream.random((rows, problem.size))
            if resources is None:
                sets = fill_under_any_cost(problem, wanted, uniforms, odd_only=odd_only)
            else:
                sets = np.zeros((rows, problem.size), dtype=np.bool_)
                kernels.random_sets.fill_sets(resources.usage, resources.limits, wanted, uniforms, odd_only, sets)
            if not monitor.offer(sets):
                break
        return None


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
