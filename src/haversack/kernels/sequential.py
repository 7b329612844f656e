"""Expected cost of asking the members of a set in a fixed order until their plain vote is decided.

Members are numbered in the order in which they are asked. A vote is decided once the leading answer is ahead by more
votes than there are members left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, Sets

    Ballots = npt.NDArray[np.int16] | npt.NDArray[np.int32]


@jit
def compute_independent_costs(sets: Sets, prices: FloatArray, accuracies: FloatArray) -> FloatArray:
    """Return the expected cost of each set, if members err independently and all wrong answers agree.

    After each question ``chances[right]`` is the probability that the vote is undecided with so many right answers. It
    is undecided while neither side has more than half of the votes there will be.
    """
    rows, members = sets.shape
    costs = np.zeros(rows)
    chances = np.empty(members // 2 + 2)
    for row in range(rows):
        half = sets[row].sum() // 2
        chances[: half + 1] = 0.0
        chances[0] = 1.0
        undecided, asked = 1.0, 0
        for member in range(members):
            if not sets[row, member]:
                continue
            costs[row] += undecided * prices[member]
            asked += 1
            right, wrong = accuracies[member], 1.0 - accuracies[member]
            undecided = 0.0
            for count in range(min(asked, half), -1, -1):
                before = chances[count - 1] if count > 0 else 0.0
                chance = chances[count] * wrong + before * right
                chances[count] = chance if asked - count <= half else 0.0
                undecided += chances[count]
            if undecided == 0.0:
                break
    return costs


@jit
def count_recorded_costs(
    sets: Sets, prices: FloatArray, ballots: Ballots, weights: FloatArray, answers: int
) -> FloatArray:
    """Return the mean cost of each set over recorded items; an answer that is missing costs nothing.

    Parameters
    ----------
    sets, prices, ballots
        By member, in the order of asking; ``ballots[member, item]`` is the answer, -1 for none.
    weights
        Of the items; they add up to 1.
    answers
        Number of distinct answers to an item.
    """
    rows, members = sets.shape
    costs = np.zeros(rows)
    asked = np.empty(members, dtype=np.int64)
    counts = np.empty(answers, dtype=np.int64)
    for row in range(rows):
        size = 0
        for member in range(members):
            if sets[row, member]:
                asked[size] = member
                size += 1
        total = 0.0
        for item in range(weights.shape[0]):
            counts[:] = 0
            leader, second, price = 0, 0, 0.0
            for place in range(size):
                answer = ballots[asked[place], item]
                if answer >= 0:
                    price += prices[asked[place]]
                    counts[answer] += 1
                    if answer != leader:
                        if counts[answer] > counts[leader]:
                            second, leader = counts[leader], answer
                        else:
                            second = max(second, counts[answer])
                if counts[leader] - second > size - place - 1:
                    break
            total += weights[item] * price
        costs[row] = total
    return costs
