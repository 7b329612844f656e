"""Random sets within limited resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.randomness import draw_below
from haversack.kernels.resources import fits

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import IntArray, Sets
    from haversack.kernels.resources import Knapsack


@jit
def fill_sets(knapsack: Knapsack, sizes: IntArray, states: npt.NDArray[np.uint64], odd_only: bool, sets: Sets) -> None:
    """Fill each row with members in random order, skipping those that do not fit.

    Parameters
    ----------
    knapsack
        The resources.
    sizes
        The sizes to stop at, of which each row draws one.
    states
        Random streams, one per row.
    odd_only
        If a row runs out of members that fit at an even size, remove the last one again.
    sets
        All False on entry; receives the sets.
    """
    usage, limits = knapsack
    members, resources = usage.shape
    left = np.empty(resources)
    order = np.arange(members)
    for row in range(sets.shape[0]):
        wanted = sizes[draw_below(states, row, sizes.shape[0])]
        left[:] = limits
        size = 0
        last = -1
        for place in range(members):
            # The order that the previous row left is as good a start as any other.
            swap = place + draw_below(states, row, members - place)
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
