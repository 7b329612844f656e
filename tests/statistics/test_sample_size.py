from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from haversack.statistics.sample_size import sample_size


@pytest.mark.parametrize("failure", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_estimates_from_so_many_samples_are_as_precise_as_asked(failure, confidence):
    """The share of estimates within the precision, from the binomial distribution itself."""
    precision = 0.1
    samples = sample_size(failure, precision, confidence)
    estimates = stats.binom(samples, failure)
    within = estimates.cdf(np.floor((1 + precision) * failure * samples)) - estimates.cdf(
        np.ceil((1 - precision) * failure * samples) - 1
    )
    assert within == pytest.approx(confidence, abs=0.02)


def test_twice_the_precision_takes_four_times_the_samples():
    assert sample_size(0.1, 0.01, 0.9) == pytest.approx(4 * sample_size(0.1, 0.02, 0.9), rel=1e-4)


def test_there_is_at_least_one_sample():
    assert sample_size(0.99, 0.99, 0.01) == 1


@pytest.mark.parametrize(("failure", "precision"), [(1e-300, 1e-10), (0.1, 1e-200), (5e-324, 5e-324)])
def test_a_number_of_samples_may_exceed_every_float(failure, precision):
    expected = -math.log10(failure) - 2 * math.log10(precision) + math.log10(stats.norm.ppf(0.975) ** 2 * (1 - failure))
    samples = sample_size(failure, precision, 0.95)
    assert math.log10(samples >> 64) + 64 * math.log10(2) == pytest.approx(expected)
