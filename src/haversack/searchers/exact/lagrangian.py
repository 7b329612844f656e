"""Good panels of given sizes, by Lagrangian relaxation of the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers


def find_lagrangian_panels(members: SortedMembers, sizes: list[int]) -> Sets:
    """Return one panel of each size, as sets of the pool; an empty one where none fits.

    Sizes are at most the number of members.
    """
    rows = np.zeros((len(sizes), len(members)), dtype=np.bool_)
    for row, size in zip(rows, sizes, strict=True):
        kernels.lagrangian.choose_panel(members.accuracies, members.costs, members.cost_limit, size, row)
    return members.to_pool_sets(rows)
