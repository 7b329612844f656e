"""How many members a set has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import LinearRows
from haversack.constraints.common import allow_by_rows
from haversack.validators import OptionError, optional, to_whole, whole

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Size:
    """A set has at least, or at most, so many members, or both.

    Parameters
    ----------
    least
        Smallest number of members. Needed unless `most` is given.
    most
        Largest number of members. Needed unless `least` is given.

    Examples
    --------
    >>> from haversack import Pool
    >>> Size(least=2).allows(Pool(accuracies=[0.9, 0.8]), np.array([[True, False], [True, True]])).tolist()
    [False, True]
    """

    least: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    most: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))

    def __attrs_post_init__(self) -> None:
        if self.least is None and self.most is None:
            raise OptionError("least", "or most must be given, or both")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise OptionError("least", f"must be at most {self.most}, which is the option most, got {self.least}")

    def rows(self, pool: Pool) -> LinearRows:
        """Limit the number of members."""
        return LinearRows(
            np.ones((len(pool), 1)),
            np.array([-math.inf if self.least is None else float(self.least)]),
            np.array([math.inf if self.most is None else float(self.most)]),
        )

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return which sets have the right size."""
        return allow_by_rows(self, pool, sets)
