from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from haversack.statistics.vote_moments import compute_vote_moments
from oracles import pair_moments


@given(
    weights=st.lists(st.integers(0, 16), min_size=2, max_size=9),
    mean=st.integers(1, 15),
    share=st.sampled_from([0.0, 0.01, 0.2, 0.249, 0.251, 0.7, 1.0]),
)
@example(weights=[16, 16, 0, 0], mean=11, share=1.0)
def test_moments_of_any_vote_equal_the_pair_construction(weights, mean, share):
    """Both ways to the variance: the series below a correlation of 1/4, conditioning above."""
    weights = [Fraction(weight, 16) for weight in weights]
    accuracy = Fraction(mean, 16)
    variance = Fraction(share) * accuracy * (1 - accuracy)
    expected, expected_variance = pair_moments(len(weights) - 1, accuracy, variance, weights)
    moments = compute_vote_moments(np.array(weights, dtype=float), float(accuracy), float(variance))
    assert moments.mean_error == pytest.approx(float(expected), rel=1e-12, abs=1e-300)
    assert moments.standard_deviation == pytest.approx(math.sqrt(float(expected_variance)), rel=1e-7, abs=1e-8)


@pytest.mark.parametrize(("mean", "variance"), [(0.0, 0.0), (1.0, 0.0), (0.6, 0.0), (0.6, -1e-18)])
def test_members_that_do_not_vary_give_votes_that_do_not_vary(mean, variance):
    moments = compute_vote_moments(np.array([1.0, 0.5, 0.0]), mean, variance)
    assert moments.standard_deviation == 0.0
    assert moments.mean_error == pytest.approx((1 - mean) ** 2 + mean * (1 - mean))


def test_the_weights_are_left_as_they_were():
    weights = np.array([1.0, 0.75, 0.25, 0.0])
    compute_vote_moments(weights, 0.6, 0.2)
    assert weights.tolist() == [1.0, 0.75, 0.25, 0.0]
