"""At most so many members of a group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import LinearRows
from haversack.constraints.common import allow_by_rows, check_text
from haversack.constraints.groups import find_group, mark_groups, to_label
from haversack.validators import to_whole, whole

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class AtMost:
    """A set has at most so many members of a group, or of every group.

    Parameters
    ----------
    count
        Largest number of members, at least 0.
    group
        The column of the pool whose values are the groups: ``vendor``.
    value
        The group; if omitted, the count limits every one of them.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7], metadata={"vendor": ["x", "x", "y"]})
    >>> AtMost(count=1, group="vendor").allows(pool, np.array([[True, True, False], [True, False, True]])).tolist()
    [False, True]
    """

    count: int = attrs.field(converter=to_whole, validator=whole(0))
    group: str = attrs.field(validator=check_text)
    value: str | float | bool | None = attrs.field(default=None, converter=to_label)

    def rows(self, pool: Pool) -> LinearRows:
        """Limit the number of members of each group."""
        if self.value is None:
            usage = mark_groups(pool, self.group, "at-most.group")
            # A group that is small enough needs no limit.
            usage = usage[:, usage.sum(axis=0) > self.count]
        else:
            usage = find_group(pool, self.group, self.value, "at-most")[:, None]
        rows = usage.shape[1]
        return LinearRows(usage.astype(np.float64), np.full(rows, -math.inf), np.full(rows, float(self.count)))

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have no more than that."""
        return allow_by_rows(self, pool, sets)
