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

_LARGEST_TABLE = 2_000_000
_SHORTEST_ROW = 64
_MOST_COPIES = 1e15


@attrs.frozen(eq=False)
class EfficiencyTable:
    """The value of every number of copies of every member that the resources can buy.

    Parameters
    ----------
    usage, limits
        The resources; every member uses some of something.
    width
        How many members a set can hold at most.
    values, starts, most, is_cut
        ``values[starts[i] + m]`` is the efficiency of member i when m copies fit, for m up to ``most[i]`` and one more.
        Where members use so little that the table would be too large, it is cut; larger numbers, of the same parity,
        are then taken for as good as the last.
    """

    usage: FloatArray
    limits: FloatArray
    width: int
    values: FloatArray
    starts: IntArray
    most: IntArray
    is_cut: bool

    @classmethod
    def of(cls, problem: Problem, resources: Resources, *, largest: int = _LARGEST_TABLE) -> EfficiencyTable:
        """Compute the table, with about `largest` entries at most."""
        usage, limits = _with_places(resources)
        width = max(1, most_members(usage, limits))
        most = copies_that_fit(usage, np.broadcast_to(limits, usage.shape))
        is_cut = float(most.sum(dtype=np.float64)) > largest
        if is_cut:
            most = np.minimum(most, max(_SHORTEST_ROW, largest // len(usage)))
        rows = most + 2
        starts = np.concatenate([[0], np.cumsum(rows)[:-1]])
        members = np.repeat(np.arange(len(usage)), rows)
        copies = np.arange(rows.sum()) - starts[members]
        return cls(usage, limits, width, efficiencies(problem, members, copies), starts, most, is_cut)

    def draw(self, stream: np.random.Generator, rows: int) -> tuple[IntArray, IntArray]:
        """Draw one set per row; return members in order of their draw, and how many there are."""
        uniforms = stream.random((rows, self.width))
        orders = np.zeros(uniforms.shape, dtype=np.int64)
        lengths = np.zeros(rows, dtype=np.int64)
        kernels.efficiency.draw_orders(
            self.usage, self.limits, self.values, self.starts, self.most, self.is_cut, uniforms, orders, lengths
        )
        return orders, lengths


def efficiencies(problem: Problem, members: IntArray, copies: IntArray) -> FloatArray:
    """Return the value of so many copies of each member; what is worth less than nothing is never drawn."""
    energy = problem.energy
    assert isinstance(energy, CopiesLosses)
    losses = energy.copies_losses(problem.pool, members, copies)
    values = 1.0 - losses if problem.is_probability else np.array([problem.value(loss) for loss in losses])
    return np.asarray(np.maximum(values, 0.0))


def copies_that_fit(usage: FloatArray, left: FloatArray) -> IntArray:
    """Return for each row how many copies of a member with that usage what is left allows."""
    ratios = np.divide(left, usage, out=np.full(usage.shape, _MOST_COPIES), where=usage > 0.0)
    return np.asarray(np.minimum(ratios.min(axis=1), _MOST_COPIES), dtype=np.int64)


def most_members(usage: FloatArray, limits: FloatArray) -> int:
    """Return an upper bound on the size of a feasible set: as many of the least demanding as each resource allows."""
    running = np.cumsum(np.sort(usage, axis=0), axis=0)
    return int((running <= limits).sum(axis=0).min(initial=len(usage)))


def _with_places(resources: Resources) -> tuple[FloatArray, FloatArray]:
    """Add places on the panel as a resource where a member uses nothing else: of it, any number of copies would fit."""
    usage, limits = resources.usage, resources.limits
    if usage.shape[1] and usage.any(axis=1).all():
        return np.ascontiguousarray(usage), limits
    fitting = int((usage <= limits).all(axis=1).sum())
    return np.column_stack([usage, np.ones(len(usage))]), np.append(limits, float(fitting))
