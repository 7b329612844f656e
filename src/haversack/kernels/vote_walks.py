"""Error of the plurality vote of panels that change a few members at a time, on recorded answers.

The tally of a walk holds margins, by how many votes the right answer leads a rival, for each item, in one layer for
each rival. Several items share a word of 64 bits, in fields of 8, 16 or 32 bits: a field holds the margin plus a
number of which the highest bit is set from 1 on, so that a set bit means that the lead is won. Margins never leave
the range of their field, so adding the words of a member who joins, or subtracting those of one who leaves,
moves no carry from one item to the next: each addition updates a whole word. A proposal is evaluated without writing.

`packing` holds what depends on the width of a field: ``(high, low, bits)``, a word of highest and one of lowest bits of
all fields, and their width. A rule says how errors are counted: ``(items, weights, by_coin)``; `weights` is of length 0
if all are the same. Fields behind the last item are always won. With a coin, one more layer counts the right votes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.annealing_state import propose_row, settle_row
from haversack.kernels.jit import jit, jit_inline, jit_uncounted
from haversack.kernels.vote_words import ALL, NONE, ONE, add_votes, count_fields, count_leads, weigh_fields

if TYPE_CHECKING:
    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.vote_words import Packing, Rule, Words

    Flips = tuple[IntArray, IntArray, IntArray]


class VoteWalkState(NamedTuple):
    """The walks and what they vote on.

    Parameters
    ----------
    ballots
        By member, layer and word: what to add when the member joins. The last member answers nothing.
    sets, tallies
        The set of each walk, and its margins by layer and word.
    packing
        How items share words.
    """

    ballots: Words
    sets: Sets
    tallies: Words
    packing: Packing


@jit_inline
def write_won(state: VoteWalkState, row: int, members: IntArray, length: int, shift: np.uint64, won: Words) -> None:
    """Write words of which the highest bit of each field says whether the right answer leads once a proposal is made.

    With a `shift` of 1 in each field, whether it does not trail.
    """
    ballots, sets, tallies, packing = state
    nobody = ballots.shape[0] - 1
    high = packing[0]
    for layer in range(tallies.shape[1]):
        tally = tallies[row, layer]
        first = members[0] if length > 0 else nobody
        second = members[1] if length > 1 else nobody
        one = ALL if length > 0 and sets[row, first] else NONE
        two = ALL if length > 1 and sets[row, second] else NONE
        votes, more = ballots[first, layer], ballots[second, layer]
        if layer == 0 and length <= 2:
            for word in range(won.shape[0]):
                won[word] = tally[word] + ((votes[word] ^ one) - one) + ((more[word] ^ two) - two) + shift
            continue
        if length <= 2:
            for word in range(won.shape[0]):
                won[word] &= tally[word] + ((votes[word] ^ one) - one) + ((more[word] ^ two) - two) + shift
            continue
        for word in range(won.shape[0]):
            total = tally[word] + shift
            for place in range(length):
                vote = ballots[members[place], layer, word]
                total += vote if not sets[row, members[place]] else NONE - vote
            won[word] = total if layer == 0 else won[word] & total
    for word in range(won.shape[0]):
        won[word] &= high


@jit_uncounted
def weigh_lost(
    state: VoteWalkState, rule: Rule, row: int, members: IntArray, length: int, won: Words, level: Words
) -> float:
    """Return the share of the weight on items that are not won, less what a coin gives to the right answer.

    Summed up in the same order as in `haversack.kernels.votes`, so that not even rounding differs.

    Parameters
    ----------
    state, rule, row, members, length
        As for `evaluate`.
    won, level
        The items that are won, and those on which the right answer has votes and does not trail.
    """
    ballots, sets, tallies, (high, _, bits) = state
    items, weights, _ = rule
    fields, mask = 64 // int(bits), (ONE << bits) - ONE
    even = (ONE << (bits - ONE)) - ONE
    error, total = 0.0, float(items)
    for word in range(won.shape[0]):
        if won[word] & high == high:
            continue
        for field in range(fields):
            item, place = word * fields + field, np.uint64(field) * bits
            top = place + bits - ONE
            if item >= items or (won[word] >> top) & ONE != NONE:
                continue
            lost = 1.0
            if (level[word] >> top) & ONE != NONE:
                answers = 1
                # The last layer counts right votes.
                for layer in range(tallies.shape[1] - 1):
                    votes = tallies[row, layer, word]
                    for flip in range(length):
                        vote = ballots[members[flip], layer, word]
                        votes += vote if not sets[row, members[flip]] else NONE - vote
                    answers += (votes >> place) & mask == even
                lost = 1.0 - 1.0 / answers
            error += lost * (weights[item] if weights.shape[0] else 1.0)
    if weights.shape[0]:
        total = 0.0
        for item in range(items):
            total += weights[item]
    return error / total


@jit_inline
def evaluate(
    state: VoteWalkState, rule: Rule, row: int, members: IntArray, length: int, won: Words, level: Words
) -> float:
    """Return the error that a proposal leads to: the first `length` of `members` join or leave.

    `won` and `level` have room for a word each per word of a layer.
    """
    packing, (items, weights, by_coin) = state[3], rule
    ballots, sets, tallies, _ = state
    if not by_coin and weights.shape[0] == 0 and tallies.shape[1] == 1 and length > 0:
        # By far the most frequent case. Two members at a time, so that each loop takes whole vectors of words.
        tally = tallies[row, 0]
        for place in range(0, length - 2, 2):
            first, second = members[place], members[place + 1]
            one, two = ALL if sets[row, first] else NONE, ALL if sets[row, second] else NONE
            add_votes(tally, ballots[first, 0], ballots[second, 0], one, two, won)
            tally = won
        last = length - 1 if length % 2 else length - 2
        first = members[last]
        second = members[last + 1] if length % 2 == 0 else ballots.shape[0] - 1
        one = ALL if sets[row, first] else NONE
        two = ALL if length % 2 == 0 and sets[row, second] else NONE
        leads = count_leads(tally, ballots[first, 0], ballots[second, 0], one, two, packing)
        return float(tallies.shape[2] * (64 // int(packing[2])) - leads) / items
    write_won(state, row, members, length, NONE, won)
    if not by_coin:
        if weights.shape[0]:
            return weigh_fields(won, packing, rule)
        return float(won.shape[0] * (64 // int(packing[2])) - count_fields(won, packing)) / items
    write_won(state, row, members, length, packing[1], level)
    # Who leads no rival may have no vote at all.
    right = tallies[row, -1]
    for word in range(level.shape[0]):
        votes = right[word]
        for place in range(length):
            vote = ballots[members[place], -1, word]
            votes += vote if not sets[row, members[place]] else NONE - vote
        level[word] &= votes
    return weigh_lost(state, rule, row, members, length, won, level)


@jit_inline
def flip(state: VoteWalkState, row: int, members: IntArray, length: int) -> None:
    """Carry out a proposal."""
    ballots, sets, tallies, _ = state
    for place in range(length):
        member = members[place]
        sign = ALL if sets[row, member] else NONE
        for layer in range(tallies.shape[1]):
            tally, votes = tallies[row, layer], ballots[member, layer]
            for word in range(tally.shape[0]):
                tally[word] += (votes[word] ^ sign) - sign
        sets[row, member] = not sets[row, member]


@jit
def evaluate_walks(state: VoteWalkState, rule: Rule, flips: Flips, errors: FloatArray) -> None:
    """Write the error that each proposal leads to."""
    rows, members, lengths = flips
    won, level = np.empty_like(state[2][0, 0]), np.empty_like(state[2][0, 0])
    for proposal in range(rows.shape[0]):
        errors[proposal] = evaluate(state, rule, rows[proposal], members[proposal], lengths[proposal], won, level)


@jit
def flip_walks(state: VoteWalkState, flips: Flips) -> None:
    """Carry out proposals."""
    rows, members, lengths = flips
    for proposal in range(rows.shape[0]):
        flip(state, rows[proposal], members[proposal], lengths[proposal])


@jit_uncounted
def walk(
    state: VoteWalkState,
    rule: Rule,
    moves: Moves,
    positions: Positions,
    proposals: Proposals,
    losses: FloatArray,
    schedule: tuple[FloatArray, bool],
    best_loss: float,
    found: Found,
    won: Words,
    level: Words,
) -> tuple[int, int]:
    """Make moves, with room for words of items; see `evaluate`."""
    temperatures, on_log = schedule
    found_sets, found_losses, found_steps = found
    flips, lengths, _ = proposals
    sets = positions[0]
    walks, members = sets.shape
    noted = 0
    for move in range(temperatures.shape[0]):
        for row in range(walks):
            loss = losses[row]
            if lengths[row] > 0:
                loss = evaluate(state, rule, row, flips[row], lengths[row], won, level)
            if loss < best_loss:
                best_loss = loss
                for member in range(members):
                    found_sets[noted, member] = sets[row, member]
                found_losses[noted], found_steps[noted] = loss, move * walks + row + 1
                noted += 1
            if settle_row(moves, temperatures[move], on_log, losses, loss, positions, proposals, row):
                flip(state, row, flips[row], lengths[row])
            propose_row(moves, positions, proposals, row)
        if noted + walks > found_losses.shape[0]:
            return move + 1, noted
    return temperatures.shape[0], noted


@jit
def make_moves(
    state: VoteWalkState,
    rule: Rule,
    moves: Moves,
    positions: Positions,
    proposals: Proposals,
    losses: FloatArray,
    schedule: tuple[FloatArray, bool],
    best_loss: float,
    found: Found,
) -> tuple[int, int]:
    """Make moves; see `haversack.api.moves.MakesMoves`."""
    won, level = np.empty_like(state[2][0, 0]), np.empty_like(state[2][0, 0])
    return walk(state, rule, moves, positions, proposals, losses, schedule, best_loss, found, won, level)
