"""Error of the majority vote of panels that change a few members at a time.

The state of a walk is the tails of its right votes (`vote_tails`) under a tilt t at which about half of the votes, r,
are right on average. Then

    error = exp(log_factor + t r) tails[r].

Only tails around the mean are kept, and as the tilt puts r there, a small absolute error of the tails is a small
relative error of the loss, however small the loss is.

Rounding errors that a walk carries along are not all damped: one of the frequency theta is multiplied by |phi| when a
member of the share s joins and by 1 / |phi| when it leaves, |phi|^2 = 1 - 2 s (1 - s) (1 - cos theta). `noise` follows
this for some frequencies. When it has become large the tails are recomputed; and where it is large in comparison with
the result, that is computed from scratch.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from haversack.kernels.annealing_state import propose_row, settle_row
from haversack.kernels.jit import jit
from haversack.kernels.vote_state import (
    FREQUENCIES,
    MOST_FLIPS,
    ROUNDING,
    evaluate_from_scratch,
    make_scratch,
    refresh,
)
from haversack.kernels.vote_tails import add_share, remove_share, solve_down, solve_up

if TYPE_CHECKING:
    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.vote_state import Scratch, WalkState

_TOLERANCE = 1e-9


class Flips(NamedTuple):
    """Proposals, as `haversack.capabilities.Walks` describes them.

    Parameters
    ----------
    rows, members, lengths
        The walk that each is about, the members who join or leave, and their number.
    """

    rows: IntArray
    members: IntArray
    lengths: IntArray


@jit
def evaluate(
    accuracies: FloatArray,
    state: WalkState,
    row: int,
    members: IntArray,
    length: int,
    tie_error: float,
    scratch: Scratch,
) -> float:
    """Return the error that a proposal leads to: the first `length` of `members` join or leave."""
    sets, sizes, certain, usable, windows, all_tails, numbers, noise = state
    _, _, work, shares, values = scratch
    if not usable[row] or length > MOST_FLIPS:
        return evaluate_from_scratch(accuracies, sets, row, members, length, tie_error, scratch)
    tilt, shrink = numbers[row, 0], numbers[row, 1]
    size, perfect, joining, leaving, change = sizes[row], certain[row], 0, 0, 1.0
    for place in range(length):
        accuracy = accuracies[members[place]]
        norm = 1.0 - accuracy + accuracy * shrink
        if sets[row, members[place]]:
            shares[0, leaving] = accuracy * shrink / norm
            leaving += 1
            perfect -= accuracy == 1.0
            change /= norm
        else:
            shares[1, joining] = accuracy * shrink / norm
            joining += 1
            perfect += accuracy == 1.0
            change *= norm
    size += joining - leaving
    half = size // 2
    if size == 0:
        return 1.0
    if perfect > half:
        return 0.0
    by_coin = size % 2 == 0 and tie_error != 1.0
    need = joining + 1 if by_coin else joining
    first, width = windows[row, 0], windows[row, 1] - windows[row, 0] + 1
    top = half - first
    doubt = 0.0
    for frequency in range(FREQUENCIES):
        doubt = max(doubt, noise[row, frequency])
    if top >= width or (top < need and first > 0):
        return evaluate_from_scratch(accuracies, sets, row, members, length, tie_error, scratch)
    tails = all_tails[row]
    for index in range(leaving - 1):
        remove_share(tails, work, width, shares[0, index], shrink)
        tails = work
    bottom = max(0, top - need)
    for index in range(leaving):
        doubt = (doubt + ROUNDING) * min(numbers[row, 6], 1.0 / abs(1.0 - 2.0 * shares[0, index]))
    for index in range(need + 1):
        values[index] = 0.0
    low = need - (top - bottom)
    if leaving == 0:
        for index in range(low, need + 1):
            values[index] = tails[bottom + index - low]
    elif shares[0, leaving - 1] <= 0.5:
        share = shares[0, leaving - 1]
        scale, ratio = 1.0 / (1.0 - share), share / (1.0 - share)
        values[low] = solve_up(tails, bottom, scale, ratio)
        for index in range(low + 1, need + 1):
            values[index] = scale * tails[bottom + index - low] - ratio * values[index - 1]
    else:
        share = shares[0, leaving - 1]
        scale, ratio = 1.0 / share, (1.0 - share) / share
        values[need] = solve_down(tails, top, width, scale, ratio, shrink)
        for index in range(need - 1, low - 1, -1):
            values[index] = scale * tails[bottom + index + 1 - low] - ratio * values[index + 1]
    for index in range(joining):
        share = shares[1, index]
        for place in range(need, index, -1):
            values[place] = (1.0 - share) * values[place] + share * values[place - 1]
    tail = values[need]
    if by_coin:
        tail = tie_error * tail + (1.0 - tie_error) * shrink * values[need - 1]
    if not (tail * _TOLERANCE >= doubt and 0.0 < change < math.inf):
        return evaluate_from_scratch(accuracies, sets, row, members, length, tie_error, scratch)
    return float(min(1.0, math.exp(numbers[row, 2] + tilt * half + math.log(change)) * tail))


@jit
def flip(accuracies: FloatArray, state: WalkState, row: int, members: IntArray, length: int, scratch: Scratch) -> None:
    """Carry out a proposal."""
    sets, sizes, certain, usable, windows, all_tails, numbers, noise = state
    shrink, width, tails = numbers[row, 1], windows[row, 1] - windows[row, 0] + 1, all_tails[row]
    lasts = usable[row] and length <= MOST_FLIPS
    for place in range(length):
        member = members[place]
        leaves = sets[row, member]
        sets[row, member] = not leaves
        if not lasts:
            usable[row] = False
            continue
        accuracy = accuracies[member]
        norm = 1.0 - accuracy + accuracy * shrink
        share = accuracy * shrink / norm
        sign = -1 if leaves else 1
        sizes[row] += sign
        certain[row] += sign * (accuracy == 1.0)
        lasts = sizes[row] <= windows[row, 2]
        numbers[row, 2] += sign * math.log(norm)
        numbers[row, 3] += sign * share
        if leaves:
            remove_share(tails, tails, width, share, shrink)
        else:
            add_share(tails, width, share)
        spread = share * (1.0 - share)
        for frequency in range(FREQUENCIES):
            # |phi|^2 at cos theta = -1, -0.9, -0.6, 0.
            fade = math.sqrt(max(1.0 - 2.0 * spread * (2.0 - 0.1 * frequency * (frequency + 1.0)), 0.0))
            if leaves:
                noise[row, frequency] = (noise[row, frequency] + ROUNDING) / max(fade, 1.0 / numbers[row, 6])
            else:
                noise[row, frequency] = noise[row, frequency] * fade + ROUNDING
            lasts = lasts and noise[row, frequency] <= numbers[row, 7]
    lasts = lasts and numbers[row, 4] <= numbers[row, 3] <= numbers[row, 5]
    if not lasts:
        refresh(accuracies, state, row, scratch)


@jit
def start_walks(accuracies: FloatArray, state: WalkState) -> None:
    """Compute the state of all walks from their sets."""
    sets, _, _, _, _, tails, _, _ = state
    scratch = make_scratch(accuracies.shape[0], tails.shape[1])
    for row in range(sets.shape[0]):
        refresh(accuracies, state, row, scratch)


@jit
def evaluate_walks(
    accuracies: FloatArray, state: WalkState, tie_error: float, flips: Flips, errors: FloatArray
) -> None:
    """Write the error that each proposal leads to."""
    _, _, _, _, _, tails, _, _ = state
    rows, members, lengths = flips
    scratch = make_scratch(accuracies.shape[0], tails.shape[1])
    for proposal in range(rows.shape[0]):
        length = lengths[proposal]
        errors[proposal] = evaluate(accuracies, state, rows[proposal], members[proposal], length, tie_error, scratch)


@jit
def flip_walks(accuracies: FloatArray, state: WalkState, flips: Flips) -> None:
    """Carry out proposals."""
    _, _, _, _, _, tails, _, _ = state
    rows, members, lengths = flips
    scratch = make_scratch(accuracies.shape[0], tails.shape[1])
    for proposal in range(rows.shape[0]):
        flip(accuracies, state, rows[proposal], members[proposal], lengths[proposal], scratch)


@jit
def make_moves(
    accuracies: FloatArray,
    state: WalkState,
    tie_error: float,
    moves: Moves,
    positions: Positions,
    proposals: Proposals,
    losses: FloatArray,
    schedule: tuple[FloatArray, bool],
    best_loss: float,
    found: Found,
) -> tuple[int, int]:
    """Make moves; see `haversack.api.moves.MakesMoves`."""
    temperatures, on_log = schedule
    found_sets, found_losses, found_steps = found
    flips, lengths, _ = proposals
    sets = positions[0]
    walks, members = sets.shape
    scratch = make_scratch(members, state[5].shape[1])
    noted = 0
    for move in range(temperatures.shape[0]):
        for row in range(walks):
            loss = evaluate(accuracies, state, row, flips[row], lengths[row], tie_error, scratch)
            if loss < best_loss:
                best_loss = loss
                for member in range(members):
                    found_sets[noted, member] = sets[row, member]
                found_losses[noted], found_steps[noted] = loss, move * walks + row + 1
                noted += 1
            if settle_row(moves, temperatures[move], on_log, losses, loss, positions, proposals, row):
                flip(accuracies, state, row, flips[row], lengths[row], scratch)
            propose_row(moves, positions, proposals, row)
        if noted + walks > found_losses.shape[0]:
            return move + 1, noted
    return temperatures.shape[0], noted
