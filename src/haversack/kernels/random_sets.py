"""Random sets that keep to limited resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.randomness import below
from haversack.kernels.resources import fits

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets


@jit
def fill_sets(
    usage: FloatArray,
    limits: FloatArray,
    sizes: IntArray,
    states: npt.NDArray[np.uint64],
    odd_only: bool,
    sets: Sets,
) -> None:
    """Fill each row with members in random order, passing over those that do not fit.

    Parameters
    ----------
    usage, limits
        How much of each resource each member uses, and how much of it there is.
    sizes
        The sizes to stop at, of which each row draws one.
    states
        Random streams, one per row.
    odd_only
        If a row runs out of members that fit at an even size, leave out the last one again.
    sets
        All False on entry; receives the sets.
    """
    members, resources = usage.shape
    left = np.empty(resources)
    order = np.arange(members)
    for row in range(sets.shape[0]):
        wanted = sizes[below(states, row, sizes.shape[0])]
        left[:] = limits
        size = 0
        last = -1
        for place in range(members):
            # The shuffle of the row before is as good a beginning as any other order.
            swap = place + below(states, row, members - place)
            member = order[swap]
            order[swap] = order[place]
            order[place] = member
            if fits(usage, left, member):
                sets[row, member] = True
                for resource in range(resources):
                    left[resource] -= usage[member, resource]
                last = member
                size += 1
                if size == wanted:
                    break
        if odd_only and size > 0 and size % 2 == 0:
            sets[row, last] = False
