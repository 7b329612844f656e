"""The members of a problem as the exact search wants them: those that fit, the most accurate first."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.searchers.common.efficiency import most_members

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets


@attrs.frozen(eq=False, slots=False)  # so that what never changes is found out once
class SortedMembers:
    """Members sorted by falling accuracy, and one cost for each that every feasible set keeps.

    Parameters
    ----------
    members
        Their indices in the pool.
    accuracies, usage, limits
        Of these members; the resources.
    costs, cost_limit
        With one resource, that; with several, the sum of the shares that a member uses of each.
    pool_size
        Size of the pool that they come from.
    """

    members: IntArray
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
            costs, cost_limit = (usage / np.maximum(limits, 1e-300)).sum(axis=1), len(limits) * (1 + 1e-12)
        order = fitting[np.lexsort((costs[fitting], -accuracies[fitting]))]
        return cls(
            members=order,
            accuracies=np.ascontiguousarray(accuracies[order]),
            usage=np.ascontiguousarray(usage[order]),
            limits=limits,
            costs=np.ascontiguousarray(costs[order]),
            cost_limit=cost_limit,
            pool_size=problem.size,
        )

    @property
    def all_fit(self) -> bool:
        """Whether everybody fits together, so that there is no constraint."""
        return bool((self.usage.sum(axis=0) <= self.limits).all())

    @functools.cached_property
    def largest_size(self) -> int:
        """Size of the largest set that can fit."""
        return most_members(self.usage, self.limits)

    def sets(self, rows: Sets) -> Sets:
        """Translate sets of ordered members into sets of the pool."""
        sets = np.zeros((len(rows), self.pool_size), dtype=np.bool_)
        sets[:, self.members] = rows
        return sets
