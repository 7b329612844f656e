"""What the paper's rules share, tested with the rule `paper`."""

from __future__ import annotations

import math

import attrs
import pytest

from conftest import paper_pool
from haversack import Pool, Progress, make_plan, select
from haversack.stopping import Paper


def prepare(forecast, **options):
    return Paper(**options).prepare(lambda **_: forecast)


def test_it_stops_at_stop_and_says_so(forecast):
    rule = prepare(forecast)
    at_stop = rule.plan.error_threshold
    assert rule(Progress(steps=1, best_loss=at_stop * 1.0001)) is None
    assert rule(Progress(steps=1, best_loss=at_stop)).startswith("STOP = 0.98")


def test_it_stops_at_max_steps_and_says_that_stop_was_not_reached(forecast):
    rule = prepare(forecast)
    assert rule.plan.max_steps == math.comb(30, 9)
    assert rule(Progress(steps=rule.plan.max_steps - 1, best_loss=0.5)) is None
    assert "MAXSTEP" in rule(Progress(steps=rule.plan.max_steps, best_loss=0.5))


def test_the_number_of_steps_has_a_floor_and_a_ceiling(forecast):
    assert prepare(forecast, min_steps=10**8).plan.max_steps == 10**8
    assert prepare(forecast, max_steps=77).plan.max_steps == 77


def test_the_number_of_sets_may_be_approximate(forecast):
    assert prepare(forecast, count="approximate").plan.max_steps == 30**9 // math.factorial(9)


def test_the_forecast_is_asked_for_with_the_options(forecast):
    asked = {}
    Paper(fit="empirical", odd_size=True).prepare(lambda **options: asked.update(options) or forecast)
    assert asked == {"fit": "empirical", "odd_size": True}


def test_it_must_be_prepared():
    with pytest.raises(RuntimeError, match="must be prepared"):
        Paper()(Progress())


def test_the_plan_holds_every_number():
    plan = make_plan(paper_pool(30, 0), 40.0, seed=0)
    assert [key for key, value in attrs.asdict(plan).items() if value is None] == []
    assert plan.mean == 1 - plan.mean_error
    assert plan.threshold == pytest.approx(1 - plan.error_threshold)


def test_the_expected_size_can_be_made_odd():
    pool = Pool(accuracies=[0.7, 0.6, 0.8, 0.65], costs=[1.0] * 4)
    sizes = [
        make_plan(pool, budget, stopping={"kind": "paper", "odd_size": True, "fit": "empirical"}).size
        for budget in (1.0, 2.0, 3.0, 4.0)
    ]
    assert sizes == [1, 3, 3, 3]


@pytest.mark.slow
def test_large_pools_have_step_limits_of_any_size():
    plan = make_plan(paper_pool(3_000, 0), 1_000.0, seed=0)
    assert plan.max_steps > 10**300
    found = select(paper_pool(3_000, 0), 300.0, stopping={"kind": "paper", "max_steps": 3}, seed=0)
    assert found.plan.max_steps == 3


def test_a_composed_rule_keeps_the_plan():
    rule = {"any": [{"kind": "paper", "max_steps": 50}, {"kind": "max-step", "limit": 40}]}
    found = select(paper_pool(30, 0), 12.0, stopping=rule, seed=0)
    assert found.plan is not None
    assert found.steps <= 40


@pytest.mark.parametrize(
    ("option", "value"), [("min_steps", 0), ("max_steps", 0), ("fit", "gamma"), ("count", "few"), ("odd_size", 1)]
)
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises((ValueError, TypeError), match=f"'?{option}'? must be .*, got|'{option}' must be .*bool"):
        Paper(**{option: value})
