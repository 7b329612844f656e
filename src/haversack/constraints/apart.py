"""Members that exclude each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import LinearRows
from haversack.constraints.common import allow_by_rows, check_names, mark, to_names
from haversack.pools.column_values import find_members

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Apart:
    """A set has at most one of these members.

    Parameters
    ----------
    members
        Their names.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7], names=["a", "b", "c"])
    >>> Apart(["a", "b"]).allows(pool, np.array([[True, True, False], [True, False, True]])).tolist()
    [False, True]
    """

    members: tuple[str, ...] | str = attrs.field(converter=to_names, validator=check_names)

    def rows(self, pool: Pool) -> LinearRows:
        """Limit how many of them there are."""
        marked = mark(find_members(pool, self.members, "apart.members"), len(pool))
        return LinearRows(marked.astype(np.float64)[:, None], np.array([-math.inf]), np.array([1.0]))

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have at most one."""
        return allow_by_rows(self, pool, sets)
