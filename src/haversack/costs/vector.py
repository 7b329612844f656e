"""Several additive costs, each with its own budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.arrays import sum_members
from haversack.pools.column_values import read_numbers
from haversack.text import format_value
from haversack.validators import OptionError, positive_finite

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


def _to_hashable(budgets: Any) -> Any:
    return tuple(sorted(budgets.items())) if isinstance(budgets, dict) else budgets


@attrs.frozen
class Vector:
    """Several additive costs, such as seconds, dollars and memory, each with its own budget.

    The cost of a set is the largest share of a budget that it uses, so a set is feasible if it costs at most 1.

    Parameters
    ----------
    budgets
        The budget of each column of the pool that limits a set: ``{seconds = 60, dollars = 2.5}``. The column ``cost``
        holds the costs of the pool.
    """

    budgets: dict[str, float] = attrs.field(eq=_to_hashable)

    @budgets.validator
    def _check_budgets(self, attribute: attrs.Attribute[Any], budgets: Any) -> None:
        if not isinstance(budgets, dict) or not budgets:
            raise OptionError("budgets", f"must name at least one column and its budget, got {format_value(budgets)}")
        for column, limit in budgets.items():
            if not positive_finite.accepts(limit):
                raise OptionError(
                    attribute.name, f"must be finite numbers above 0, got {format_value(limit)} for {column!r}"
                )

    def own_budget(self) -> float:
        """Return 1: the whole of every budget."""
        return 1.0

    def prepare(self, pool: Pool) -> VectorShares:
        """Read the columns; a column of a million cells takes a second."""
        keys = sorted(self.budgets)
        with np.errstate(over="ignore"):
            columns = [read_numbers(pool, key, "cost.budgets", least=0.0) for key in keys]
            shares = np.column_stack([values / self.budgets[key] for key, values in zip(keys, columns, strict=True)])
        # Small enough for the sum of all to be a number.
        shares = np.minimum(shares, np.finfo(np.float64).max / (4.0 * len(pool)))
        shares.setflags(write=False)
        return VectorShares(tuple(keys), shares)

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the largest share of a budget that each set uses."""
        return self.prepare(pool).costs(pool, sets)

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Limit the sum of each column."""
        return self.prepare(pool).resources(pool, budget)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Divide each budget by the mean of its column; the scarcest decides."""
        return self.prepare(pool).expected_size(pool, budget, accuracy)


@attrs.frozen(eq=False)
class VectorShares:
    """Several additive costs of the members of one pool.

    Parameters
    ----------
    columns
        The names of the columns.
    shares
        The share of the budget of each column that each member uses, of shape (members, columns).
    """

    columns: tuple[str, ...]
    shares: FloatArray

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return the largest share of a budget that each set uses."""
        return np.asarray(np.max([sum_members(sets, column) for column in self.shares.T], axis=0))

    def resources(self, pool: Pool, budget: float) -> Resources:  # noqa: ARG002
        """Limit the sum of each column."""
        return Resources(self.shares, np.full(len(self.columns), budget))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Divide each budget by the mean of its column; the scarcest decides."""
        with np.errstate(divide="ignore", over="ignore"):
            sizes = budget / self.shares.mean(axis=0)
        scarcest = int(np.argmin(sizes))
        size = len(pool) if sizes[scarcest] >= len(pool) else math.ceil(sizes[scarcest] * (1 - 1e-12))
        return SizeEstimate(max(1, size), f"the mean of {self.columns[scarcest]!r}")
