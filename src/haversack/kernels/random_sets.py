"""Random sets that keep to limited resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.resources import fits

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets


@jit
def fill_sets(
    usage: FloatArray, limits: FloatArray, sizes: IntArray, uniforms: FloatArray, odd_only: bool, sets: Sets
) -> None:
    """Fill each row with members in random order, passing over those that do not fit.

    Parameters
    ----------
    usage, limits
        How much of each resource each member uses, and how much of it there is.
    sizes
        For each row, the size to stop at.
    uniforms
        Of shape (rows, members), in [0, 1): the shuffle.
    odd_only
        If a row runs out of members that fit at an even size, leave out the last one again.
    sets
        All False on entry; receives the sets.
    """
    members, resources = usage.shape
    left = np.empty(resources)
    order = np.empty(members, dtype=np.int64)
    for row in range(sizes.shape[0]):
        for member in range(members):
            order[member] = member
        left[:] = limits
        size = 0
        last = -1
        for place in range(members):
            swap = place + int(uniforms[row, place] * (members - place))
            member = order[swap]
            order[swap] = order[place]
            if fits(usage, left, member):
                sets[row, member] = True
                for resource in range(resources):
                    left[resource] -= usage[member, resource]
                last = member
                size += 1
                if size == sizes[row]:
                    break
        if odd_only and size > 0 and size % 2 == 0:
            sets[row, last] = False
