"""Members that are fixed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import FixedMembers
from haversack.constraints.common import allow_by_rows, check_names, mark, to_names
from haversack.pools.column_values import find_members

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Exclude:
    """No set has any of these members.

    Parameters
    ----------
    members
        Their names.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8], names=["a", "b"])
    >>> Exclude("a").allows(pool, np.array([[True, False], [False, True]])).tolist()
    [False, True]
    """

    members: tuple[str, ...] | str = attrs.field(converter=to_names, validator=check_names)

    def fixed(self, pool: Pool) -> FixedMembers:
        """Return the members."""
        marked = mark(find_members(pool, self.members, "exclude.members"), len(pool))
        return FixedMembers(inside=np.zeros_like(marked), outside=marked)

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have none of them."""
        return allow_by_rows(self, pool, sets)
