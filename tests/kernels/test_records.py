"""Kernels of recorded items; tests/policies/test_plans.py compares them with sessions, item by item."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from haversack.kernels.records import (
    count_votes,
    find_belief,
    find_leader,
    find_shares,
    rate_verdict,
    walk_votes,
)

ONE = 2**30


def test_the_leader_is_alone_or_tied():
    assert find_leader(np.array([0, ONE, -ONE])) == (1, True, pytest.approx(1 / (1 + np.exp(-1) + np.exp(-2))))
    assert find_leader(np.array([0, -100 * ONE, 0])) == (0, False, pytest.approx(0.5))


@pytest.mark.parametrize(("is_right", "expected"), [(True, 0.9), (False, 0.4)])
def test_a_blend_is_between_counting_and_the_posterior(is_right, expected):
    assert rate_verdict(is_right, 0.8, (0.5, 1.0)) == pytest.approx(expected)
    assert rate_verdict(is_right, 0.8, (0.0, 1.0)) == float(is_right)


def test_curtailed_votes_are_those_of_all_answers():
    """All answers of four members with three labels or none."""
    order, prices = np.array([2, 0, 3, 1]), np.array([1.0, 2.0, 4.0, 8.0])
    for row in itertools.product((-1, 0, 1, 2), repeat=4):
        answers, counts = np.array(row), np.zeros(3, np.int64)
        ranked = [*Counter(each for each in row if each >= 0).most_common(), (-1, 0), (-1, 0)]
        expected = ranked[0][0] if ranked[0][1] > ranked[1][1] else -1
        verdict, spent, asked = count_votes(order, answers, prices, counts, True)
        assert verdict == expected
        assert spent == sum(prices[member] for member in order[:asked] if row[member] >= 0)
        assert count_votes(order, answers, prices, counts, False) == (expected, prices[answers >= 0].sum(), 4)


def test_beliefs_and_shares_are_posteriors():
    tables = np.rint(np.log([[[0.9, 0.2], [0.1, 0.8]]]) * ONE).astype(np.int64)
    prior = np.rint(np.log([0.5, 0.5]) * ONE).astype(np.int64)
    scores, shares = np.zeros(2, np.int64), np.zeros(2)
    belief = find_belief(1, np.array([0]), np.array([1]), (prior, tables), scores, shares)
    assert belief == pytest.approx(0.8 / 0.9)
    find_shares(prior, shares)
    assert shares.tolist() == [0.5, 0.5]


def test_votes_are_weighted():
    records = np.array([[0, 0], [0, 1]]), np.array([0, 0]), np.zeros(2, np.int64), np.array([0.75, 0.25])
    model = np.zeros((1, 2), np.int64), np.zeros((1, 2, 2, 2), np.int64)
    assert walk_votes(np.array([0, 1]), records, model, np.array([1.0, 2.0]), (0.0, 1.0)) == (3.0, 0.75)
