"""Compiled code: following walks, and the moves of the tabu search.

``profits`` is a symmetric matrix: profits of members on the diagonal, of pairs off the diagonal. The gain of a member
is the profit that it adds when it joins a set, or removes when it leaves: its own profit and that of its pairs with the
members inside. The gain of every member is kept up to date, so evaluating a move takes constant time.

Compilation takes longer than most searches, so only the inner loops are compiled, and arrays are copied by loops:
numba takes seconds to compile ``a[:] = b``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack import FloatArray, IntArray, Sets

_ROUNDING = 1e-9  # Profits that differ by less count as equal.
_PRICE_AFTER, _DEARER, _CHEAPER = 3, 1.1, 0.9

F = TypeVar("F", bound="Callable[..., Any]")


def jit(function: F) -> F:
    """Compile on first call, cache on disk if possible, and release the GIL."""
    try:
        return cast("F", numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast("F", numba.njit(nogil=True)(function))


@jit
def evaluate_proposals(
    profits: FloatArray,
    sets: Sets,
    gains: FloatArray,
    totals: FloatArray,
    rows: IntArray,
    flips: IntArray,
    lengths: IntArray,
    proposed: FloatArray,
) -> None:
    """Write the profit that each proposal leads to, from the gains of the flipped members and their pairs."""
    for proposal in range(rows.shape[0]):
        row = rows[proposal]
        total = totals[row]
        for place in range(lengths[proposal]):
            member = flips[proposal, place]
            sign = -1.0 if sets[row, member] else 1.0
            total += sign * gains[row, member]
            for before in range(place):
                other = flips[proposal, before]
                total += (-sign if sets[row, other] else sign) * profits[member, other]
        proposed[proposal] = total


@jit
def flip_walks(
    profits: FloatArray,
    sets: Sets,
    gains: FloatArray,
    totals: FloatArray,
    rows: IntArray,
    flips: IntArray,
    lengths: IntArray,
) -> None:
    """Apply proposals."""
    for proposal in range(rows.shape[0]):
        row = rows[proposal]
        for place in range(lengths[proposal]):
            member = flips[proposal, place]
            own = gains[row, member]
            sign = -1.0 if sets[row, member] else 1.0
            sets[row, member] = not sets[row, member]
            totals[row] += sign * own
            for other in range(sets.shape[1]):
                gains[row, other] += sign * profits[member, other]
            gains[row, member] = own


@jit
def copy_set(source: Sets, target: Sets) -> None:
    """Copy a set."""
    for member in range(source.shape[0]):
        target[member] = source[member]


@jit
def clear_tabu(free_at: IntArray) -> None:
    """Clear the tabu list, when no move is left."""
    for member in range(free_at.shape[0]):
        free_at[member] = 0


@jit
def make_crossing_moves(
    profits: FloatArray,
    weights: FloatArray,
    stays: IntArray,
    free_at: IntArray,
    patience: int,
    price: float,
    inside: Sets,
    gains: FloatArray,
    left: float,
    total: float,
    best_inside: Sets,
) -> int:
    """Move one member at a time across the limit and back, with a penalty on excess weight.

    The penalty rises while the set is too heavy and falls while it is not.

    Parameters
    ----------
    profits, weights
        Profits and weights of the members.
    stays
        Numbers of moves for which a moved member is tabu: random numbers, used in turn.
    free_at
        Working memory, one number per member, all 0 on entry: the move from which the member may move again.
    patience
        Number of moves without improvement after which the moves end.
    price
        Initial penalty of a unit of weight above the limit.
    inside, gains, left, total
        The set, which keeps the limit on entry but perhaps not on return; its gains, the rest of the limit, and its
        profit.
    best_inside
        Receives the best set within the limit.

    Returns
    -------
    int
        The number of moves.
    """
    members = weights.shape[0]
    copy_set(inside, best_inside)
    best, best_turn, turn = total, 0, 0
    since_crossing = 0
    while turn - best_turn < patience:
        chosen, best_score = -1, -np.inf
        for member in range(members):
            sign = -1.0 if inside[member] else 1.0
            change = sign * gains[member]
            room = left - sign * weights[member]
            score = change + price * min(room, 0.0)
            if score > best_score and (free_at[member] <= turn or (room >= 0.0 and total + change > best + _ROUNDING)):
                chosen, best_score = member, score
        turn += 1
        if chosen < 0:
            clear_tabu(free_at)
            continue
        sign = -1.0 if inside[chosen] else 1.0
        was_within = left >= 0.0
        own = gains[chosen]
        for other in range(members):
            gains[other] += sign * profits[chosen, other]
        gains[chosen] = own
        inside[chosen] = not inside[chosen]
        total += sign * own
        left -= sign * weights[chosen]
        free_at[chosen] = turn + stays[turn % stays.shape[0]]
        since_crossing = since_crossing + 1 if was_within == (left >= 0.0) else 1
        if since_crossing == _PRICE_AFTER:
            price *= _CHEAPER if left >= 0.0 else _DEARER
            since_crossing = 0
        if left >= 0.0 and total > best + _ROUNDING:
            best, best_turn = total, turn
            copy_set(inside, best_inside)
    return turn


@jit
def make_exchange_moves(
    profits: FloatArray,
    weights: FloatArray,
    stays: IntArray,
    free_at: IntArray,
    patience: int,
    inside: Sets,
    gains: FloatArray,
    left: float,
    total: float,
    best_inside: Sets,
) -> int:
    """Repeat the best move within the limit: a member joins, leaves, or replaces another.

    The parameters and the result are those of `make_crossing_moves`.
    """
    members = weights.shape[0]
    copy_set(inside, best_inside)
    best, best_turn, turn = total, 0, 0
    while turn - best_turn < patience:
        # The index `members` means no member: a member may join without another leaving, and the reverse.
        joining, leaving, best_change = members, members, -np.inf
        aspired = best - total + _ROUNDING
        for into in range(members + 1):
            if into < members and inside[into]:
                continue
            gain = gains[into] if into < members else 0.0
            room = left - (weights[into] if into < members else 0.0)
            into_free = into == members or free_at[into] <= turn
            if room >= 0.0 and into < members and gain > best_change and (into_free or gain > aspired):
                joining, leaving, best_change = into, members, gain
            for out in range(members):
                if inside[out] and room + weights[out] >= 0.0:
                    change = gain - gains[out] - (profits[into, out] if into < members else 0.0)
                    if change > best_change and ((into_free and free_at[out] <= turn) or change > aspired):
                        joining, leaving, best_change = into, out, change
        turn += 1
        if joining == members and leaving == members:
            clear_tabu(free_at)
            continue
        for step in range(2):
            member = leaving if step == 0 else joining
            if member < members:
                sign = -1.0 if inside[member] else 1.0
                own = gains[member]
                for other in range(members):
                    gains[other] += sign * profits[member, other]
                gains[member] = own
                inside[member] = not inside[member]
                total += float(sign * own)
                left -= float(sign * weights[member])
                free_at[member] = turn + stays[(turn + step) % stays.shape[0]]
        if total > best + _ROUNDING:
            best, best_turn = total, turn
            copy_set(inside, best_inside)
    return turn
