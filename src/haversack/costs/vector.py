"""Several additive costs, each with its own budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.errors import PoolError
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
            raise OptionError("budgets", f"must name at least one column and its budget, got {budgets!r}")
        for column, limit in budgets.items():
            if not positive_finite.accepts(limit):
                raise OptionError(attribute.name, f"must be finite numbers above 0, got {limit!r} for {column!r}")

    def own_budget(self) -> float:
        """Return 1: the whole of every budget."""
        return 1.0

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the largest share of a budget that each set uses."""
        return np.asarray((sets @ self._shares(pool)).max(axis=1))

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Limit the sum of each column."""
        return Resources(self._shares(pool), np.full(len(self.budgets), budget))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Divide each budget by the mean of its column; the scarcest decides."""
        means = self._shares(pool).mean(axis=0)
        with np.errstate(divide="ignore"):
            sizes = budget / means
        scarcest = int(np.argmin(sizes))
        size = len(pool) if sizes[scarcest] >= len(pool) else math.ceil(sizes[scarcest] * (1 - 1e-12))
        return SizeEstimate(max(1, size), f"the mean of {sorted(self.budgets)[scarcest]!r}")

    def _shares(self, pool: Pool) -> FloatArray:
        """Return the share of each budget that each member uses."""
        return np.column_stack([_read_column(pool, key) / self.budgets[key] for key in sorted(self.budgets)])


def _read_column(pool: Pool, key: str) -> FloatArray:
    if key == "cost":
        return pool.require_costs()
    if key not in pool.metadata:
        known = ", ".join(["cost"] * (pool.costs is not None) + sorted(pool.metadata)) or "none"
        raise PoolError([f"pool: no column {key!r}, which cost.budgets names; columns: {known}"])
    values = np.empty(len(pool))
    for index, cell in enumerate(pool.metadata[key]):
        try:
            values[index] = float(cell)
        except (TypeError, ValueError):
            values[index] = math.nan
        if not 0.0 <= values[index] < math.inf:
            place = f"pool: {key}[{index}] (row {index + 1}, {pool.names[index]!r})"
            raise PoolError([f"{place}: must be a finite number of at least 0, got {cell!r}"])
    return values
