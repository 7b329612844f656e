from __future__ import annotations

import attrs
import pytest
from scipy import stats

from conftest import paper_pool
from fakes import Profit, WrongShare
from haversack import CapabilityError, make_plan, select
from haversack.capabilities import Moments
from haversack.stopping import Paper


def test_the_threshold_is_a_beta_quantile_if_q_has_a_mode_above_one_half(forecast):
    plan = Paper().prepare(lambda **_: forecast).plan
    assert plan.rule == "beta"
    assert plan.threshold == pytest.approx(stats.beta(plan.alpha, plan.beta).ppf(plan.quantile))


def test_the_threshold_is_normal_otherwise(forecast):
    wide = attrs.evolve(forecast, moments=Moments(0.3, 0.4))
    plan = Paper().prepare(lambda **_: wide).plan
    assert plan.rule == "normal"
    assert plan.threshold == pytest.approx(0.7 + stats.norm.ppf(0.9) * 0.4 / 3)


def test_it_runs_by_name():
    found = select(paper_pool(30, 0), 40.0, stopping={"kind": "paper", "max_steps": 500}, seed=0)
    assert found.plan.max_steps == 500
    assert "STOP" in found.stop_reason


def test_an_energy_without_moments_gets_sampled_ones():
    pool = paper_pool(30, 0)
    plans = [make_plan(pool, 40.0, energy=WrongShare(), seed=seed) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    assert plans[0].mean == pytest.approx(float(pool.accuracies.mean()), abs=0.01)


def test_an_energy_that_is_not_a_probability_is_refused_with_rules_that_work():
    with pytest.raises(
        CapabilityError, match="rules that need no forecast: auto, gap, noise, stagnation, target, time-limit"
    ):
        select(paper_pool(30, 0), 40.0, energy=Profit(), searcher="monte-carlo", stopping="paper", seed=0)
