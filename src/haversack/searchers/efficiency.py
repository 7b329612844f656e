"""Draws of members by their efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.energy import CopiesLosses

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray
    from haversack.api.problem import Problem

_LARGEST_TABLE = 2_000_000


@attrs.frozen
class EfficiencyTable:
    """The value of every number of copies of every member that a budget can buy.

    Parameters
    ----------
    problem
        Whose energy gives the values.
    costs, limit
        What members cost and what a set may cost.
    width
        How many members a set can hold at most.
    starts, values
        ``values[starts[i] + m]`` is the efficiency of member i when m copies fit. None where costs are so small
        beside the limit that the table would be too large; efficiencies are then computed when they are needed.
    """

    problem: Problem
    costs: FloatArray
    limit: float
    width: int
    starts: IntArray | None
    values: FloatArray | None

    @classmethod
    def of(cls, problem: Problem, costs: FloatArray, limit: float, *, largest: int = _LARGEST_TABLE) -> EfficiencyTable:
        """Compute the table, if it has at most `largest` entries."""
        width = max(1, int(np.count_nonzero(np.cumsum(np.sort(costs)) <= limit)))
        most = np.floor(limit / costs)
        if most.sum() + costs.size > largest:
            return cls(problem, costs, limit, width, None, None)
        rows = most.astype(np.int64) + 1
        starts = np.concatenate([[0], np.cumsum(rows)[:-1]])
        members = np.repeat(np.arange(costs.size), rows)
        copies = np.arange(rows.sum()) - starts[members]
        return cls(problem, costs, limit, width, starts, efficiencies(problem, members, copies))

    def draw(self, stream: np.random.Generator, rows: int) -> tuple[IntArray, IntArray]:
        """Draw one set per row; return members in order of their draw, and how many there are."""
        uniforms = stream.random((rows, self.width))
        if self.values is None or self.starts is None:
            return self._draw_without_table(uniforms)
        orders = np.zeros(uniforms.shape, dtype=np.int64)
        lengths = np.zeros(rows, dtype=np.int64)
        kernels.efficient_draws.draw_orders(self.costs, self.limit, self.values, self.starts, uniforms, orders, lengths)
        return orders, lengths

    def _draw_without_table(self, uniforms: FloatArray) -> tuple[IntArray, IntArray]:
        """Do the same as the compiled draws, one draw of all rows at a time."""
        rows = np.arange(len(uniforms))
        orders = np.zeros(uniforms.shape, dtype=np.int64)
        lengths = np.zeros(len(uniforms), dtype=np.int64)
        left = np.full(len(uniforms), self.limit)
        free = np.ones((len(uniforms), self.costs.size), dtype=np.bool_)
        for draw in range(self.width):
            fits = free & (self.costs <= left[:, None])
            going = fits.any(axis=1)
            if not going.any():
                break
            weights = np.zeros(fits.shape)
            row, member = np.nonzero(fits)
            copies = np.floor(left[row] / self.costs[member]).astype(np.int64)
            weights[row, member] = efficiencies(self.problem, member, copies)
            weights[weights.sum(axis=1) <= 0.0] = 1.0
            sums = np.cumsum(np.where(fits, weights, 0.0), axis=1)
            marks = uniforms[:, draw] * sums[:, -1]
            # The first place whose running sum passes the mark; rounding may put the mark at the very end.
            place = np.where(
                marks < sums[:, -1], (sums <= marks[:, None]).sum(axis=1), (sums < sums[:, -1:]).sum(axis=1)
            )
            chosen = rows[going], place[going]
            orders[going, draw] = place[going]
            left[going] -= self.costs[place[going]]
            free[chosen] = False
            lengths[going] += 1
        return orders, lengths


def efficiencies(problem: Problem, members: IntArray, copies: IntArray) -> FloatArray:
    """Return the value of so many copies of each member; what is worth less than nothing is never drawn."""
    energy = problem.energy
    assert isinstance(energy, CopiesLosses)
    losses = energy.copies_losses(problem.pool, members, copies)
    if problem.is_probability:
        return np.maximum(1.0 - losses, 0.0)
    return np.maximum([problem.value(loss) for loss in losses], 0.0)
