"""Random sets that keep an additive budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets


@jit
def fill_sets(
    costs: FloatArray, limit: float, sizes: IntArray, uniforms: FloatArray, odd_only: bool, sets: Sets
) -> None:
    """Fill each row with members in random order, passing over those that do not fit.

    Parameters
    ----------
    costs
        Of each member.
    limit
        The budget.
    sizes
        For each row, the size to stop at.
    uniforms
        Of shape (rows, members), in [0, 1): the shuffle.
    odd_only
        If a row runs out of members that fit at an even size, leave out the last one again.
    sets
        All False on entry; receives the sets.
    """
    members = costs.shape[0]
    order = np.empty(members, dtype=np.int64)
    for row in range(sizes.shape[0]):
        for member in range(members):
            order[member] = member
        left = limit
        size = 0
        last = -1
        for place in range(members):
            swap = place + int(uniforms[row, place] * (members - place))
            member = order[swap]
            order[swap] = order[place]
            if costs[member] <= left:
                sets[row, member] = True
                left -= costs[member]
                last = member
                size += 1
                if size == sizes[row]:
                    break
        if odd_only and size > 0 and size % 2 == 0:
            sets[row, last] = False
