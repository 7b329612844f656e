from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.size_bound import (
    bound_expectation,
    bound_sum_of_size,
    compute_equal_expectation,
    tilt_accuracies,
    write_binomial_chances,
)
from oracles import right_votes
from strategies import pools_with_budget


@given(
    accuracies=st.lists(st.floats(0.05, 0.95), min_size=2, max_size=8),
    values=st.lists(st.floats(0.0, 1.0), min_size=9, max_size=9),
)
def test_no_accuracies_of_that_sum_have_a_smaller_expectation(accuracies, values):
    size, total = len(accuracies), sum(accuracies)
    function = np.array(values[: size + 1])
    least = bound_expectation(function, size, min(accuracies), max(accuracies), total - 0.1, total + 0.1, 0.002)
    distribution = np.ones(1)
    for accuracy in accuracies:
        distribution = np.convolve(distribution, [1 - accuracy, accuracy])
    assert least <= distribution @ function + 1e-12


def test_binomial_chances_and_the_bound_on_them():
    from scipy.stats import binom

    for trials, probability in ((1, 0.3), (40, 0.5), (200, 0.01), (1000, 0.97), (7, 0.0), (7, 1.0)):
        chances = np.empty(trials + 1)
        write_binomial_chances(trials, probability, chances)
        assert chances == pytest.approx(binom.pmf(np.arange(trials + 1), trials, probability), rel=1e-9, abs=1e-300)
        deviation = math.sqrt(trials * probability * (1 - probability))
        assert deviation == 0 or chances.max() <= 0.42888194248035344 / deviation


@given(case=pools_with_budget(min_size=2, max_size=8))
@pytest.mark.slow
def test_the_bound_of_a_sum_is_never_above_a_sum_that_fits(case):
    pool, budget = case
    values = np.log1p(-0.7 * pool.accuracies)
    for size in range(1, len(pool) + 1):
        bound, _ = bound_sum_of_size(values, pool.costs, budget, size)
        sums = [
            values[list(chosen)].sum()
            for chosen in combinations(range(len(pool)), size)
            if pool.costs[list(chosen)].sum() <= budget
        ]
        assert all(bound <= total + 1e-9 for total in sums)


def test_the_bound_of_a_sum_allows_for_rounding_where_all_cost_exactly_the_limit():
    """The order of addition decides whether such a sum is the limit; a price of 1e15 would weigh the difference."""
    values = -np.arange(1.0, 11.0)
    generator = np.random.default_rng(5)
    for _ in range(200):
        costs = generator.integers(1, 100, 10) / generator.choice([10.0, 30.0, 70.0])
        for limit in (costs.sum(), costs[::-1].cumsum()[-1], np.nextafter(costs.sum(), 0.0)):
            bound, _ = bound_sum_of_size(values, costs, limit, 10)
            assert bound <= values.sum()


@given(accuracies=st.lists(st.floats(0.05, 0.95), min_size=1, max_size=8), tilt=st.floats(0.0, 5.0))
def test_gains_and_shares_weigh_the_votes_of_a_panel_exactly(accuracies, tilt):
    """P(X = k) = exp(sum of gains + tilt k) P(Y = k), where Y counts votes that are right with the shares."""
    gains, shares = np.empty(len(accuracies)), np.empty(len(accuracies))
    tilt_accuracies(np.array(accuracies), tilt, gains, shares)
    votes = np.arange(len(accuracies) + 1)
    assert np.exp(gains.sum() + tilt * votes) * right_votes(shares) == pytest.approx(right_votes(accuracies), rel=1e-9)


def test_the_expectation_of_equal_shares_is_a_binomial_one():
    from scipy.stats import binom

    weights, votes = np.array([1.0, 1.0, 0.5, 0.0, 0.0]), np.arange(5)
    expected = (binom.pmf(votes, 4, 0.35) * weights * np.exp(0.7 * (votes - 1.2))).sum()
    assert compute_equal_expectation(weights, 4, 0.7, 1.2, 1.4) == pytest.approx(expected)
