"""The draws of SHErLoCk: members one by one, each with probability proportional to its efficiency."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.resources import Knapsack

MOST_COPIES = 1e15
"""A larger number of copies counts as this one, which every whole number can hold."""
_LARGEST_RATE = 1e308


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


class Draws(NamedTuple):
    """Where the draws of some sets have got to, so that they can be left and taken up again.

    Parameters
    ----------
    place
        The row, the number of members drawn into it, and the number of members that may still fit; all 0 at first, and
        the last is negative where no row has been begun.
    alive, left
        The members that may still fit, and what is left of each resource.
    sums
        Room for a number per member.
    """

    place: IntArray
    alive: IntArray
    left: FloatArray
    sums: FloatArray


@jit
def compute_rates(usage: FloatArray) -> FloatArray:
    """Return how many copies of each member a unit of each resource buys; -1 where it uses none.

    Products are faster than quotients. Limits have room for rounding, so no number of copies is lost by it.
    """
    members, resources = usage.shape
    rates = np.empty((members, resources))
    for member in range(members):
        for resource in range(resources):
            used = usage[member, resource]
            # The reciprocal of a tiny number is infinite, and infinity times nothing left is not a number.
            rates[member, resource] = min(1.0 / used, _LARGEST_RATE) if used > 0.0 else -1.0
    return rates


@jit
def draw_orders(
    knapsack: Knapsack,
    rates: FloatArray,
    table: CopyValues,
    uniforms: FloatArray,
    most_visits: int,
    draws: Draws,
    orders: IntArray,
    lengths: IntArray,
) -> bool:
    """Draw one set per row, until no member fits what is left of the resources; return whether all rows are done.

    Parameters
    ----------
    knapsack, rates
        The resources. Every member uses some of at least one; limits are 0 or not much below 1.
    table
        The efficiencies.
    uniforms
        Of shape (rows, width), in [0, 1): the k-th draw of a row uses the k-th number.
    most_visits
        Stop for now once so many members have been weighed; this does not change what is drawn.
    draws
        Where to begin; changed.
    orders, lengths
        Receive the members of each row in order of their draw, and their number. A row ends at `width` draws at most.
    """
    usage, limits = knapsack
    _, _, _, is_cut = table
    place, alive, left, sums = draws
    members, resources = usage.shape
    visits = 0
    row, drawn, count = place
    while row < uniforms.shape[0]:
        if count < 0:
            for member in range(members):
                alive[member] = member
            for resource in range(resources):
                left[resource] = limits[resource]
            drawn, count = 0, members
        while drawn < uniforms.shape[1] and visits < most_visits:
            visits += count
            if resources == 1 and not is_cut:
                count = weigh_by_one(rates[:, 0], left[0], table, alive, count, sums)
            else:
                count = weigh(rates, left, table, alive, count, sums)
            if count == 0:
                break
            chosen = find_place(sums, count, uniforms[row, drawn])
            member = alive[chosen]
            orders[row, drawn] = member
            drawn += 1
            for resource in range(resources):
                left[resource] -= usage[member, resource]
            count -= 1
            alive[chosen] = alive[count]
        lengths[row] = drawn
        if count > 0 and drawn < uniforms.shape[1]:
            break  # To be continued.
        row, count = row + 1, -1
    place[0], place[1], place[2] = row, drawn, count
    return bool(row == uniforms.shape[0])


@jit
def weigh_by_one(
    rates: FloatArray, left: float, table: CopyValues, alive: IntArray, count: int, sums: FloatArray
) -> int:
    """Do as `weigh` does, for one resource and a whole table: the common case, and twice as fast."""
    values, starts, most, _ = table
    total = 0.0
    fitting = 0
    for place in range(count):
        member = alive[place]
        copies = left * rates[member]
        if copies >= 1.0:
            # Compared before it becomes a whole number, which infinity does not.
            number = int(min(copies, most[member] + 1.0))
            total += values[starts[member] + number]
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
        copies = MOST_COPIES
        for resource in range(left.shape[0]):
            if rates[member, resource] >= 0.0:
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
