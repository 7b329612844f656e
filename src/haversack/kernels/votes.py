"""Error of the plurality vote on recorded answers.

``ballots[member, item]`` is 0 for a right answer, 1, 2, ... for the wrong ones of that item and -1 for none. Votes are
counted for each answer over all items, ``counts[answer, item]``: loops over items are long and simple, and processors
do many items at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets

    Ballots = npt.NDArray[np.int16]


@jit
def count_member(ballots: Ballots, member: int, change: int, counts: Ballots) -> None:
    """Add the votes of a member, or take them away (`change` is 1 or -1)."""
    votes, step = ballots[member], np.int16(change)
    for answer in range(counts.shape[0]):
        wanted, counted = np.int16(answer), counts[answer]
        for item in range(votes.shape[0]):
            counted[item] = np.int16(counted[item] + step * np.int16(votes[item] == wanted))


@jit
def vote_error(counts: Ballots, weights: FloatArray, by_coin: bool, rivals: Ballots, tied: Ballots) -> float:
    """Return the share of items on which the right answer does not have the most votes.

    Parameters
    ----------
    counts
        Votes by answer and item.
    weights
        What each item counts for; of length 0 if all count alike.
    by_coin
        Whether a tie of k answers with the most votes is right in one of k cases; it is wrong otherwise.
    rivals, tied
        Room for as many numbers as there are items.
    """
    answers, items = counts.shape
    right = counts[0]
    rivals[:] = 0
    for answer in range(1, answers):
        counted = counts[answer]
        for item in range(items):
            rivals[item] = max(rivals[item], counted[item])
    if not by_coin and weights.shape[0] == 0:
        wrong = 0
        for item in range(items):
            wrong += right[item] <= rivals[item]
        return float(wrong / items)
    tied[:] = 1
    for answer in range(1, answers):
        for item in range(items):
            tied[item] += counts[answer, item] == rivals[item]
    error = total = 0.0
    for item in range(items):
        lost = 0.0
        if right[item] <= rivals[item]:
            lost = 1.0
            if by_coin and right[item] == rivals[item] and rivals[item] > 0:
                lost = 1.0 - 1.0 / tied[item]
        weight = weights[item] if weights.shape[0] else 1.0
        error += lost * weight
        total += weight
    return float(error / total)


@jit
def set_errors(
    ballots: Ballots, answers: int, sets: Sets, weights: FloatArray, by_coin: bool, errors: FloatArray
) -> None:
    """Write the error of each set; the empty set errs always."""
    items = ballots.shape[1]
    counts = np.empty((answers, items), dtype=np.int16)
    rivals, tied = np.empty(items, dtype=np.int16), np.empty(items, dtype=np.int16)
    for row in range(sets.shape[0]):
        count_set(ballots, sets[row], counts)
        errors[row] = vote_error(counts, weights, by_coin, rivals, tied)


@jit
def count_set(ballots: Ballots, members: Sets, counts: Ballots) -> None:
    """Count the votes of a set."""
    counts[:] = 0
    for member in range(members.shape[0]):
        if members[member]:
            count_member(ballots, member, 1, counts)


@jit
def prefix_errors(
    ballots: Ballots,
    answers: int,
    orders: IntArray,
    lengths: IntArray,
    weights: FloatArray,
    by_coin: bool,
    errors: FloatArray,
) -> None:
    """Write the error of the first s + 1 members of each order; leave entries beyond a row's length alone."""
    items = ballots.shape[1]
    counts = np.empty((answers, items), dtype=np.int16)
    rivals, tied = np.empty(items, dtype=np.int16), np.empty(items, dtype=np.int16)
    for row in range(orders.shape[0]):
        counts[:] = 0
        for joined in range(lengths[row]):
            count_member(ballots, orders[row, joined], 1, counts)
            errors[row, joined] = vote_error(counts, weights, by_coin, rivals, tied)


@jit
def count_walks(ballots: Ballots, sets: Sets, counts: npt.NDArray[np.int16]) -> None:
    """Count the votes of each walk: ``counts[walk, answer, item]``."""
    for row in range(sets.shape[0]):
        count_set(ballots, sets[row], counts[row])


@jit
def proposed_errors(
    ballots: Ballots,
    sets: Sets,
    counts: npt.NDArray[np.int16],
    rows: IntArray,
    flips: IntArray,
    lengths: IntArray,
    weights: FloatArray,
    by_coin: bool,
    errors: FloatArray,
) -> None:
    """Write the error that each proposal leads to."""
    _, answers, items = counts.shape
    changed = np.empty((answers, items), dtype=np.int16)
    rivals, tied = np.empty(items, dtype=np.int16), np.empty(items, dtype=np.int16)
    for proposal in range(rows.shape[0]):
        row = rows[proposal]
        for answer in range(answers):
            before, after = counts[row, answer], changed[answer]
            for item in range(items):
                after[item] = before[item]
        for place in range(lengths[proposal]):
            member = flips[proposal, place]
            count_member(ballots, member, -1 if sets[row, member] else 1, changed)
        errors[proposal] = vote_error(changed, weights, by_coin, rivals, tied)


@jit
def flip_walks(
    ballots: Ballots,
    sets: Sets,
    counts: npt.NDArray[np.int16],
    rows: IntArray,
    flips: IntArray,
    lengths: IntArray,
) -> None:
    """Make proposals come true."""
    for proposal in range(rows.shape[0]):
        row = rows[proposal]
        for place in range(lengths[proposal]):
            member = flips[proposal, place]
            count_member(ballots, member, -1 if sets[row, member] else 1, counts[row])
            sets[row, member] = not sets[row, member]
