from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from haversack.statistics.beta import BetaFit, fit_beta, measure_goodness_of_fit


@given(alpha=st.floats(0.3, 60.0), beta=st.floats(0.3, 60.0), size=st.integers(5, 200), seed=st.integers(0, 2**32 - 1))
def test_the_fit_maximises_the_likelihood(alpha, beta, size, seed):
    """No scipy result is needed as oracle: a small step in any direction must lower the likelihood."""
    sample = np.random.default_rng(seed).beta(alpha, beta, size)
    sample = np.clip(sample, 1e-12, 1 - 1e-12)
    fit = fit_beta(sample)
    assert fit is not None

    def likelihood(a, b):
        return stats.beta.logpdf(sample, a, b).sum()

    best = likelihood(fit.alpha, fit.beta)
    for factor in (0.99, 1.01):
        assert likelihood(fit.alpha * factor, fit.beta) <= best + 1e-9
        assert likelihood(fit.alpha, fit.beta * factor) <= best + 1e-9
        assert likelihood(fit.alpha * factor, fit.beta * factor) <= best + 1e-9


def test_the_fit_agrees_with_scipy():
    sample = np.random.default_rng(3).beta(17, 5, 100)
    fit = fit_beta(sample)
    alpha, beta, _, _ = stats.beta.fit(sample, floc=0, fscale=1)
    assert (fit.alpha, fit.beta) == pytest.approx((alpha, beta), rel=1e-4)


def test_mean_and_variance_of_a_fit_are_those_of_the_distribution():
    fit = BetaFit(17, 5)
    assert (fit.mean, fit.variance) == pytest.approx((0.7727272727, 0.00763564499), rel=1e-9)


@pytest.mark.parametrize("sample", [[0.5], [0.5, 0.5], [0.0, 0.5], [0.5, 1.0], []])
def test_where_no_fit_exists_there_is_none(sample):
    assert fit_beta(np.array(sample, dtype=float)) is None


def test_the_test_rejects_what_is_no_beta_sample():
    """Two clumps: no beta distribution with parameters above 1 looks like that."""
    generator = np.random.default_rng(5)
    sample = np.concatenate([generator.uniform(0.2, 0.25, 50), generator.uniform(0.7, 0.75, 50)])
    assert measure_goodness_of_fit(sample, fit_beta(sample), generator) < 0.01


def test_the_p_value_repeats_with_the_seed():
    sample = np.random.default_rng(0).beta(17, 5, 60)
    fit = fit_beta(sample)
    assert measure_goodness_of_fit(sample, fit, np.random.default_rng(9)) == measure_goodness_of_fit(
        sample, fit, np.random.default_rng(9)
    )


@pytest.mark.slow
def test_large_samples_are_tested_on_a_part_of_them():
    sample = np.random.default_rng(0).beta(17, 5, 20_000)
    assert measure_goodness_of_fit(sample, fit_beta(sample), np.random.default_rng(1)) > 0.05


@pytest.mark.slow
@pytest.mark.parametrize("size", [30, 100])
def test_the_test_rejects_one_true_beta_sample_in_twenty(size):
    """Calibration on 600 samples: 5 % within 2.7 %, which is three standard errors."""
    generator = np.random.default_rng(size)
    rejected = 0
    for _ in range(600):
        sample = generator.beta(17, 5, size)
        rejected += measure_goodness_of_fit(sample, fit_beta(sample), generator) <= 0.05
    assert rejected / 600 == pytest.approx(0.05, abs=0.027)
