"""What was measured inside and outside of samples, put together."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from haversack.statistics.optimism import Measured, compute_chance_accuracy, correct_by_bootstrap


def test_panels_are_measured_by_weighted_items():
    rightness = np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [np.nan] * 3])
    measured = Measured.of(rightness, np.array([1.0, 1.0, 2.0]))
    assert measured.accuracies[:2] == pytest.approx([0.75, 0.5])
    assert measured.squares[:2] == pytest.approx([0.0, 0.75])
    assert np.isnan(measured.accuracies[2])


def one(accuracy, square=0.0):
    return Measured(np.array([accuracy]), np.array([square]))


def slow_632plus(shown, outside, chance):
    """Efron and Tibshirani (1997), equations 28 to 32, by errors."""
    inside_error, outside_error, gamma = 1 - shown, 1 - outside, 1 - chance
    limited = min(outside_error, gamma) if gamma > inside_error else inside_error
    limited = min(limited, outside_error)
    rate = (limited - inside_error) / (gamma - inside_error) if limited > inside_error < gamma else 0.0
    weight = 0.6321205588285577 / (1 - 0.36787944117144233 * rate)
    return 1 - ((1 - weight) * inside_error + weight * limited)


SHARES = st.floats(0.0, 1.0)


@given(SHARES, SHARES, SHARES)
@example(shown=5e-324, outside=1.0, chance=0.0)
def test_the_estimate_is_that_of_the_paper(shown, outside, chance):
    found = correct_by_bootstrap(one(shown), one(outside), np.array([chance])).accuracies[0]
    assert found == pytest.approx(slow_632plus(shown, outside, chance), abs=1e-9)


def test_without_overfitting_the_weight_is_632():
    estimate = correct_by_bootstrap(one(0.8), one(0.85, 0.1), np.array([0.5]))
    assert estimate.accuracies[0] == pytest.approx(0.367879 * 0.8 + 0.632121 * 0.85, abs=1e-6)
    assert estimate.squares[0] == pytest.approx(0.0632121, abs=1e-6)


def test_what_is_no_better_than_chance_outside_counts_as_chance():
    assert correct_by_bootstrap(one(1.0), one(0.4), np.array([0.5])).accuracies[0] == pytest.approx(0.5)


def test_chance_is_the_mean_over_all_ways_to_deal_out_verdicts():
    generator = np.random.default_rng(0)
    verdicts, truth = generator.integers(-1, 3, 5), generator.integers(0, 3, 5)
    dealt = [np.mean(np.array(order) == truth) for order in itertools.permutations(verdicts)]
    assert compute_chance_accuracy(verdicts, truth, 3, np.ones(5)) == pytest.approx(np.mean(dealt))
