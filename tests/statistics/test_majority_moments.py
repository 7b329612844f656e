from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.statistics.majority_moments import compute_majority_moments
from oracles import pair_moments


@given(size=st.integers(1, 13), mean=st.floats(0.01, 0.99), share=st.floats(0.0, 1.0))
def test_moments_equal_the_pair_construction_in_exact_fractions(size, mean, share):
    variance = share * mean * (1 - mean)
    moments = compute_majority_moments(size, mean, variance)
    error, square = pair_moments(size, mean, variance)
    assert moments.mean_error == pytest.approx(float(error), rel=1e-11)
    # The oracle's own variance is exact, so the comparison is relative however small it is.
    assert moments.standard_deviation**2 == pytest.approx(float(square), rel=1e-9, abs=1e-300)


def test_moments_equal_monte_carlo():
    generator = np.random.default_rng(1)
    accuracies = generator.beta(8, 4, (200_000, 5))
    votes = np.zeros((200_000, 6))
    votes[:, 0] = 1.0
    for member in accuracies.T:
        votes[:, 1:] = votes[:, 1:] * (1 - member[:, None]) + votes[:, :-1] * member[:, None]
        votes[:, 0] *= 1 - member
    q = votes[:, 3:].sum(axis=1)
    moments = compute_majority_moments(5, 8 / 12, 32 / (144 * 13))
    assert 1 - moments.mean_error == pytest.approx(q.mean(), abs=4 * q.std() / 200_000**0.5)
    assert moments.standard_deviation == pytest.approx(q.std(), rel=0.01)


@pytest.mark.parametrize(("mean", "variance"), [(0.0, 0.0), (1.0, 0.0), (0.7, 0.0)])
def test_certain_members_and_equal_members_do_not_vary(mean, variance):
    assert compute_majority_moments(5, mean, variance).standard_deviation == 0.0


def test_a_sample_variance_above_the_possible_is_taken_as_the_largest_possible():
    """Two members of accuracy 0 and 1 have a sample variance (n - 1) of 1/2, twice what any distribution can have."""
    assert compute_majority_moments(3, 0.5, 0.5) == compute_majority_moments(3, 0.5, 0.25)


@pytest.mark.parametrize("size", [1001, 10_001])
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.55, 0.77, 0.99])
def test_large_sizes_neither_overflow_nor_lose_sense(size, mean):
    moments = compute_majority_moments(size, mean, 0.3 * mean * (1 - mean))
    assert 0.0 <= moments.mean_error <= 1.0
    # No variable in [0, 1] with mean m varies more than m (1 - m).
    most = (moments.mean_error * (1 - moments.mean_error)) ** 0.5
    # An error within 1e-16 of 1 is 1.
    assert 0.0 <= moments.standard_deviation <= most * (1 + 1e-9) + 1e-8


@pytest.mark.slow
def test_tiny_errors_keep_their_precision():
    """Errors of 1e-40: the exact fractions have no trouble with them, and neither have we."""
    error, square = pair_moments(31, 0.999, 1e-9)
    moments = compute_majority_moments(31, 0.999, 1e-9)
    assert float(error) < 1e-38
    assert moments.mean_error == pytest.approx(float(error), rel=1e-11)
    assert moments.standard_deviation == pytest.approx(float(square) ** 0.5, rel=1e-10)


@pytest.mark.parametrize("size", [1001, 10_001])
def test_members_that_are_always_right_or_always_wrong_vary_as_much_as_possible(size):
    """With rho = 1 the panel is a panel of coins thrown beforehand: q is 0 or 1, and its variance e (1 - e)."""
    moments = compute_majority_moments(size, 0.6, 0.24)
    exact = (moments.mean_error * (1 - moments.mean_error)) ** 0.5
    assert moments.standard_deviation == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("rho", [0.45, 0.49, 0.51, 0.55])
def test_the_two_ways_to_the_variance_meet(rho):
    from haversack.statistics.vote_moments import compute_vote_moments

    weights = np.array([1.0] * 51 + [0.0] * 51)[:102]
    one, other = compute_majority_moments(101, 0.7, rho * 0.21), compute_vote_moments(weights, 0.7, rho * 0.21)
    assert one.standard_deviation == pytest.approx(other.standard_deviation, rel=1e-9)
