"""Random sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.cost import MemberCosts
from haversack.searchers.blocks import block_rows, streams

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
        sizes = np.arange(1, problem.size + 1, 2 if odd_only else 1)
        if isinstance(problem.cost_model, MemberCosts):
            costs = problem.cost_model.member_costs(problem.pool)
            # No draw is wasted on sizes that even the cheapest members exceed.
            sizes = sizes[: max(1, int(np.count_nonzero(np.cumsum(np.sort(costs))[sizes - 1] <= problem.limit)))]
        rows = block_rows(problem.size)
        for stream in streams(rng):
            wanted = stream.choice(sizes, rows)
            sets = fill(problem, wanted, stream.random((rows, problem.size)), odd_only=odd_only)
            if not monitor.offer(sets):
                break
        return None


def fill(problem: Problem, sizes: IntArray, uniforms: FloatArray, *, odd_only: bool) -> Sets:
    """Return sets of at most these sizes, filled in random order with members that fit."""
    sets = np.zeros(uniforms.shape, dtype=np.bool_)
    if isinstance(problem.cost_model, MemberCosts):
        costs = problem.cost_model.member_costs(problem.pool)
        kernels.random_sets.fill_sets(costs, problem.limit, sizes, uniforms, odd_only, sets)
        return sets
    return _fill_any_cost(problem, sizes, uniforms, odd_only=odd_only)


def _fill_any_cost(problem: Problem, sizes: IntArray, uniforms: FloatArray, *, odd_only: bool) -> Sets:
    """Do the same under any cost model: the next member of all rows is tried in one call."""
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
