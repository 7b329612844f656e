"""What the package is measured against: other people's software, and single functions written by hand."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(error_model="numpy")
def bare_losses(accuracies, sets, losses):
    """The same arithmetic as the energy's kernel, with nothing around it."""
    members = accuracies.shape[0]
    distribution = np.empty(members // 2 + 2)
    chosen = np.empty(members)
    for row in range(sets.shape[0]):
        size = 0
        for member in range(members):
            chosen[size] = accuracies[member]
            size += sets[row, member]
        top = size // 2
        distribution[: top + 1] = 0.0
        distribution[0] = 1.0
        for joined in range(size):
            accuracy = chosen[joined]
            wrong = 1.0 - accuracy
            for right in range(min(joined + 1, top), 0, -1):
                distribution[right] = wrong * distribution[right] + accuracy * distribution[right - 1]
            distribution[0] *= wrong
        losses[row] = distribution[: top + 1].sum()


@numba.njit(error_model="numpy")
def hand_written_sherlock(accuracies, costs, budget, table, starts, steps, seed):
    """Algorithm 1 in one function: draws, votes and the best set, with no interfaces in between."""
    np.random.seed(seed)
    members = accuracies.shape[0]
    alive = np.empty(members, np.int64)
    sums = np.empty(members)
    distribution = np.empty(members + 2)
    chosen = np.empty(members, np.int64)
    best = 0.0
    best_set = np.zeros(members, np.bool_)
    for _ in range(steps):
        for member in range(members):
            alive[member] = member
        count = members
        left = budget
        size = 0
        distribution[:] = 0.0
        distribution[0] = 1.0
        while True:
            total = 0.0
            fitting = 0
            for place in range(count):
                member = alive[place]
                cost = costs[member]
                if cost <= left:
                    total += table[starts[member] + int(left / cost)]
                    sums[fitting] = total
                    alive[fitting] = member
                    fitting += 1
            count = fitting
            if count == 0:
                break
            mark = np.random.random() * total
            place = 0
            while place < count - 1 and sums[place] <= mark:
                place += 1
            member = alive[place]
            alive[place] = alive[count - 1]
            count -= 1
            left -= costs[member]
            accuracy = accuracies[member]
            for right in range(size + 1, 0, -1):
                distribution[right] = (1.0 - accuracy) * distribution[right] + accuracy * distribution[right - 1]
            distribution[0] *= 1.0 - accuracy
            chosen[size] = member
            size += 1
            if size % 2 == 1:
                value = 0.0
                for right in range(size // 2 + 1, size + 1):
                    value += distribution[right]
                if value > best:
                    best = value
                    best_set[:] = False
                    for place in range(size):
                        best_set[chosen[place]] = True
    return best, best_set
