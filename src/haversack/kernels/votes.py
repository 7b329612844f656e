"""Error of the plurality vote on recorded answers.

``ballots[member, item]`` is 0 for a right answer, 1, 2, ... for the wrong ones of that item and -1 for none. Votes are
counted for each answer over all items, ``counts[answer, item]``: loops over items are long and simple, and processors
do many items at once.

A rule says how errors are counted: ``(weights, by_coin)``. The weights of the items are of length 0 if all are the
same; a tie of k answers with the most votes is right in one of k cases by coin, and wrong otherwise. It is a plain
tuple, made for each call: a call takes a few microseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets

    Ballots = npt.NDArray[np.int16] | npt.NDArray[np.int32]
    Rule = tuple[FloatArray, bool]


@jit
def count_member(ballots: Ballots, member: int, change: int, counts: Ballots) -> None:
    """Add the votes of a member, or take them away (`change` is 1 or -1)."""
    number = counts.dtype.type
    votes, step = ballots[member], number(change)
    for answer in range(counts.shape[0]):
        wanted, counted = number(answer), counts[answer]
        for item in range(votes.shape[0]):
            counted[item] = number(counted[item] + step * number(votes[item] == wanted))


@jit
def compute_error(counts: Ballots, rule: Rule, rivals: Ballots, tied: Ballots) -> float:
    """Return the share of items on which the right answer does not have the most votes.

    Parameters
    ----------
    counts
        Votes by answer and item.
    rule
        How errors are counted.
    rivals, tied
        Room for as many numbers as there are items.
    """
    weights, by_coin = rule
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
def write_set_errors(ballots: Ballots, answers: int, sets: Sets, rule: Rule, errors: FloatArray) -> None:
    """Write the error of each set; that of the empty set is 1."""
    items = ballots.shape[1]
    counts = np.empty((answers, items), dtype=ballots.dtype)
    rivals, tied = np.empty(items, dtype=ballots.dtype), np.empty(items, dtype=ballots.dtype)
    counts[:] = 0
    for row in range(sets.shape[0]):
        # Sets that are listed in order differ by few members from the one before.
        for member in range(sets.shape[1]):
            was_in = row > 0 and sets[row - 1, member]
            if sets[row, member] != was_in:
                count_member(ballots, member, -1 if was_in else 1, counts)
        errors[row] = compute_error(counts, rule, rivals, tied)


@jit
def write_prefix_errors(
    ballots: Ballots, answers: int, orders: IntArray, lengths: IntArray, rule: Rule, errors: FloatArray
) -> None:
    """Write the error of the first s + 1 members of each order; leave entries beyond a row's length alone."""
    items = ballots.shape[1]
    counts = np.empty((answers, items), dtype=ballots.dtype)
    rivals, tied = np.empty(items, dtype=ballots.dtype), np.empty(items, dtype=ballots.dtype)
    for row in range(orders.shape[0]):
        counts[:] = 0
        for joined in range(lengths[row]):
            count_member(ballots, orders[row, joined], 1, counts)
            errors[row, joined] = compute_error(counts, rule, rivals, tied)
