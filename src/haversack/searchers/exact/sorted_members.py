"""The members of a problem as the exact search needs them: those that fit, the most accurate first."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.searchers.common.efficiency import bound_size

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.rank_bound import Members
    from haversack.kernels.resources import Knapsack


@attrs.frozen(eq=False, slots=False)  # so that properties can be cached
class SortedMembers:
    """Members sorted by falling accuracy, with one additive cost each that has a limit in every feasible set.

    Parameters
    ----------
    indices
        Their indices in the pool.
    accuracies, usage, limits
        Of these members; the resources.
    costs, cost_limit
        With one resource, that; with several, the sum of the shares that a member uses of each.
    pool_size
        Number of members of the pool that they come from.
    """

    indices: IntArray
    accuracies: FloatArray
    usage: FloatArray
    limits: FloatArray
    costs: FloatArray
    cost_limit: float
    pool_size: int

    @classmethod
    def of(cls, problem: Problem) -> SortedMembers:
        """Sort the members that fit alone."""
        resources = problem.resources()
        assert resources is not None
        accuracies = problem.pool.require_accuracies()
        usage, limits = resources.usage, resources.limits
        fitting = np.flatnonzero((usage <= limits).all(axis=1))
        if len(limits) == 1:
            costs, cost_limit = usage[:, 0], float(limits[0])
        else:
            # A member that exceeds a tiny limit by far does not fit anyway.
            with np.errstate(over="ignore"):
                costs, cost_limit = (usage / np.maximum(limits, 1e-300)).sum(axis=1), len(limits) * (1 + 1e-12)
        order = fitting[np.argsort(-accuracies[fitting])]
        if (accuracies[order[1:]] == accuracies[order[:-1]]).any():
            # Of equals the cheapest first; rarely needed, and several times as slow.
            order = fitting[np.lexsort((costs[fitting], -accuracies[fitting]))]
        return cls(
            indices=order,
            accuracies=np.ascontiguousarray(accuracies[order]),
            usage=np.ascontiguousarray(usage[order]),
            limits=limits,
            costs=np.ascontiguousarray(costs[order]),
            cost_limit=cost_limit,
            pool_size=len(problem.pool),
        )

    def __len__(self) -> int:
        return len(self.indices)

    @property
    def is_unconstrained(self) -> bool:
        """Whether all members fit together."""
        return bool((self.usage.sum(axis=0) <= self.limits).all())

    @functools.cached_property
    def largest_size(self) -> int:
        """Upper bound on the size of a feasible set."""
        return bound_size(self.usage, self.limits)

    @functools.cached_property
    def knapsack(self) -> Knapsack:
        """The resources, for kernels."""
        return kernels.jit.plain(kernels.resources.Knapsack(self.usage, self.limits))

    @functools.cached_property
    def by_rank(self) -> Members:
        """Accuracies and costs, for kernels."""
        return kernels.jit.plain(kernels.rank_bound.Members(self.accuracies, self.costs, self.by_cost))

    @functools.cached_property
    def by_cost(self) -> IntArray:
        """The members, sorted by rising cost."""
        return np.argsort(self.costs, kind="stable")

    def to_pool_sets(self, rows: Sets) -> Sets:
        """Translate sets of sorted members into sets of the pool."""
        sets = np.zeros((len(rows), self.pool_size), dtype=np.bool_)
        sets[:, self.indices] = rows
        return sets
