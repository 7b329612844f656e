"""Members that belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import LinearRows
from haversack.constraints.common import allow_by_rows, check_names, to_names
from haversack.pools.column_values import find_members

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Together:
    """A set has all of these members, or none of them.

    Parameters
    ----------
    members
        Their names.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7], names=["a", "b", "c"])
    >>> Together(["a", "b"]).allows(pool, np.array([[True, False, True], [False, False, True]])).tolist()
    [False, True]
    """

    members: tuple[str, ...] | str = attrs.field(converter=to_names, validator=check_names)

    def rows(self, pool: Pool) -> LinearRows:
        """Let each member be in exactly if the first is."""
        first, *others = find_members(pool, self.members, "together.members").tolist()
        usage = np.zeros((len(pool), len(others)))
        usage[first, :] = 1.0
        usage[others, np.arange(len(others))] = -1.0
        return LinearRows(usage, np.zeros(len(others)), np.zeros(len(others)))

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have all or none."""
        return allow_by_rows(self, pool, sets)
