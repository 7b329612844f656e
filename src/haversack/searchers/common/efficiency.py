"""Draws of members by their efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CopiesLosses

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.cost import Resources
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.efficiency import CopyValues
    from haversack.kernels.resources import Knapsack

_LARGEST_TABLE = 2_000_000
_SHORTEST_ROW = 64
_MOST_ROWS = 4_096
_SLICE = 100_000
_VISITS = 2_000_000
_SMALL_LIMIT = 1e-150


@attrs.frozen(eq=False)
class EfficiencyTable:
    """The value of every number of copies of every member that the resources can buy.

    Parameters
    ----------
    knapsack
        The resources; every member uses some of at least one.
    rates
        How many copies of each member a unit of each resource buys.
    width
        Upper bound on the size of a set.
    copies
        The values. Where members use so little that the table would be too large, it is cut; larger numbers of copies
        then count as the largest one of the same parity. In pools of tens of thousands, members of about the same
        accuracy share their values.
    """

    knapsack: Knapsack
    rates: FloatArray
    width: int
    copies: CopyValues

    @classmethod
    def of(
        cls,
        problem: Problem,
        resources: Resources,
        *,
        largest: int = _LARGEST_TABLE,
        is_over: Callable[[], bool] = lambda: False,
    ) -> EfficiencyTable | None:
        """Compute the table, with about `largest` entries at most; None if the search is over before it is complete."""
        usage, limits = _enlarge_units(*_add_places(resources))
        width = max(1, bound_size(usage, limits))
        most = count_copies(usage, np.broadcast_to(limits, usage.shape))
        is_cut = float(most.sum(dtype=np.float64)) > largest
        if is_cut:
            most = np.minimum(most, max(_SHORTEST_ROW, largest // len(usage)))
        rows = most + 2
        owners, row_of = np.arange(len(usage)), np.arange(len(usage))
        if rows.sum() > max(_MOST_ROWS * _SHORTEST_ROW, 2 * largest):
            owners, row_of = _share_rows(problem)
            rows = np.full(len(owners), int(rows.max()))
        starts = np.concatenate([[0], np.cumsum(rows)[:-1]])
        members = np.repeat(owners, rows)
        copies = np.arange(rows.sum()) - np.repeat(starts, rows)
        values = np.empty(len(copies))
        for start in range(0, len(copies), _SLICE):
            if is_over():
                return None
            part = slice(start, start + _SLICE)
            values[part] = compute_efficiencies(problem, members[part], copies[part])
        table = kernels.efficiency.CopyValues(values, starts[row_of], most, is_cut)
        rates = kernels.efficiency.compute_rates(usage)
        return cls(kernels.resources.Knapsack(usage, limits), rates, width, table)

    def draw(
        self, stream: np.random.Generator, rows: int, is_over: Callable[[], bool] = lambda: False
    ) -> tuple[IntArray, IntArray]:
        """Draw one set per row; return its members in order of their draw, and their number.

        If the search is over meanwhile, the last set is incomplete and further ones are empty.
        """
        uniforms = stream.random((rows, self.width))
        orders = np.zeros(uniforms.shape, dtype=np.int64)
        lengths = np.zeros(rows, dtype=np.int64)
        members, resources = self.knapsack.usage.shape
        plain = kernels.jit.plain
        draws = kernels.efficiency.Draws(
            place=np.array([0, 0, -1]),
            alive=np.empty(members, dtype=np.int64),
            left=np.empty(resources),
            sums=np.empty(members),
        )
        arguments = plain(self.knapsack), self.rates, plain(self.copies), uniforms, _VISITS, plain(draws)
        while not kernels.efficiency.draw_orders(*arguments, orders, lengths) and not is_over():
            pass
        return orders, lengths


def _share_rows(problem: Problem) -> tuple[IntArray, IntArray]:
    """Return members whose values serve for all, and for each member which of them: one of about its accuracy."""
    pool = problem.pool
    by_accuracy = np.arange(len(pool)) if pool.accuracies is None else np.argsort(pool.accuracies, kind="stable")
    row_of = np.empty(len(pool), dtype=np.int64)
    row_of[by_accuracy] = np.arange(len(pool)) * _MOST_ROWS // len(pool)
    # The middle of those that share a row.
    return by_accuracy[(2 * np.arange(_MOST_ROWS) + 1) * len(pool) // (2 * _MOST_ROWS)], row_of


def compute_efficiencies(problem: Problem, members: IntArray, copies: IntArray) -> FloatArray:
    """Return the value of so many copies of each member; a member of negative value is never drawn."""
    energy = problem.energy
    assert isinstance(energy, CopiesLosses)
    losses = energy.copies_losses(problem.pool, members, copies)
    values = 1.0 - losses if problem.is_probability else np.array([problem.value(loss) for loss in losses])
    return np.asarray(np.maximum(values, 0.0))


def count_copies(usage: FloatArray, left: FloatArray) -> IntArray:
    """Return for each row how many copies of a member with that usage fit in what is left."""
    most = kernels.efficiency.MOST_COPIES
    with np.errstate(over="ignore"):  # Infinitely many are more than the most.
        ratios = np.divide(left, usage, out=np.full(usage.shape, most), where=usage > 0.0)
    return np.asarray(np.minimum(ratios.min(axis=1), most), dtype=np.int64)


def bound_size(usage: FloatArray, limits: FloatArray) -> int:
    """Return an upper bound on the size of a feasible set: as many of the least demanding as each resource allows."""
    running = np.cumsum(np.sort(usage, axis=0), axis=0)
    return int((running <= limits).sum(axis=0).min(initial=len(usage)))


def _add_places(resources: Resources) -> tuple[FloatArray, FloatArray]:
    """Add places on the panel as a resource where a member uses no other: any number of its copies would fit."""
    usage, limits = resources.usage, resources.limits
    if usage.shape[1] and usage.any(axis=1).all():
        return np.ascontiguousarray(usage), limits
    fitting = int((usage <= limits).all(axis=1).sum())
    return np.column_stack([usage, np.ones(len(usage))]), np.append(limits, float(fitting))


def _enlarge_units(usage: FloatArray, limits: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Measure resources of which there is very little in a smaller unit: their reciprocals would be infinite.

    Units differ by powers of two, so that no digit changes.
    """
    small = (limits > 0.0) & (limits < _SMALL_LIMIT)
    if not small.any():
        return usage, limits
    _, exponents = np.frexp(np.where(small, limits, 1.0))
    with np.errstate(over="ignore"):  # What infinitely exceeds the limit does not fit either.
        return np.ldexp(usage, -exponents), np.ldexp(limits, -exponents)
