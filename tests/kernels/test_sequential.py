"""Kernels of the cost model `sequential`; tests/costs/test_sequential.py compares them with sessions."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from haversack.kernels.sequential import compute_independent_costs, count_recorded_costs
from oracles import every_set

PRICES = np.array([1.0, 2.0, 0.5, 4.0])


def walk(row, answers):
    """The price of asking until more votes lead than are left; -1 is no answer."""
    members = np.flatnonzero(row)
    given, price = [], 0.0
    for place, member in enumerate(members, 1):
        if answers[member] >= 0:
            given.append(answers[member])
            price += PRICES[member]
        counts = [*sorted((given.count(each) for each in set(given)), reverse=True), 0, 0]
        if counts[0] - counts[1] > len(members) - place:
            break
    return price


def test_independent_costs_are_expectations_over_all_patterns():
    accuracies = np.array([0.9, 0.7, 0.55, 0.3])
    sets = every_set(4)
    expected = [
        sum(
            math.prod(np.where(pattern, accuracies, 1.0 - accuracies)) * walk(row, np.array(pattern, dtype=int))
            for pattern in itertools.product((True, False), repeat=4)
        )
        for row in sets
    ]
    assert compute_independent_costs(sets, PRICES, accuracies) == pytest.approx(expected, rel=1e-12)


def test_recorded_costs_are_weighted_means_over_items():
    random = np.random.default_rng(3)
    ballots = random.integers(-1, 4, (4, 30)).astype(np.int16)
    weights = random.dirichlet(np.ones(30))
    sets = every_set(4)
    expected = [weights @ [walk(row, ballots[:, item]) for item in range(30)] for row in sets]
    assert count_recorded_costs(sets, PRICES, ballots, weights, 4) == pytest.approx(expected, rel=1e-12)
