"""Members who err independently between two answers, asked in order: exact costs and accuracies.

The state of an item is the sum of the log-odds of the members, plus for the right answer and minus for the wrong one,
in whole units of 2^-30. States with the same sum are one. Where there are too many, sums are rounded to multiples of a
power of two units, and the result is approximate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

_UNIT = 2.0**-30


@jit
def merge_states(
    scores: IntArray, masses: FloatArray, count: int, weight: int, accuracy: float, new: IntArray, news: FloatArray
) -> int:
    """Write the states after one more answer, by rising score, and return their number.

    Parameters
    ----------
    scores, masses, count
        The states before, by rising score.
    weight
        The log-odds of the member.
    accuracy
        Its probability to be right.
    new, news
        Room for twice as many states.
    """
    low, high = 0, 0
    step, chance_low = abs(weight), accuracy if weight < 0 else 1.0 - accuracy
    size = 0
    while low < count or high < count:
        lower = scores[low] - step if low < count else np.int64(2**62)
        upper = scores[high] + step if high < count else np.int64(2**62)
        score = min(lower, upper)
        mass = 0.0
        if lower == score:
            mass += masses[low] * chance_low
            low += 1
        if upper == score:
            mass += masses[high] * (1.0 - chance_low)
            high += 1
        if size > 0 and new[size - 1] == score:
            news[size - 1] += mass
        else:
            new[size] = score
            news[size] = mass
            size += 1
    return size


@jit
def coarsen(scores: IntArray, masses: FloatArray, count: int, most: int, grain: int) -> tuple[int, int]:
    """Round scores to multiples of a grain, doubled until there are few enough; return their number and the grain."""
    while count > most:
        size = 0
        for place in range(count):
            score = ((scores[place] + grain // 2) // grain) * grain
            if size > 0 and scores[size - 1] == score:
                masses[size - 1] += masses[place]
            else:
                scores[size] = score
                masses[size] = masses[place]
                size += 1
        count = size
        if count > most:
            grain *= 2
    return count, grain


@jit
def find_limit(threshold: float) -> int:
    """Return the lowest score at which the posterior of the leading answer reaches a threshold."""
    if threshold >= 1.0:
        return 2**62
    if threshold <= 0.5:
        return 0
    limit = int(np.log(threshold / (1.0 - threshold)) / _UNIT) - 2
    while 1.0 / (1.0 + np.exp(-limit * _UNIT)) < threshold:
        limit += 1
    return limit


@jit
def walk_coins(
    weights: IntArray, accuracies: FloatArray, prices: FloatArray, thresholds: FloatArray, most: int
) -> tuple[FloatArray, FloatArray, FloatArray, int]:
    """Ask members in the given order until the posterior of the leading answer reaches a threshold.

    Parameters
    ----------
    weights, accuracies, prices
        Of the members in their order.
    thresholds
        Rising.
    most
        The largest number of states.

    Returns
    -------
    Of shape (members, thresholds), when at most so many are asked: the mean cost, the probability of the right verdict,
    and that of not having reached the threshold; and the unit that scores were rounded to, 1 for none.
    """
    members, levels = len(weights), len(thresholds)
    costs, rights, opens = np.zeros((members, levels)), np.zeros((members, levels)), np.zeros((members, levels))
    # No more states than patterns of answers.
    room = 2 * min(most, 2 ** min(members, 40)) + 2
    scores, masses = np.zeros(room, np.int64), np.zeros(room)
    new, news = np.zeros(room, np.int64), np.zeros(room)
    coarsest = 1
    for level in range(levels):
        limit = find_limit(thresholds[level])
        scores[0], masses[0], count = 0, 1.0, 1
        cost, ended, alive, grain = 0.0, 0.0, 1.0, 1
        for step in range(members):
            cost += alive * prices[step]
            size = merge_states(scores, masses, count, weights[step], accuracies[step], new, news)
            count, alive, ahead = 0, 0.0, 0.0
            for place in range(size):
                score = new[place]
                if abs(score) >= limit:
                    if score > 0:
                        ended += news[place]
                else:
                    scores[count], masses[count] = score, news[place]
                    count += 1
                    alive += news[place]
                    if score > 0:
                        ahead += news[place]
            costs[step, level], rights[step, level], opens[step, level] = cost, ended + ahead, alive
            if count > most:
                count, grain = coarsen(scores, masses, count, most, max(grain, 2))
                coarsest = max(coarsest, grain)
    return costs, rights, opens, coarsest


@jit
def walk_coin_votes(accuracies: FloatArray, prices: FloatArray) -> tuple[float, float, FloatArray]:
    """Ask a panel in the given order until the rest cannot change the majority.

    Returns
    -------
    The mean cost, the probability of a right majority, and of ending after each question.
    """
    size = len(accuracies)
    leads, new, ends = np.zeros(2 * size + 1), np.zeros(2 * size + 1), np.zeros(size)
    leads[size] = 1.0  # The lead of the right answer, from -size on.
    cost, right, alive = 0.0, 0.0, 1.0
    for step in range(size):
        cost += alive * prices[step]
        new[:] = 0.0
        for place in range(2 * size + 1):
            if leads[place] > 0.0:
                new[place + 1] += leads[place] * accuracies[step]
                new[place - 1] += leads[place] * (1.0 - accuracies[step])
        left = size - step - 1
        alive = 0.0
        for place in range(2 * size + 1):
            if abs(place - size) > left or left == 0:
                ends[step] += new[place]
                if place > size:
                    right += new[place]
                new[place] = 0.0
            alive += new[place]
        leads, new = new, leads
    return cost, right, ends
