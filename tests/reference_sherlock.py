"""Algorithm 1 as one would write it down: the readable reference for the compiled searcher, and its slow rival."""

from __future__ import annotations

import numpy as np
from scipy.special import betainc


def majority_value(accuracies):
    """Probability that more than half of independent voters are right."""
    distribution = np.ones(1)
    for accuracy in accuracies:
        distribution = np.convolve(distribution, [1 - accuracy, accuracy])
    return distribution[len(accuracies) // 2 + 1 :].sum()


def efficiency(accuracy, copies):
    """Value of a panel of equal members."""
    majority = copies // 2 + 1
    return betainc(majority, copies - majority + 1, accuracy) if copies else 0.0


def draw_probabilities(accuracies, costs, left, remaining):
    """How likely each remaining member is to be drawn next, given what is left of the budget."""
    weights = np.zeros(len(accuracies))
    for member in remaining:
        if costs[member] <= left:
            weights[member] = efficiency(accuracies[member], int(left / costs[member]))
    return weights / weights.sum()


def search(accuracies, costs, budget, steps, rng, stop=1.0):
    """Make so many search steps; return the best set, its value and the number of steps made."""
    best, best_value = (), 0.0
    for step in range(1, steps + 1):
        remaining, chosen, left = list(range(len(accuracies))), [], budget
        while any(costs[member] <= left for member in remaining):
            probabilities = draw_probabilities(accuracies, costs, left, remaining)
            member = int(rng.choice(len(accuracies), p=probabilities))
            chosen.append(member)
            remaining.remove(member)
            left -= costs[member]
            if len(chosen) % 2 == 1:
                value = majority_value(accuracies[chosen])
                if value > best_value:
                    best, best_value = tuple(sorted(chosen)), value
            if best_value >= stop:
                return best, best_value, step
    return best, best_value, steps
