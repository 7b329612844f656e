from __future__ import annotations

import math

import attrs
import pytest

from conftest import paper_pool
from fakes import FORECAST, Profit, WrongShare
from haversack import CapabilityError, Pool, Progress, make_plan, select
from haversack.stopping import Paper


def prepare(**options):
    return Paper(**options).prepare(lambda **_: FORECAST)


def test_it_stops_at_stop_and_says_so():
    rule = prepare()
    at_stop = rule.plan.error_threshold
    assert rule(Progress(steps=1, best_loss=at_stop * 1.0001)) is None
    assert rule(Progress(steps=1, best_loss=at_stop)).startswith("STOP = 0.98")


def test_it_stops_at_max_steps_and_says_that_stop_was_not_reached():
    rule = prepare()
    assert rule.plan.max_steps == math.comb(30, 9)
    assert rule(Progress(steps=rule.plan.max_steps - 1, best_loss=0.5)) is None
    assert "MAXSTEP" in rule(Progress(steps=rule.plan.max_steps, best_loss=0.5))


def test_every_number_of_the_plan_is_told():
    plan = make_plan(paper_pool(30, 0), 40.0, seed=0)
    told = attrs.asdict(plan)
    assert [key for key, value in told.items() if value is None] == []
    assert plan.mean == 1 - plan.mean_error
    assert plan.threshold == pytest.approx(1 - plan.error_threshold)


def test_the_expected_size_can_be_made_odd():
    pool = Pool(accuracies=[0.7, 0.6, 0.8, 0.65], costs=[1.0] * 4)
    sizes = [
        make_plan(pool, budget, stopping={"kind": "paper", "odd_size": True, "fit": "empirical"}).size
        for budget in (1.0, 2.0, 3.0, 4.0)
    ]
    assert sizes == [1, 3, 3, 3]


def test_large_pools_have_step_limits_of_any_size():
    plan = make_plan(paper_pool(3_000, 0), 1_000.0, seed=0)
    assert plan.max_steps > 10**300
    found = select(paper_pool(3_000, 0), 300.0, stopping={"kind": "paper", "max_steps": 3}, seed=0)
    assert found.plan.max_steps == 3


def test_an_energy_without_moments_gets_sampled_ones():
    pool = paper_pool(30, 0)
    plans = [make_plan(pool, 40.0, energy=WrongShare(), seed=seed) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    assert plans[0].mean == pytest.approx(float(pool.accuracies.mean()), abs=0.01)


def test_an_energy_that_is_no_probability_is_refused_with_rules_that_work():
    with pytest.raises(CapabilityError, match="rules that need no forecast: gap, stagnation, target, time-limit"):
        select(paper_pool(30, 0), 40.0, energy=Profit(), searcher="monte-carlo", stopping="paper", seed=0)


@pytest.mark.parametrize(("option", "value"), [("min_steps", 0), ("fit", "gamma")])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Paper(**{option: value})
