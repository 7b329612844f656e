from __future__ import annotations

import math

import attrs
import pytest
from scipy import stats

from conftest import paper_pool
from haversack import HaversackError, Progress, select
from haversack.capabilities import AccuracyModel, Forecast, Moments, SizeEstimate
from haversack.stopping import Beta, MaxStep, Normal, Paper

FORECAST = Forecast(
    30, AccuracyModel(0.77, 0.008, "beta", 17.0, 5.0), SizeEstimate(9, "a guess"), Moments(0.0333, 0.0181)
)


def plan_of(rule, forecast=FORECAST):
    return rule.prepare(lambda **_: forecast).plan


def test_beta_takes_the_papers_quantile_or_the_one_it_is_given():
    assert plan_of(Beta()) == plan_of(Paper())
    plan = plan_of(Beta(quantile=0.99))
    assert plan.threshold == pytest.approx(stats.beta(plan.alpha, plan.beta).ppf(0.99))


def test_beta_says_where_it_cannot_be_used():
    wide = attrs.evolve(FORECAST, moments=Moments(0.3, 0.4))
    with pytest.raises(HaversackError, match="stopping 'beta' needs a q .* standard deviation 0.4; use 'paper'"):
        plan_of(Beta(), wide)
    still = attrs.evolve(FORECAST, moments=Moments(0.3, 0.0))
    with pytest.raises(HaversackError, match="stopping 'beta' needs"):
        plan_of(Beta(quantile=0.9), still)


@pytest.mark.parametrize(
    ("side", "quantile", "root"), [("left", 0.9, 3.0), ("two-sided", 0.95, 3.0), ("right", 0.9, 1.0)]
)
def test_normal_thresholds(side, quantile, root):
    plan = plan_of(Normal(side=side))
    assert plan.rule == "normal"
    assert plan.threshold == pytest.approx(1 - 0.0333 + stats.norm.ppf(quantile) * 0.0181 / root)


def test_max_step_without_a_limit_counts_sets():
    rule = MaxStep().prepare(lambda **_: FORECAST)
    assert rule.limit == math.comb(30, 9)
    assert MaxStep(count="approximate").prepare(lambda **_: FORECAST).limit == 30**9 // math.factorial(9)
    small = attrs.evolve(FORECAST, pool_size=9)
    assert MaxStep().prepare(lambda **_: small).limit == 10_000
    assert MaxStep(limit=5).prepare(None) == MaxStep(limit=5)
    with pytest.raises(RuntimeError, match="must be prepared"):
        MaxStep()(Progress())


def test_the_approximate_count_is_on_the_plan():
    assert plan_of(Paper(count="approximate")).max_steps == 30**9 // math.factorial(9)


@pytest.mark.parametrize("kind", ["paper", "beta", "normal"])
def test_each_rule_runs_by_name(kind):
    found = select(paper_pool(30, 0), 40.0, stopping={"kind": kind, "max_steps": 500}, seed=0)
    assert found.plan.max_steps == 500
    assert "STOP" in found.stop_reason


def test_rules_compose_with_the_plan_kept():
    rule = {"any": [{"kind": "paper", "max_steps": 50}, {"kind": "max-step", "limit": 40}]}
    found = select(paper_pool(30, 0), 12.0, stopping=rule, seed=0)
    assert found.plan is not None
    assert found.steps <= 40
