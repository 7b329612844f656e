"""Good panels of given sizes, by prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers


def lagrangian_panels(ordered: SortedMembers, sizes: list[int]) -> Sets:
    """Return one panel of each size, as sets of the pool; an empty one where none fits."""
    rows = np.zeros((len(sizes), len(ordered.members)), dtype=np.bool_)
    for row, size in zip(rows, sizes, strict=True):
        kernels.lagrangian.priced_panel(ordered.accuracies, ordered.costs, ordered.cost_limit, size, row)
    return ordered.sets(rows)
