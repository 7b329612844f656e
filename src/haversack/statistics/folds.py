"""Which fold each item belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import IntArray

_SEED = 20_04_08_101


def assign_folds(items: int, folds: int) -> IntArray:
    """Return the fold of each item, folds of equal size or one item more.

    Depends on the position of an item and on the number of items alone, by a fixed permutation: files are often sorted
    by the right answer.

    Examples
    --------
    >>> np.bincount(assign_folds(10, 4)).tolist()
    [3, 3, 2, 2]
    """
    assigned = np.empty(items, dtype=np.int64)
    assigned[np.random.default_rng(_SEED).permutation(items)] = np.arange(items) % folds
    return assigned
