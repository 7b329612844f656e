"""Members who err independently, against all patterns of right and wrong answers in exact fractions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from haversack.kernels.coins import coarsen, find_limit, merge_states, walk_coin_votes, walk_coins

TENTHS = (9, 8, 8, 7, 6)
ACCURACIES = np.array(TENTHS) / 10
PRICES = np.array([4.0, 1.0, 2.0, 0.5, 1.0])
ODDS = np.log(ACCURACIES / (1 - ACCURACIES))
UNITS = np.rint(ODDS * 2**30).astype(np.int64)


def enumerate_fractions(stops):
    """Mean cost and probability of a right verdict; `stops` says of a list of right answers whether it is the end."""
    cost = right = Fraction(0)
    for pattern in itertools.product((True, False), repeat=len(TENTHS)):
        chance = math.prod(Fraction(p if hit else 10 - p, 10) for p, hit in zip(TENTHS, pattern, strict=True))
        length = next((size for size in range(1, len(pattern)) if stops(pattern[:size])), len(pattern))
        cost += chance * sum(map(Fraction, PRICES[:length]))
        right += chance * is_right(pattern[:length], stops)
    return cost, right


def by_odds(pattern):
    """The odds of the right answer as an exact fraction."""
    odds = (Fraction(p, 10 - p) for p in TENTHS)
    return math.prod(each if hit else 1 / each for each, hit in zip(odds, pattern, strict=False))


def lead(pattern):
    return sum(1 if hit else -1 for hit in pattern)


def is_right(pattern, stops):
    return lead(pattern) > 0 if stops is is_decided else by_odds(pattern) > 1


def is_decided(pattern):
    return abs(lead(pattern)) > len(TENTHS) - len(pattern)


@pytest.mark.parametrize("threshold", [Fraction(3, 4), Fraction(17, 20), Fraction(19, 20), Fraction(99, 100)])
def test_costs_and_accuracies_by_posterior_are_those_of_all_patterns(threshold):
    limit = threshold / (1 - threshold)
    cost, right = enumerate_fractions(lambda pattern: max(by_odds(pattern), 1 / by_odds(pattern)) >= limit)
    costs, rights, _, grain = walk_coins(UNITS, ACCURACIES, PRICES, np.array([float(threshold)]), 2**10)
    assert grain == 1
    assert costs[-1, 0] == pytest.approx(float(cost), rel=1e-14)
    assert rights[-1, 0] == pytest.approx(float(right), rel=1e-14)


def test_costs_and_accuracies_of_majorities_are_those_of_all_patterns():
    cost, right = enumerate_fractions(is_decided)
    found = walk_coin_votes(ACCURACIES, PRICES)
    assert found[:2] == (pytest.approx(float(cost), rel=1e-14), pytest.approx(float(right), rel=1e-14))
    assert found[2].sum() == pytest.approx(1.0, rel=1e-14)


def test_states_with_the_same_score_are_one():
    new, news = np.zeros(6, np.int64), np.zeros(6)
    size = merge_states(np.array([-2, 2]), np.array([0.25, 0.75]), 2, 2, 0.75, new, news)
    assert new[:size].tolist() == [-4, 0, 4]
    assert news[:size].tolist() == [0.0625, 0.375, 0.5625]


def test_rounded_states_keep_their_mass():
    scores, masses = np.array([-9, -3, 0, 4, 9]), np.array([0.1, 0.2, 0.3, 0.2, 0.2])
    count, grain = coarsen(scores, masses, 5, 3, 2)
    assert count <= 3
    assert grain in (2, 4, 8, 16)
    assert masses[:count].sum() == pytest.approx(1.0)
    assert np.all(scores[:count] % grain == 0)


@pytest.mark.parametrize("threshold", [0.5, 0.6, 0.9, 0.999999])
def test_the_limit_is_the_lowest_score_with_the_posterior(threshold):
    limit = find_limit(threshold)
    assert 1 / (1 + np.exp(-limit * 2.0**-30)) >= threshold
    assert limit == 0 or 1 / (1 + np.exp(-(limit - 1) * 2.0**-30)) < threshold
