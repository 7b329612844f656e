"""Moves of walks from set to set: members join, leave, or change places."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit
from haversack.kernels.randomness import below, uniform

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets


@jit
def toggle(sets: Sets, sizes: IntArray, left: FloatArray, usage: FloatArray, row: int, member: int) -> None:
    """Let a member join or leave the set of a row."""
    sign = 1.0 if sets[row, member] else -1.0
    sets[row, member] = not sets[row, member]
    sizes[row] -= int(sign)
    for resource in range(usage.shape[1]):
        left[row, resource] += sign * usage[member, resource]


@jit
def overdrawn(left: FloatArray, row: int) -> bool:
    """Tell whether the set of a row uses more of a resource than there is."""
    for resource in range(left.shape[1]):  # noqa: SIM110 - numba compiles loops, not generators
        if left[row, resource] < 0.0:
            return True
    return False


@jit
def pick(sets: Sets, states: npt.NDArray[np.uint64], row: int, inside: bool) -> int:
    """Return a random member inside or outside of the set of a row, of which there must be one."""
    while True:
        member = below(states, row, sets.shape[1])
        if sets[row, member] == inside:
            return member


@jit
def propose(
    usage: FloatArray,
    states: npt.NDArray[np.uint64],
    swap_share: float,
    unit: int,
    sets: Sets,
    sizes: IntArray,
    left: FloatArray,
) -> None:
    """Make one random move in every row, in place.

    Parameters
    ----------
    usage
        How much of each resource each member uses.
    states
        Random streams, one per row.
    swap_share
        How many of the moves put one member in another's place; the others add or remove.
    unit
        How many members are added or removed at once: 2 keeps an odd size odd.
    sets, sizes, left
        The walks, all within their resources: members, how many they are, what is left. A move that exceeds the
        resources is repaired by random removals; where that is not possible the row stays as it was.
    """
    members = sets.shape[1]
    for row in range(sets.shape[0]):
        size = sizes[row]
        if uniform(states, row) < swap_share:
            if size in (0, members):
                continue
            out = pick(sets, states, row, True)
            into = pick(sets, states, row, False)
            toggle(sets, sizes, left, usage, row, out)
            toggle(sets, sizes, left, usage, row, into)
            if overdrawn(left, row) and not repair(usage, states, unit, into, into, sets, sizes, left, row):
                toggle(sets, sizes, left, usage, row, into)
                toggle(sets, sizes, left, usage, row, out)
        elif uniform(states, row) < 0.5:
            if size + unit > members:
                continue
            first = pick(sets, states, row, False)
            toggle(sets, sizes, left, usage, row, first)
            second = first
            if unit == 2:
                second = pick(sets, states, row, False)
                toggle(sets, sizes, left, usage, row, second)
            if overdrawn(left, row) and not repair(usage, states, unit, first, second, sets, sizes, left, row):
                toggle(sets, sizes, left, usage, row, first)
                if unit == 2:
                    toggle(sets, sizes, left, usage, row, second)
        elif size > unit:
            for _ in range(unit):
                toggle(sets, sizes, left, usage, row, pick(sets, states, row, True))


@jit
def repair(
    usage: FloatArray,
    states: npt.NDArray[np.uint64],
    unit: int,
    first: int,
    second: int,
    sets: Sets,
    sizes: IntArray,
    left: FloatArray,
    row: int,
) -> bool:
    """Remove random members other than the two that just came, `unit` at a time, until the rest fits.

    If even that is not enough, all is as before, and the answer is False.
    """
    newcomers = 1 if first == second else 2
    removed = sizes[row]
    trail = [first]
    while overdrawn(left, row) and sizes[row] - unit >= newcomers:
        for _ in range(unit):
            member = pick(sets, states, row, True)
            while member in (first, second):
                member = pick(sets, states, row, True)
            toggle(sets, sizes, left, usage, row, member)
            trail.append(member)
    if not overdrawn(left, row):
        return True
    for place in range(removed - sizes[row]):
        toggle(sets, sizes, left, usage, row, trail[place + 1])
    return False


@jit
def find_flips(sets: Sets, new_sets: Sets, flips: IntArray, lengths: IntArray) -> None:
    """Write for each row who changes sides between one set and the other, and how many they are."""
    for row in range(sets.shape[0]):
        before, after, count = sets[row], new_sets[row], 0
        for member in range(sets.shape[1]):
            # Written always, counted only if it differs: no branch to guess wrong.
            flips[row, count] = member
            count += before[member] != after[member]
        lengths[row] = count


@jit
def copy_walk(
    source: Sets,
    source_sizes: IntArray,
    source_left: FloatArray,
    target: Sets,
    target_sizes: IntArray,
    target_left: FloatArray,
    row: int,
) -> None:
    """Copy the walk of a row. By loops: numba copies slices of an array slowly."""
    before, after = source[row], target[row]
    for member in range(before.shape[0]):
        after[member] = before[member]
    target_sizes[row] = source_sizes[row]
    for resource in range(source_left.shape[1]):
        target_left[row, resource] = source_left[row, resource]


@jit
def settle_and_propose(
    usage: FloatArray,
    states: npt.NDArray[np.uint64],
    temperature: float,
    on_log: bool,
    swap_share: float,
    unit: int,
    losses: FloatArray,
    new_losses: FloatArray,
    sets: Sets,
    sizes: IntArray,
    left: FloatArray,
    new_sets: Sets,
    new_sizes: IntArray,
    new_left: FloatArray,
    accepted: Sets,
) -> None:
    """Accept or refuse the last moves and make the next ones, in one call from Python.

    The refused are undone in `new_...`, the accepted are copied to the walks and marked in `accepted`. A loss that is
    not a number is refused.
    """
    for row in range(sets.shape[0]):
        accepted[row] = new_losses[row] <= losses[row]
        if not accepted[row]:
            rise = math.log(new_losses[row] / losses[row]) if on_log else new_losses[row] - losses[row]
            accepted[row] = uniform(states, row) < math.exp(-rise / temperature)
        if accepted[row]:
            losses[row] = new_losses[row]
            copy_walk(new_sets, new_sizes, new_left, sets, sizes, left, row)
        else:
            copy_walk(sets, sizes, left, new_sets, new_sizes, new_left, row)
    propose(usage, states, swap_share, unit, new_sets, new_sizes, new_left)
