"""Draws of members by their efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CopiesLosses

if TYPE_CHECKING:
    from haversack.api.cost import Resources
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.efficiency import CopyValues
    from haversack.kernels.resources import Knapsack

_LARGEST_TABLE = 2_000_000
_SHORTEST_ROW = 64
_MOST_COPIES = 1e15


@attrs.frozen(eq=False)
class EfficiencyTable:
    """The value of every number of copies of every member that the resources can buy.

    Parameters
    ----------
    knapsack
        The resources; every member uses some of at least one.
    width
        Upper bound on the size of a set.
    copies
        The values. Where members use so little that the table would be too large, it is cut; larger numbers of copies
        then count as the largest one of the same parity.
    """

    knapsack: Knapsack
    width: int
    copies: CopyValues

    @classmethod
    def of(cls, problem: Problem, resources: Resources, *, largest: int = _LARGEST_TABLE) -> EfficiencyTable:
        """Compute the table, with about `largest` entries at most."""
        usage, limits = _add_places(resources)
        width = max(1, bound_size(usage, limits))
        most = count_copies(usage, np.broadcast_to(limits, usage.shape))
        is_cut = float(most.sum(dtype=np.float64)) > largest
        if is_cut:
            most = np.minimum(most, max(_SHORTEST_ROW, largest // len(usage)))
        rows = most + 2
        starts = np.concatenate([[0], np.cumsum(rows)[:-1]])
        members = np.repeat(np.arange(len(usage)), rows)
        copies = np.arange(rows.sum()) - starts[members]
        values = compute_efficiencies(problem, members, copies)
        table = kernels.efficiency.CopyValues(values, starts, most, is_cut)
        return cls(kernels.resources.Knapsack(usage, limits), width, table)

    def draw(self, stream: np.random.Generator, rows: int) -> tuple[IntArray, IntArray]:
        """Draw one set per row; return its members in order of their draw, and their number."""
        uniforms = stream.random((rows, self.width))
        orders = np.zeros(uniforms.shape, dtype=np.int64)
        lengths = np.zeros(rows, dtype=np.int64)
        plain = kernels.jit.plain
        kernels.efficiency.draw_orders(plain(self.knapsack), plain(self.copies), uniforms, orders, lengths)
        return orders, lengths


def compute_efficiencies(problem: Problem, members: IntArray, copies: IntArray) -> FloatArray:
    """Return the value of so many copies of each member; a member of negative value is never drawn."""
    energy = problem.energy
    assert isinstance(energy, CopiesLosses)
    losses = energy.copies_losses(problem.pool, members, copies)
    values = 1.0 - losses if problem.is_probability else np.array([problem.value(loss) for loss in losses])
    return np.asarray(np.maximum(values, 0.0))


def count_copies(usage: FloatArray, left: FloatArray) -> IntArray:
    """Return for each row how many copies of a member with that usage fit in what is left."""
    ratios = np.divide(left, usage, out=np.full(usage.shape, _MOST_COPIES), where=usage > 0.0)
    return np.asarray(np.minimum(ratios.min(axis=1), _MOST_COPIES), dtype=np.int64)


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
