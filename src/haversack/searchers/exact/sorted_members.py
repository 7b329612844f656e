"""The members of a problem as the exact search needs them: those that fit, the most accurate first."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes
from haversack.feasibility import list_inequalities
from haversack.searchers.common.efficiency import bound_size

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.rank_bound import Members
    from haversack.kernels.resources import Knapsack

_REWARD = 100.0


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
    has_demands
        Whether usage may be negative, so that a set may need further members. It then has no one additive cost.
    has_tie_breaker
        Whether one more member, the last and in none of the pool, is right where a tie counts as right: with it, even
        panels are odd ones.
    forced
        Members that every set has, or None if there are none.
    """

    indices: IntArray
    accuracies: FloatArray
    usage: FloatArray
    limits: FloatArray
    costs: FloatArray
    cost_limit: float
    pool_size: int
    has_demands: bool = False
    has_tie_breaker: bool = False
    forced: Sets | None = None

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

    @classmethod
    def with_demands(cls, problem: Problem, *, is_even: bool) -> SortedMembers:
        """Sort the members that exceed no limit alone, with the rows of constraints that demand something.

        For even panels a member is added that votes at ties: it is right with the probability that a tie is, uses
        nothing, and is in every panel. So an even panel errs exactly as this odd one.
        """
        usage, limits = list_inequalities(problem, with_fixed=False)[:2]
        accuracies = problem.pool.require_accuracies()
        fitting = np.flatnonzero(problem.members_that_fit())
        order = fitting[np.argsort(-accuracies[fitting], kind="stable")]
        usage, ranked = usage[order], accuracies[order]
        # A row that all sets keep, or that fixed members have made superfluous.
        matters = np.maximum(usage, 0.0).sum(axis=0) > limits
        usage, limits = usage[:, matters], limits[matters]
        if is_even:
            energy = problem.energy
            assert isinstance(energy, CountsVotes)
            usage = np.vstack([usage, np.zeros(usage.shape[1])])
            ranked = np.append(ranked, 1.0 - float(energy.error_weights(2)[1]))
        return cls(
            indices=order,
            accuracies=np.ascontiguousarray(ranked),
            usage=np.ascontiguousarray(usage),
            limits=limits,
            costs=np.zeros(len(ranked)),
            cost_limit=math.inf,
            pool_size=len(problem.pool),
            has_demands=True,
            has_tie_breaker=is_even,
            forced=np.append(problem.conditions.inside[order], np.ones(int(is_even), dtype=np.bool_)),
        )

    def limit_to_odd_size(self) -> SortedMembers:
        """Add a row that limits the size to an odd number, where the other rows together allow one member more.

        Prices then count what odd panels leave over: where groups allow 10 members, an odd panel has 9.
        """
        size = min(self._bound_size_by_groups(), self.largest_size)
        return self if size % 2 == 1 or size == 0 else self.limit_size(size - 1)

    def limit_size(self, most: int) -> SortedMembers:
        """Add a row that limits the size."""
        # The first row gets its price first.
        usage = np.ascontiguousarray(np.column_stack([np.ones(len(self)), self.usage]))
        return attrs.evolve(self, usage=usage, limits=np.append(float(most), self.limits))

    def _bound_size_by_groups(self) -> int:
        """Return an upper bound on the size of a feasible set, by rows that count members of disjoint groups."""
        size, is_seen = len(self), np.zeros(len(self), dtype=np.bool_)
        counting = np.flatnonzero(((self.usage == 0.0) | (self.usage == 1.0)).all(axis=0) & (self.limits >= 0.0))
        left_out = self.usage[:, counting].sum(axis=0) - np.floor(np.minimum(self.limits[counting], len(self)))
        # Those that leave out most first.
        for row in counting[np.argsort(-left_out, kind="stable")]:
            group = self.usage[:, row] == 1.0
            if not ((group & is_seen).any() or group.all()):
                is_seen |= group
                size -= max(0, int(group.sum()) - math.floor(min(self.limits[row], len(self))))
        return size

    def __len__(self) -> int:
        return len(self.accuracies)

    def reward_forced(self, values: FloatArray) -> tuple[FloatArray, float]:
        """Return values that make forced members join at any likely price, and what that adds to their sum."""
        if self.forced is None:
            return values, 0.0
        return values - _REWARD * self.forced, _REWARD * float(self.forced.sum())

    @property
    def is_unconstrained(self) -> bool:
        """Whether all members fit together."""
        return bool((self.usage.sum(axis=0) <= self.limits).all())

    @functools.cached_property
    def largest_size(self) -> int:
        """Upper bound on the size of a feasible set."""
        if self.has_demands:
            running = np.cumsum(np.sort(self.usage, axis=0), axis=0) <= self.limits
            sizes = np.where(running, np.arange(1, len(self) + 1)[:, None], 0).max(axis=0, initial=0)
            return int(sizes.min(initial=len(self)))
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
        sets[:, self.indices] = rows[:, : len(self.indices)]
        return sets
