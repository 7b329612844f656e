"""The draws of SHErLoCk: members one by one, each with probability proportional to its efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.resources import Knapsack


class CopyValues(NamedTuple):
    """The efficiency of every number of copies of every member.

    Parameters
    ----------
    values, starts, most
        ``values[starts[i] + m]`` is the value of m copies of member i, up to ``most[i]`` and one beyond it, which
        rounding may ask for.
    is_cut
        Whether more than ``most[i]`` copies may fit; the table then has the largest number of the same parity instead.
    """

    values: FloatArray
    starts: IntArray
    most: IntArray
    is_cut: bool


@jit
def draw_orders(
    knapsack: Knapsack, table: CopyValues, uniforms: FloatArray, orders: IntArray, lengths: IntArray
) -> None:
    """Draw one set per row, until no member fits what is left of the resources.

    Parameters
    ----------
    knapsack
        The resources. Every member uses some of at least one.
    table
        The efficiencies.
    uniforms
        Of shape (rows, width), in [0, 1): the k-th draw of a row uses the k-th number.
    orders, lengths
        Receive the members of each row in order of their draw, and their number. A row ends at `width` draws at most.
    """
    usage, limits = knapsack
    _, _, _, is_cut = table
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
        # Where there is none of a resource, members that need none of it still have enough.
        for resource in range(resources):
            left[resource] = max(limits[resource], 1e-290)
        drawn = 0
        while drawn < uniforms.shape[1]:
            if resources == 1 and not is_cut:
                count = weigh_by_one(rates[:, 0], left[0], table, alive, count, sums)
            else:
                count = weigh(rates, left, table, alive, count, sums)
            if count == 0:
                break
            place = find_place(sums, count, uniforms[row, drawn])
            member = alive[place]
            orders[row, drawn] = member
            drawn += 1
            for resource in range(resources):
                left[resource] -= usage[member, resource]
            count -= 1
            alive[place] = alive[count]
        lengths[row] = drawn


@jit
def weigh_by_one(
    rates: FloatArray, left: float, table: CopyValues, alive: IntArray, count: int, sums: FloatArray
) -> int:
    """Do as `weigh` does, for one resource and a whole table: the common case, and twice as fast."""
    values, starts, _, _ = table
    total = 0.0
    fitting = 0
    for place in range(count):
        member = alive[place]
        copies = left * rates[member]
        if copies >= 1.0:
            total += values[starts[member] + int(copies)]
            sums[fitting] = total
            alive[fitting] = member
            fitting += 1
    return fitting


@jit
def weigh(rates: FloatArray, left: FloatArray, table: CopyValues, alive: IntArray, count: int, sums: FloatArray) -> int:
    """Write the running sums of the efficiencies of the members that fit, and return their number.

    Members of which not one copy fits drop out of `alive` for good: what is left only shrinks.
    """
    values, starts, most, _ = table
    total = 0.0
    fitting = 0
    for place in range(count):
        member = alive[place]
        copies = 1e15
        for resource in range(left.shape[0]):
            copies = min(copies, left[resource] * rates[member, resource])
        if copies >= 1.0:
            number = int(copies)
            if number > most[member]:
                number = most[member] - (number - most[member]) % 2
            total += values[starts[member] + number]
            sums[fitting] = total
            alive[fitting] = member
            fitting += 1
    return fitting


@jit
def find_place(sums: FloatArray, count: int, uniform: float) -> int:
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
    # Rounding may put the mark at the very end; a member without efficiency is never drawn for it.
    while low > 0 and sums[low] == sums[low - 1]:
        low -= 1
    return low
