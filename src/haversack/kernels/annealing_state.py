"""Moves of walks from set to set: members join, leave, or are exchanged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from haversack.kernels.jit import jit
from haversack.kernels.randomness import draw_below, draw_uniform

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets


class Positions(NamedTuple):
    """Where the walks are, one row per walk.

    Parameters
    ----------
    sets, sizes
        Their sets, and the sizes of these.
    left
        What is left of each resource.
    """

    sets: Sets
    sizes: IntArray
    left: FloatArray


class Moves(NamedTuple):
    """How moves are drawn.

    Parameters
    ----------
    usage
        How much of each resource each member uses.
    states
        Random streams, one per row.
    swap_share
        Share of the moves that exchange two members; the others add or remove.
    unit
        How many members are added or removed at once: 2 keeps an odd size odd.
    """

    usage: FloatArray
    states: npt.NDArray[np.uint64]
    swap_share: float
    unit: int


@jit
def toggle(positions: Positions, usage: FloatArray, row: int, member: int) -> None:
    """Let a member join or leave the set of a row."""
    sets, sizes, left = positions
    sign = 1.0 if sets[row, member] else -1.0
    sets[row, member] = not sets[row, member]
    sizes[row] -= int(sign)
    for resource in range(usage.shape[1]):
        left[row, resource] += sign * usage[member, resource]


@jit
def is_overdrawn(left: FloatArray, row: int) -> bool:
    """Return whether the set of a row uses more of a resource than there is."""
    for resource in range(left.shape[1]):  # noqa: SIM110 - numba compiles loops, not generators
        if left[row, resource] < 0.0:
            return True
    return False


@jit
def pick(sets: Sets, states: npt.NDArray[np.uint64], row: int, inside: bool) -> int:
    """Return a random member inside or outside of the set of a row, of which there must be one."""
    while True:
        member = draw_below(states, row, sets.shape[1])
        if sets[row, member] == inside:
            return member


@jit
def propose(moves: Moves, positions: Positions) -> None:
    """Make one random move in every row, in place.

    All walks are within their resources. A move that exceeds the resources is repaired by random removals; where that
    is not possible the row stays as it was.
    """
    usage, states, swap_share, unit = moves
    sets, sizes, left = positions
    members = sets.shape[1]
    for row in range(sets.shape[0]):
        size = sizes[row]
        if draw_uniform(states, row) < swap_share:
            if size in (0, members):
                continue
            out = pick(sets, states, row, True)
            into = pick(sets, states, row, False)
            toggle(positions, usage, row, out)
            toggle(positions, usage, row, into)
            if is_overdrawn(left, row) and not repair(moves, positions, into, into, row):
                toggle(positions, usage, row, into)
                toggle(positions, usage, row, out)
        elif draw_uniform(states, row) < 0.5:
            if size + unit > members:
                continue
            first = pick(sets, states, row, False)
            toggle(positions, usage, row, first)
            second = first
            if unit == 2:
                second = pick(sets, states, row, False)
                toggle(positions, usage, row, second)
            if is_overdrawn(left, row) and not repair(moves, positions, first, second, row):
                toggle(positions, usage, row, first)
                if unit == 2:
                    toggle(positions, usage, row, second)
        elif size > unit:
            for _ in range(unit):
                toggle(positions, usage, row, pick(sets, states, row, True))


@jit
def repair(moves: Moves, positions: Positions, first: int, second: int, row: int) -> bool:
    """Remove random members other than the two that just joined, `unit` at a time, until the rest fits.

    If even that is not enough, restore what was there and return False.
    """
    usage, states, _, unit = moves
    sets, sizes, left = positions
    newcomers = 1 if first == second else 2
    size_before = sizes[row]
    trail = [first]
    while is_overdrawn(left, row) and sizes[row] - unit >= newcomers:
        for _ in range(unit):
            member = pick(sets, states, row, True)
            while member in (first, second):
                member = pick(sets, states, row, True)
            toggle(positions, usage, row, member)
            trail.append(member)
    if not is_overdrawn(left, row):
        return True
    for place in range(size_before - sizes[row]):
        toggle(positions, usage, row, trail[place + 1])
    return False


@jit
def copy_position(source: Positions, target: Positions, row: int) -> None:
    """Copy the position of one walk. By loops: numba copies slices of an array slowly."""
    sets, sizes, left = source
    target_sets, target_sizes, target_left = target
    before, after = sets[row], target_sets[row]
    for member in range(before.shape[0]):
        after[member] = before[member]
    target_sizes[row] = sizes[row]
    for resource in range(left.shape[1]):
        target_left[row, resource] = left[row, resource]


@jit
def settle_and_propose(
    moves: Moves,
    temperature: float,
    on_log: bool,
    losses: FloatArray,
    new_losses: FloatArray,
    positions: Positions,
    proposals: Positions,
    accepted: Sets,
) -> None:
    """Accept or refuse the last proposals and make the next ones, in one call from Python.

    Where a proposal is refused, `proposals` goes back to the position; where it is accepted, the position follows and
    `accepted` is set. A loss that is not a number is refused.
    """
    _, states, _, _ = moves
    for row in range(accepted.shape[0]):
        accepted[row] = new_losses[row] <= losses[row]
        if not accepted[row]:
            rise = math.log(new_losses[row] / losses[row]) if on_log else new_losses[row] - losses[row]
            accepted[row] = draw_uniform(states, row) < math.exp(-rise / temperature)
        if accepted[row]:
            losses[row] = new_losses[row]
            copy_position(proposals, positions, row)
        else:
            copy_position(positions, proposals, row)
    propose(moves, proposals)
