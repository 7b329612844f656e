from __future__ import annotations

import attrs
import pytest
from scipy import stats

from conftest import paper_pool
from haversack import HaversackError, select
from haversack.capabilities import Moments
from haversack.stopping import Beta, Paper


def test_the_threshold_is_the_papers_quantile_if_none_is_given(forecast):
    plan = Beta().prepare(lambda **_: forecast).plan
    assert plan == Paper().prepare(lambda **_: forecast).plan
    assert plan.threshold == pytest.approx(stats.beta(plan.alpha, plan.beta).ppf(plan.quantile))


def test_the_threshold_is_the_given_quantile(forecast):
    plan = Beta(quantile=0.99).prepare(lambda **_: forecast).plan
    matched = stats.beta(plan.alpha, plan.beta)
    assert (matched.mean(), matched.std()) == pytest.approx((1 - 0.0333, 0.0181))
    assert plan.threshold == pytest.approx(matched.ppf(0.99))


@pytest.mark.parametrize(
    ("quantile", "moments"), [(None, Moments(0.3, 0.4)), (None, Moments(0.9, 0.25)), (0.9, Moments(0.3, 0.0))]
)
def test_a_q_without_such_a_beta_distribution_is_refused(forecast, quantile, moments):
    other = attrs.evolve(forecast, moments=moments)
    message = (
        f"^stopping 'beta' needs a q .* here the mean is {1 - moments.mean_error:.6g} and the standard deviation "
        f"{moments.standard_deviation:.6g}; use 'paper', which applies the normal rule in this case$"
    )
    with pytest.raises(HaversackError, match=message):
        Beta(quantile=quantile).prepare(lambda **_: other)


@pytest.mark.parametrize("quantile", [0.0, 1.0, float("nan"), True])
def test_a_quantile_out_of_range_is_refused(quantile):
    with pytest.raises(ValueError, match=r"^quantile must be .*, got"):
        Beta(quantile=quantile)


def test_it_runs_by_name():
    found = select(paper_pool(30, 0), 40.0, stopping={"kind": "beta", "max_steps": 500}, seed=0)
    assert found.plan.max_steps == 500
    assert "STOP" in found.stop_reason
