"""At least so many members of a group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import LinearRows
from haversack.constraints.common import allow_by_rows, check_text
from haversack.constraints.groups import find_group, to_label
from haversack.validators import to_whole, whole

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class AtLeast:
    """A set has at least so many members of a group.

    Parameters
    ----------
    count
        Smallest number of members, at least 1.
    group
        The column of the pool whose values are the groups: ``licence``.
    value
        The group: ``open``.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8], metadata={"licence": ["closed", "open"]})
    >>> constraint = AtLeast(count=1, group="licence", value="open")
    >>> constraint.allows(pool, np.array([[True, False], [True, True]])).tolist()
    [False, True]
    """

    count: int = attrs.field(converter=to_whole, validator=whole(1))
    group: str = attrs.field(validator=check_text)
    value: str | float | bool = attrs.field(converter=to_label)

    def rows(self, pool: Pool) -> LinearRows:
        """Limit the number of members of the group from below."""
        marked = find_group(pool, self.group, self.value, "at-least")
        return LinearRows(marked.astype(np.float64)[:, None], np.array([float(self.count)]), np.array([math.inf]))

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have so many."""
        return allow_by_rows(self, pool, sets)
