"""A limit on a column of the pool."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.constraint import FixedMembers, LinearRows
from haversack.constraints.common import allow_by_rows, check_text
from haversack.pools.column_values import read_numbers
from haversack.validators import finite, one_of

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool

_ROUNDING = 1e-12


@attrs.frozen
class Limit:
    """The sum of a column over the members of a set, or each of its values, is at most a number.

    Parameters
    ----------
    column
        The column: ``cost``, ``accuracy``, or a further one, such as ``latency``.
    most
        The largest sum, or the largest value.
    of
        ``sum``: what the members have together; ``each``: what each of them has, such as the latency of a panel whose
        members work side by side.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8], metadata={"latency": [1.5, 2.5]})
    >>> Limit("latency", most=2.0, of="each").allows(pool, np.array([[True, False], [True, True]])).tolist()
    [True, False]
    """

    column: str = attrs.field(validator=check_text)
    most: float = attrs.field(validator=finite)
    of: Literal["sum", "each"] = attrs.field(default="sum", validator=one_of("sum", "each"))

    def rows(self, pool: Pool) -> LinearRows:
        """Limit the sum; nothing if each value is limited."""
        if self.of == "each":
            return LinearRows(np.zeros((len(pool), 0)), np.zeros(0), np.zeros(0))
        values = read_numbers(pool, self.column, "limit.column")
        return LinearRows(values[:, None], np.array([-math.inf]), np.array([float(self.most)]))

    def fixed(self, pool: Pool) -> FixedMembers:
        """Keep out the members whose value is too large; none if the sum is limited."""
        outside = np.zeros(len(pool), dtype=np.bool_)
        if self.of == "each":
            outside = read_numbers(pool, self.column, "limit.column") > self.most + _ROUNDING * abs(self.most)
        return FixedMembers(np.zeros(len(pool), dtype=np.bool_), outside)

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets stay within the limit."""
        return allow_by_rows(self, pool, sets)
