"""Sets in a hash table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import IntArray

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT = np.uint64(31)


@jit
def find_or_add(
    words: npt.NDArray[np.uint64], slots: IntArray, stored: npt.NDArray[np.uint64], count: int, entries: IntArray
) -> int:
    """Find the entry of each set, and add the sets that have none; open addressing.

    Parameters
    ----------
    words
        The sets, one per row, as bits.
    slots
        The entry in each slot, -1 where there is none; their number is a power of two. Changed.
    stored
        The set of each entry, with room for all that are new. Changed.
    count
        Number of entries.
    entries
        Receives the entry of each set.

    Returns
    -------
    int
        The number of entries then.
    """
    last = np.uint64(slots.shape[0] - 1)
    width = words.shape[1]
    for row in range(words.shape[0]):
        mixed = np.uint64(0)
        for place in range(width):
            mixed = (mixed ^ words[row, place]) * _MIX + _STEP
            mixed ^= mixed >> _SHIFT
        slot = mixed & last
        while True:
            entry = slots[slot]
            if entry < 0:
                slots[slot] = count
                stored[count] = words[row]
                entries[row] = count
                count += 1
                break
            is_same = True
            for place in range(width):
                if stored[entry, place] != words[row, place]:
                    is_same = False
                    break
            if is_same:
                entries[row] = entry
                break
            slot = (slot + np.uint64(1)) & last
    return count
