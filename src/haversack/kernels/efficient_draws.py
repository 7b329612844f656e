"""The draws of SHErLoCk: members one by one, each with probability proportional to its efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.resources import copies_that_fit, fits

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray


@jit
def draw_orders(
    usage: FloatArray,
    limits: FloatArray,
    efficiencies: FloatArray,
    starts: IntArray,
    uniforms: FloatArray,
    orders: IntArray,
    lengths: IntArray,
) -> None:
    """Draw one set per row, until no member fits what is left of the resources.

    Parameters
    ----------
    usage, limits
        How much of each resource each member uses, and how much of it there is. Every member uses some of something.
    efficiencies, starts
        ``efficiencies[starts[i] + m]`` is the value of m copies of member i.
    uniforms
        Of shape (rows, width), in [0, 1): the k-th draw of a row uses the k-th number.
    orders, lengths
        Receive the members of each row in order of their draw, and their number. A row ends at `width` draws at most.
    """
    members, resources = usage.shape
    left = np.empty(resources)
    alive = np.empty(members, dtype=np.int64)
    sums = np.empty(members)
    for row in range(uniforms.shape[0]):
        for member in range(members):
            alive[member] = member
        count = members
        left[:] = limits
        drawn = 0
        while drawn < uniforms.shape[1]:
            # Members that no longer fit drop out here for good: what is left of the budget only shrinks.
            total = 0.0
            fitting = 0
            for place in range(count):
                member = alive[place]
                if member < 0:
                    continue
                if fits(usage, left, member):
                    total += efficiencies[starts[member] + copies_that_fit(usage, left, member)]
                    sums[fitting] = total
                    alive[fitting] = member
                    fitting += 1
            count = fitting
            if count == 0:
                break
            uniform = uniforms[row, drawn]
            if total > 0.0:
                # The first place whose running sum passes the mark; its own efficiency is then positive.
                mark = uniform * total
                place = int(np.searchsorted(sums[:count], mark, side="right"))
                if place >= count:
                    place = int(np.searchsorted(sums[:count], total, side="left"))
            else:
                place = int(uniform * count)
            member = alive[place]
            orders[row, drawn] = member
            drawn += 1
            for resource in range(resources):
                left[resource] -= usage[member, resource]
            alive[place] = -1
        lengths[row] = drawn
