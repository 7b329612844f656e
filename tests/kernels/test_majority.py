from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.energies.set_errors import compute_large_error
from oracles import exact_error, precise_distribution
from strategies import probabilities


def tilted_error(accuracies, tie_error=1.0):
    return compute_large_error(np.array(accuracies, dtype=float), tie_error)


@given(accuracies=st.lists(probabilities, min_size=1, max_size=9), ties=st.sampled_from([1.0, 0.5]))
def test_the_identity_is_exact_for_small_panels(accuracies, ties):
    from fractions import Fraction

    exact = exact_error(accuracies, Fraction(1 - ties))
    assert tilted_error(accuracies, ties) == pytest.approx(float(exact), rel=1e-11, abs=1e-300)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [(12, 4.2), (17, 5), (1.0, 1.0), (3, 4), (0.5, 0.4)])
@pytest.mark.parametrize("size", [1500, 1501])
def test_large_panels_agree_with_a_hundred_digits(size, parameters):
    accuracies = np.random.default_rng(size).beta(*parameters, size)
    exact = sum(precise_distribution(accuracies)[: size // 2 + 1])
    assert abs(Decimal(float(tilted_error(accuracies))) / exact - 1) < 1e-11


def test_errors_below_the_smallest_number_are_zero_and_nothing_worse():
    assert tilted_error(np.full(10_001, 0.9)) == 0.0
    assert tilted_error(np.full(10_001, 0.1)) == pytest.approx(1.0)


@pytest.mark.parametrize("ones", [0, 700, 750, 751, 1501])
def test_certain_members(ones):
    """With r = 750 and k certain members, at most r - k of the others may be right."""
    from scipy.stats import binom

    accuracies = np.r_[np.ones(ones), np.full(1501 - ones, 0.2)]
    exact = binom.cdf(750 - ones, 1501 - ones, 0.2) if ones <= 750 else 0.0
    assert tilted_error(accuracies) == pytest.approx(exact, rel=1e-9, abs=1e-300)
