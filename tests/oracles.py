"""Slow, simple versions of what the package computes, to compare with."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
from scipy.optimize import brentq

from haversack.pools.shrinkage import shrink_accuracies


def exact_error(accuracies, tie_share=Fraction(0)):
    """Error of the majority vote in exact fractions: every pattern of right and wrong votes, one by one.

    `tie_share` is the share of ties that are decided correctly.
    """
    exact = [Fraction(float(accuracy)) for accuracy in accuracies]
    error = Fraction(0)
    for votes in product((0, 1), repeat=len(exact)):
        chance = Fraction(1)
        for vote, accuracy in zip(votes, exact, strict=True):
            chance *= accuracy if vote else 1 - accuracy
        if 2 * sum(votes) < len(exact):
            error += chance
        elif 2 * sum(votes) == len(exact):
            error += chance * ((1 - tie_share) if exact else 1)
    return error


def exact_distribution(accuracies):
    """Distribution of the number of right votes, in exact fractions, member by member."""
    distribution = [Fraction(1)]
    for accuracy in accuracies:
        right = Fraction(float(accuracy))
        wrong = 1 - right
        longer = [Fraction(0)] * (len(distribution) + 1)
        for votes, chance in enumerate(distribution):
            longer[votes] += chance * wrong
            longer[votes + 1] += chance * right
        distribution = longer
    return distribution


def precise_distribution(accuracies):
    """The same to a hundred digits, for panels too large for fractions."""
    with localcontext(prec=100):
        distribution = [Decimal(1)]
        for accuracy in accuracies:
            right = Decimal(float(accuracy))
            stay = [chance * (1 - right) for chance in distribution]
            move = [chance * right for chance in distribution]
            distribution = [a + b for a, b in zip([*stay, Decimal(0)], [Decimal(0), *move], strict=True)]
        return distribution


def pair_moments(size, mean, variance, weights=None):
    """Mean error and variance of q by the pairs of SPEC section 4, in exact fractions.

    `weights[k]` is the error when k votes are right; by default, a majority vote in which ties are wrong.
    """
    mean, variance = Fraction(mean), Fraction(variance)
    weights = [int(2 * right <= size) for right in range(size + 1)] if weights is None else weights
    both, neither, one = variance + mean**2, variance + (1 - mean) ** 2, mean * (1 - mean) - variance
    square = first = Fraction(0)
    for right in range(size + 1):
        first += Fraction(weights[right]) * comb(size, right) * mean**right * (1 - mean) ** (size - right)
        for shared in range(right + 1):
            for other in range(size - right + 1):
                chance = comb(size, right) * comb(right, shared) * comb(size - right, other)
                chance *= both**shared * one ** (right - shared + other) * neither ** (size - right - other)
                square += Fraction(weights[right]) * Fraction(weights[shared + other]) * chance
    return first, square - first**2


def best_by_enumeration(losses_of, costs, budget):
    """The smallest loss over all non-empty sets within the budget, with its set."""
    members = range(len(costs))
    best = (np.inf, ())
    for size in range(1, len(costs) + 1):
        for chosen in combinations(members, size):
            if sum(Fraction(float(costs[index])) for index in chosen) <= Fraction(budget) * (1 + Fraction(1, 10**12)):
                best = min(best, (losses_of(chosen), chosen))
    return best


def as_row(chosen, members):
    """A set as a one-row boolean matrix."""
    row = np.zeros((1, members), dtype=bool)
    row[0, list(chosen)] = True
    return row


def right_votes(chances, rests=None):
    """Distribution of the number of right votes, by convolution: all terms are positive, so each keeps its digits.

    `rests` are 1 - chance, for chances so near 1 that the difference has lost its digits.
    """
    distribution = np.ones(1)
    for chance, rest in zip(chances, 1.0 - np.asarray(chances) if rests is None else rests, strict=True):
        distribution = np.convolve(distribution, [rest, chance])
    return distribution


def odd_log_error(accuracies):
    """Logarithm of the error of an odd panel under a majority vote."""
    error = right_votes(accuracies)[: (len(accuracies) + 1) // 2].sum()
    return float(np.log(error)) if error > 0.0 else -np.inf


def panel_tilt(accuracies):
    """The tilt of an odd panel, where its right votes are as many in the mean as b below half; infinite if nowhere."""
    accuracies = np.asarray(accuracies, dtype=float)

    def margin(tilt):
        odds = accuracies * np.exp(-tilt)
        return float((odds / (1.0 - accuracies + odds) - 0.5).sum() + 0.5 / np.tanh(0.5 * tilt))

    return float(brentq(margin, 1e-9, 80.0, xtol=1e-14)) if margin(80.0) < 0.0 else np.inf


def odd_sets(members):
    """All sets of odd size, one per row."""
    rows = np.array([[bool(bits >> place & 1) for place in range(members)] for bits in range(2**members)])
    return rows[rows.sum(axis=1) % 2 == 1]


def every_set(members):
    """All sets of so many members, as rows."""
    return np.array(list(product([False, True], repeat=members)), dtype=bool)


def slow_tables(votes, items):
    """Prior and tables by counting in plain loops, as the formula has them: `tables[member][answer][right]`."""
    labels, members = len(votes.labels), votes.members
    weights = [1.0] * len(votes) if votes.item_weights is None else votes.item_weights / votes.item_weights.mean()
    counts = [[[0.0] * labels for _ in range(labels)] for _ in range(members)]
    seen = [0.0] * labels
    for item in items:
        seen[votes.truth[item]] += weights[item]
        for member in range(members):
            answer = votes.answers[item, member]
            if answer >= 0:
                counts[member][answer][votes.truth[item]] += weights[item]
    prior = [(number + 1) / (sum(seen) + labels) for number in seen]
    right = np.array([sum(counts[j][t][t] for t in range(labels)) for j in range(members)])
    given_answers = np.array([sum(map(sum, counts[j])) for j in range(members)])
    accuracies = np.clip(shrink_accuracies(right, given_answers), 1e-6, 1 - 1e-6)
    tables = []
    for member in range(members):
        table = [[0.0] * labels for _ in range(labels)]
        for t in range(labels):
            coin = [
                accuracies[member] if a == t else (1 - accuracies[member]) / max(labels - 1, 1) for a in range(labels)
            ]
            row = [counts[member][a][t] + labels * coin[a] for a in range(labels)]
            for a in range(labels):
                table[a][t] = row[a] / sum(row)
        tables.append(table)
    return prior, tables
