"""Costs whose price per unit depends on the amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.cost import Resources
from haversack.costs.part import check_column, check_tiers, read_amount, to_tiers
from haversack.costs.setup import PreparedCost

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.api.cost import SizeEstimate
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Tiers:
    """A set costs the price of what its members use together, where the price per unit changes with the amount.

    Each unit costs what its own tier says: with steps ``[[0, 1.0], [10, 0.8]]``, twelve units cost 10 + 2 · 0.8. Prices
    may fall or rise.

    Parameters
    ----------
    steps
        Pairs of the amount from which on a price holds, and the price per unit; the first amount is 0.
    column
        The column that is added up; `cost` is the pool's own cost. If omitted, each member counts 1.

    Examples
    --------
    >>> import numpy as np
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8], metadata={"calls": [8, 4]})
    >>> model = Tiers(steps=((0, 1.0), (10, 0.8)), column="calls")
    >>> model.costs(pool, np.array([[True, False], [True, True]])).tolist()
    [8.0, 11.6]
    """

    steps: tuple[tuple[float, float], ...] = attrs.field(converter=to_tiers, validator=check_tiers)
    column: str | None = attrs.field(default=None, validator=attrs.validators.optional(check_column))

    def prepare(self, pool: Pool) -> PreparedTiers:
        """Read the column."""
        return PreparedTiers(read_amount(pool, "cost", column=self.column, tiers=self.steps))

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the price of the sum of each set."""
        return self.prepare(pool).costs(pool, sets)

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Limit the sum to what the budget buys: more never costs less."""
        return self.prepare(pool).resources(pool, budget)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Count the members that the budget buys on average."""
        return self.prepare(pool).expected_size(pool, budget, accuracy)


@attrs.frozen(eq=False)
class PreparedTiers(PreparedCost):
    """The price of what the members of one pool use together."""

    def resources(self, pool: Pool, budget: float) -> Resources:  # noqa: ARG002 - the interface's signature
        """Limit the sum to what the budget buys."""
        return Resources(*self.amount.limit(budget))
