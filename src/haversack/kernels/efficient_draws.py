"""The draws of SHErLoCk: members one by one, each with probability proportional to its efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray


@jit
def draw_orders(
    usage: FloatArray,
    limits: FloatArray,
    efficiencies: FloatArray,
    starts: IntArray,
    most: IntArray,
    uniforms: FloatArray,
    orders: IntArray,
    lengths: IntArray,
) -> None:
    """Draw one set per row, until no member fits what is left of the resources.

    Parameters
    ----------
    usage, limits
        How much of each resource each member uses, and how much of it there is. Every member uses some of something.
    efficiencies, starts, most
        ``efficiencies[starts[i] + m]`` is the value of m copies of member i, up to ``most[i]``; beyond, as many less by
        an even number stand for them.
    uniforms
        Of shape (rows, width), in [0, 1): the k-th draw of a row uses the k-th number.
    orders, lengths
        Receive the members of each row in order of their draw, and their number. A row ends at `width` draws at most.
    """
    members, resources = usage.shape
    # Products are faster than quotients. Limits have room for rounding, so no number of copies is lost by it.
    rates = np.empty((members, resources))
    for member in range(members):
        for resource in range(resources):
            used = usage[member, resource]
            rates[member, resource] = 1.0 / used if used > 0.0 else 1e308
    alive = np.empty(members, dtype=np.int64)
    sums = np.empty(members)
    left = np.empty(resources)
    for row in range(uniforms.shape[0]):
        for member in range(members):
            alive[member] = member
        count = members
        # Of what there is none, those who need none of it still have enough.
        for resource in range(resources):
            left[resource] = max(limits[resource], 1e-290)
        drawn = 0
        while drawn < uniforms.shape[1]:
            total = 0.0
            fitting = 0
            for place in range(count):
                member = alive[place]
                copies = left[0] * rates[member, 0]
                for resource in range(1, resources):
                    copies = min(copies, left[resource] * rates[member, resource])
                # Members of whom not one copy fits drop out for good: what is left only shrinks.
                if copies >= 1.0:
                    count_of = int(min(copies, 1e15))
                    if count_of > most[member]:
                        count_of = most[member] - (count_of - most[member]) % 2
                    total += efficiencies[starts[member] + count_of]
                    sums[fitting] = total
                    alive[fitting] = member
                    fitting += 1
            count = fitting
            if count == 0:
                break
            place = place_of(sums, count, uniforms[row, drawn])
            member = alive[place]
            orders[row, drawn] = member
            drawn += 1
            for resource in range(resources):
                left[resource] -= usage[member, resource]
            count -= 1
            for later in range(place, count):
                alive[later] = alive[later + 1]
        lengths[row] = drawn


@jit
def place_of(sums: FloatArray, count: int, uniform: float) -> int:
    """Return the first place whose running sum passes that share of the total; all places alike if the total is 0."""
    total = sums[count - 1]
    if total <= 0.0:
        return int(uniform * count)
    mark = uniform * total
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > mark:
            high = middle
        else:
            low = middle + 1
    # Rounding may put the mark at the very end; nobody without efficiency is drawn for it.
    while low > 0 and sums[low] == sums[low - 1]:
        low -= 1
    return low
