from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from haversack.capabilities import Moments
from haversack.statistics.thresholds import compute_beta_threshold, paper_threshold


def test_the_beta_rule_is_a_quantile_of_the_matched_distribution():
    moments = Moments(0.05, 0.02)
    threshold = paper_threshold(moments, 9)
    matched = stats.beta(threshold.alpha, threshold.beta)
    assert threshold.rule == "beta"
    assert (matched.mean(), matched.std()) == pytest.approx((0.95, 0.02))
    assert 1 - threshold.error == pytest.approx(matched.ppf(threshold.quantile))


@pytest.mark.parametrize(("gamma", "probability"), [(1.0, 0.6), (1.01, 0.8), (2.5, 0.8), (3.5, 0.9), (3.51, 0.95)])
def test_the_table_includes_its_upper_limits(gamma, probability):
    """gamma is the distance of the mode from 1 in standard deviations; choose the deviation to hit the limit."""
    error_mode = (3.0 - 1.0) / (40.0 + 3.0 - 2.0)
    moments = Moments(3 / 43, error_mode / gamma * (1 + 1e-12))
    assert compute_beta_threshold(moments, 40.0, 3.0).quantile == probability


def test_where_q_is_no_beta_variable_the_normal_rule_applies():
    moments = Moments(0.3, 0.4)
    threshold = paper_threshold(moments, 16)
    assert threshold.rule == "normal"
    assert 1 - threshold.error == pytest.approx(0.7 + stats.norm.ppf(0.9) * 0.4 / 4)


def test_q_that_does_not_vary_stops_at_its_mean():
    assert paper_threshold(Moments(0.1, 0.0), 9).error == pytest.approx(0.1)


@pytest.mark.parametrize("error", [1e-20, 1e-40, 1e-200])
def test_tiny_errors_have_thresholds_of_their_own_size(error):
    """Near 1 the error is a gamma variable; its quantile keeps its relative precision."""
    threshold = paper_threshold(Moments(error, 0.5 * error), 100)
    assert threshold.rule == "beta"
    assert threshold.error == pytest.approx(stats.gamma(4, scale=error / 4).ppf(1 - threshold.quantile), rel=1e-6)


def test_the_two_ways_to_a_quantile_meet():
    both = [compute_beta_threshold(Moments(3 / (a + 3), 1e-10), a, 3.0).error * a for a in (3.99e9, 4.01e9)]
    assert np.ptp(both) / both[0] < 1e-8
