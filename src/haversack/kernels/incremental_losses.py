"""Differences between the sets that walks are at and the sets proposed to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import IntArray, Sets


@jit
def find_flips(sets: Sets, new_sets: Sets, flips: IntArray, lengths: IntArray) -> None:
    """Write for each row the members that are in only one of the two sets, and their number."""
    for row in range(sets.shape[0]):
        before, after, count = sets[row], new_sets[row], 0
        for member in range(sets.shape[1]):
            # Written always, counted only if it differs: no branch to guess wrong.
            flips[row, count] = member
            count += before[member] != after[member]
        lengths[row] = count
