"""Moves of walks from set to set: members join, leave, or are exchanged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit, jit_inline, jit_uncounted
from haversack.kernels.randomness import draw_below, draw_uniform
from haversack.kernels.resources import fits

_TRIES = 8
_SHORT_REPAIR, _LONG_REPAIRS = 2, 10.0
_DEMAND_REPAIR = 8

if TYPE_CHECKING:
    from haversack.api.moves import Moves, Positions, Proposals
    from haversack.arrays import FloatArray, Sets


@jit
def list_members(positions: Positions) -> None:
    """Write sizes, orders and places of given sets."""
    sets, sizes, orders, places, _ = positions
    members = sets.shape[1]
    for row in range(sets.shape[0]):
        size = 0
        for inside in (True, False):
            for member in range(members):
                if sets[row, member] == inside:
                    orders[row, size], places[row, member] = member, size
                    size += 1
            if inside:
                sizes[row] = size


@jit_inline
def is_overdrawn(left: FloatArray, row: int) -> bool:
    """Return whether the set of a row uses more of a resource than there is."""
    for resource in range(left.shape[1]):  # noqa: SIM110 - numba compiles loops, not generators
        if left[row, resource] < 0.0:
            return True
    return False


@jit_inline
def flip_member(moves: Moves, positions: Positions, proposals: Proposals, row: int, member: int) -> None:
    """Propose that a member joins or leaves."""
    usage, sets, left = moves[0], positions[0], positions[4]
    flips, lengths, _ = proposals
    inside = sets[row, member]
    sets[row, member] = not inside
    for resource in range(usage.shape[1]):
        left[row, resource] += usage[member, resource] if inside else -usage[member, resource]
    flips[row, lengths[row]] = member
    lengths[row] += 1


@jit_inline
def draw_member(moves: Moves, positions: Positions, row: int, is_inside: bool) -> int:
    """Return a random member inside or outside that has not been flipped yet, of which there must be one."""
    states, sets, sizes, orders = moves[1], positions[0], positions[1], positions[2]
    start, stop = (0, sizes[row]) if is_inside else (sizes[row], orders.shape[1])
    while True:
        member = orders[row, start + draw_below(states, row, stop - start)]
        if sets[row, member] == is_inside:
            return int(member)


@jit_uncounted
def draw_near(moves: Moves, positions: Positions, row: int, gone: int) -> int:
    """Return a member outside that fits and uses about as much as one that just left, or -1 if none is found.

    Mostly near in the order of usage, sometimes far.
    """
    usage, states, _, _, by_usage, ranks, _ = moves
    sets, left = positions[0], positions[4]
    members = by_usage.shape[0]
    for _ in range(_TRIES):
        near = draw_uniform(states, row)
        near *= near
        distance = 1 + int(near * near * members)
        rank = ranks[gone] + (distance if draw_uniform(states, row) < 0.5 else -distance)
        if 0 <= rank < members:
            member = by_usage[rank]
            if not sets[row, member] and fits(usage, left[row], member):
                return int(member)
    return -1


@jit_inline
def undo(positions: Positions, proposals: Proposals, row: int) -> None:
    """Take a proposal back."""
    sets, left = positions[0], positions[4]
    flips, lengths, left_before = proposals
    for place in range(lengths[row]):
        sets[row, flips[row, place]] = not sets[row, flips[row, place]]
    # Restored, not summed up again: rounding errors of moves that are not made must not accumulate.
    for resource in range(left.shape[1]):
        left[row, resource] = left_before[row, resource]
    lengths[row] = 0


@jit_inline
def commit(positions: Positions, proposals: Proposals, row: int) -> None:
    """Carry a proposal out: update size, order and places."""
    sets, sizes, orders, places, _ = positions
    flips, lengths, _ = proposals
    for index in range(lengths[row]):
        member = flips[row, index]
        # Who leaves changes places with the last one inside, who joins with the first one outside.
        border = sizes[row] if sets[row, member] else sizes[row] - 1
        place, other = places[row, member], orders[row, border]
        orders[row, place], orders[row, border] = other, member
        places[row, other], places[row, member] = place, border
        sizes[row] += 1 if sets[row, member] else -1


@jit_uncounted
def meet_demands(moves: Moves, positions: Positions, proposals: Proposals, row: int) -> None:
    """Let members join or leave, each of whom eases a row that is exceeded; undo the proposal where that fails."""
    usage, states = moves[0], moves[1]
    sets, sizes, orders, _, left = positions
    flips, lengths, _ = proposals
    members = orders.shape[1]
    is_long = draw_uniform(states, row) * members < _LONG_REPAIRS
    most = members if is_long else min(members, lengths[row] + _DEMAND_REPAIR)
    while lengths[row] < most and is_overdrawn(left, row):
        resource = 0
        while left[row, resource] >= 0.0:
            resource += 1
        start, eased = draw_below(states, row, members), -1
        for offset in range(members):
            member = (start + offset) % members
            change = usage[member, resource]
            is_free = (change > 0.0) if sets[row, member] else (change < 0.0)
            for place in range(lengths[row]):
                is_free = is_free and flips[row, place] != member
            if is_free:
                eased = member
                break
        if eased < 0:
            break
        flip_member(moves, positions, proposals, row, eased)
    size = sizes[row]
    for place in range(lengths[row]):
        size += 1 if sets[row, flips[row, place]] else -1
    if size == 0 or is_overdrawn(left, row):
        undo(positions, proposals, row)


@jit_inline
def propose_row(moves: Moves, positions: Positions, proposals: Proposals, row: int) -> None:
    """Make one random move.

    The walk is within its resources. A move that exceeds the resources is repaired by random removals; where that is
    not possible the row stays as it was. Where sets of any size may be the best, one or two members join or leave.
    """
    _, states, swap_share, unit, by_usage, _, has_demands = moves
    _, sizes, orders, _, left = positions
    flips, lengths, left_before = proposals
    for resource in range(left.shape[1]):
        left_before[row, resource] = left[row, resource]
    lengths[row] = 0
    size, members = sizes[row], orders.shape[1]
    inside = size
    if has_demands:
        unit += draw_below(states, row, 2)
    if draw_uniform(states, row) < swap_share:
        if size in (0, members):
            return
        flip_member(moves, positions, proposals, row, draw_member(moves, positions, row, True))
        member = draw_near(moves, positions, row, flips[row, 0]) if by_usage.shape[0] > 0 else -1
        if member < 0:
            member = draw_member(moves, positions, row, False)
        flip_member(moves, positions, proposals, row, member)
        inside = size - 1
    elif draw_uniform(states, row) < 0.5:
        if size + unit > members:
            return
        for _ in range(unit):
            flip_member(moves, positions, proposals, row, draw_member(moves, positions, row, False))
    elif size > unit:
        for _ in range(unit):
            flip_member(moves, positions, proposals, row, draw_member(moves, positions, row, True))
        if not has_demands:
            return
    if not is_overdrawn(left, row):
        return
    if has_demands:
        meet_demands(moves, positions, proposals, row)
        return
    # Long repairs seldom lead anywhere and take long; but an expensive member may be worth all others.
    is_long = draw_uniform(states, row) * members < _LONG_REPAIRS
    most = members if is_long else lengths[row] + _SHORT_REPAIR * unit
    while is_overdrawn(left, row) and inside >= unit and lengths[row] < most:
        for _ in range(unit):
            flip_member(moves, positions, proposals, row, draw_member(moves, positions, row, True))
        inside -= unit
    if is_overdrawn(left, row):
        undo(positions, proposals, row)


@jit_inline
def settle_row(
    moves: Moves,
    temperature: float,
    on_log: bool,
    losses: FloatArray,
    new_loss: float,
    positions: Positions,
    proposals: Proposals,
    row: int,
) -> bool:
    """Accept or refuse a proposal; return whether it was accepted. A loss that is not a number is refused.

    Where it is accepted, `losses` follows; where it is refused, it is undone.
    """
    accepted = bool(new_loss <= losses[row])
    if not accepted:
        rise = math.log(new_loss / losses[row]) if on_log else new_loss - losses[row]
        accepted = draw_uniform(moves[1], row) < math.exp(-rise / temperature)
    if accepted:
        losses[row] = new_loss
        commit(positions, proposals, row)
    else:
        undo(positions, proposals, row)
    return accepted


@jit
def propose(moves: Moves, positions: Positions, proposals: Proposals) -> None:
    """Make one random move in every row."""
    for row in range(positions[0].shape[0]):
        propose_row(moves, positions, proposals, row)


@jit
def settle(
    moves: Moves,
    temperature: float,
    on_log: bool,
    losses: FloatArray,
    new_losses: FloatArray,
    positions: Positions,
    proposals: Proposals,
    accepted: Sets,
) -> None:
    """Accept or refuse the proposals of all rows, as `settle_row` does."""
    for row in range(accepted.shape[0]):
        accepted[row] = settle_row(moves, temperature, on_log, losses, new_losses[row], positions, proposals, row)
