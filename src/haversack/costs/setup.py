"""Costs with a set-up fee for each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.cost import SizeEstimate
from haversack.costs.part import check_column, check_fee, read_amount

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.costs.amounts import Amount
    from haversack.pools.pool import Pool


@attrs.frozen
class Setup:
    """A set costs what its members cost, and a fee for each group that any of them belongs to.

    Parameters
    ----------
    group
        The column that names the group of each member, such as ``vendor``.
    fee
        What a group costs once, however many of its members are in the set: a number, or the column that has it.
    column
        The column of the members' own costs.

    Examples
    --------
    >>> import numpy as np
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[2, 1, 1], metadata={"vendor": ["a", "a", "b"]})
    >>> Setup(group="vendor", fee=10).costs(pool, np.array([[True, True, False], [True, False, True]])).tolist()
    [13.0, 23.0]
    """

    group: str = attrs.field(validator=check_column)
    fee: float | str = attrs.field(validator=check_fee)
    column: str = attrs.field(default="cost", validator=check_column)

    def prepare(self, pool: Pool) -> PreparedCost:
        """Read the columns."""
        return PreparedCost(read_amount(pool, "cost", column=self.column, group=self.group, fee=self.fee))

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the costs of the members and the fees of their groups."""
        return self.prepare(pool).costs(pool, sets)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Count the members drawn at random that the budget buys on average, their groups' fees included."""
        return self.prepare(pool).expected_size(pool, budget, accuracy)


@attrs.frozen(eq=False)
class PreparedCost:
    """One cost of the members of one pool.

    Parameters
    ----------
    amount
        What the cost amounts to.
    """

    amount: Amount

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return the cost of each set."""
        return self.amount.compute(sets)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Count the members drawn at random that the budget buys on average."""
        return SizeEstimate(self.amount.estimate_size(budget), "the mean cost of members drawn at random")
