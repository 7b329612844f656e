from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize_scalar

from haversack.costs.expected_size import (
    compute_beta_mean_cost,
    compute_poisson_normal_size,
    compute_poisson_size,
    compute_shared_rate_cost,
    fit_rate_scale,
)


def test_the_mean_cost_of_lemma_2_equals_simulation():
    """Exponential costs of rate 1 - p with p ~ Beta(17, 5): the mean is 1 + 17/4, the lemma's."""
    generator = np.random.default_rng(0)
    costs = generator.exponential(1 / (1 - generator.beta(17, 5, 400_000)))
    assert compute_beta_mean_cost(17, 5, 1.0) == 5.25
    assert costs.mean() == pytest.approx(5.25, rel=0.02)


def test_the_cost_at_a_shared_rate_is_one_over_the_mean_rate():
    """The mean of c (1 - p) over p ~ Beta(17, 5), by quadrature."""
    rate = stats.beta(17, 5).expect(lambda accuracy: 0.5 * (1 - accuracy))
    assert compute_shared_rate_cost(17, 5, 0.5) == pytest.approx(1 / rate)


def test_the_fitted_scale_maximises_the_likelihood():
    generator = np.random.default_rng(1)
    accuracies = generator.beta(17, 5, 40)
    costs = generator.exponential(1 / (0.3 * (1 - accuracies)))

    def minus_likelihood(log_scale):
        rates = math.exp(log_scale) * (1 - accuracies)
        return -stats.expon(scale=1 / rates).logpdf(costs).sum()

    best = math.exp(minimize_scalar(minus_likelihood, bracket=(-3.0, 1.0)).x)
    assert fit_rate_scale(accuracies, costs) == pytest.approx(best, rel=1e-6)


def test_members_who_are_never_wrong_have_an_infinite_scale():
    assert fit_rate_scale(np.ones(3), np.ones(3)) == math.inf


@pytest.mark.parametrize("expected", [0.1, 1.0, 10.0, 80.0])
def test_the_poisson_size_is_the_95_percent_quantile(expected):
    assert compute_poisson_size(expected, 1000) == stats.poisson(expected).ppf(0.95)
    assert compute_poisson_size(expected, 5) == min(5, stats.poisson(expected).ppf(0.95))


def test_the_normal_approximation_is_near_the_poisson_quantile():
    assert compute_poisson_normal_size(400.0) == pytest.approx(stats.poisson(400.0).ppf(0.95), abs=1.0)
    assert compute_poisson_normal_size(4.0) == 4.0 + 0.5 + 1.64 * 2.0
