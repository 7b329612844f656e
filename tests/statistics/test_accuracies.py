from __future__ import annotations

import numpy as np
import pytest

from haversack.errors import HaversackError
from haversack.statistics.accuracies import fit_accuracies


def test_a_beta_sample_is_modelled_by_its_fit():
    sample = np.random.default_rng(0).beta(17, 5, 100)
    model = fit_accuracies(sample, np.random.default_rng(1))
    assert model.fit == "beta"
    assert model.p_value > 0.05
    assert model.mean == pytest.approx(model.alpha / (model.alpha + model.beta))


def test_anything_else_is_modelled_by_its_own_moments():
    sample = np.concatenate([np.linspace(0.2, 0.25, 50), np.linspace(0.7, 0.75, 50)])
    model = fit_accuracies(sample, np.random.default_rng(1))
    assert model.fit == "empirical"
    assert model.p_value <= 0.05
    assert (model.mean, model.variance) == pytest.approx((sample.mean(), sample.var(ddof=1)))


@pytest.mark.parametrize("sample", [[0.7], [0.6, 0.6], [0.0, 1.0, 0.5]])
def test_pools_without_a_likelihood_use_their_own_moments(sample):
    model = fit_accuracies(np.array(sample), np.random.default_rng(1))
    assert (model.fit, model.p_value) == ("empirical", None)
    assert model.mean == pytest.approx(np.mean(sample))


def test_the_choice_can_be_forced():
    sample = np.random.default_rng(0).beta(17, 5, 100)
    assert fit_accuracies(sample, np.random.default_rng(1), "empirical").fit == "empirical"
    assert fit_accuracies(sample, np.random.default_rng(1), "beta").p_value is None
    with pytest.raises(HaversackError, match="no beta distribution can be fitted"):
        fit_accuracies(np.array([0.7]), np.random.default_rng(1), "beta")


@pytest.mark.parametrize("sample", [[0.5, np.nextafter(1.0, 0.0)], [0.5, 0.5, 5e-324], [0.5, 5e-324]])
def test_accuracies_next_to_0_or_1_are_tested_without_a_warning(sample):
    """The test draws samples from the fit, and those of an extreme fit can be equal to the last digit."""
    for seed in range(3):
        assert 0 < fit_accuracies(np.array(sample), np.random.default_rng(seed)).p_value <= 1
