"""What the rules that compute their threshold share; `paper` stands for them."""

from __future__ import annotations

import math

import attrs
import pytest

from conftest import paper_pool
from fakes import FORECAST, prepare_plan
from haversack import Progress, select
from haversack.stopping import Beta, Normal, Paper


def test_the_approximate_count_is_on_the_plan():
    assert prepare_plan(Paper(count="approximate")).max_steps == 30**9 // math.factorial(9)


def test_the_number_of_steps_has_a_floor_and_a_ceiling():
    """Of 9 members there is one set of 9, of 30 there are 14,307,150."""
    one_set = attrs.evolve(FORECAST, pool_size=9)
    assert prepare_plan(Paper(), one_set).max_steps == 10_000
    assert prepare_plan(Paper(min_steps=7), one_set).max_steps == 7
    assert prepare_plan(Paper(min_steps=7, max_steps=3), one_set).max_steps == 3
    assert prepare_plan(Paper(max_steps=77)).max_steps == 77


def test_options_reach_the_forecaster():
    asked = []

    def forecaster(**options):
        asked.append(options)
        return FORECAST

    Paper(fit="empirical", odd_size=True).prepare(forecaster)
    assert asked == [{"fit": "empirical", "odd_size": True}]


@pytest.mark.parametrize("rule", [Paper(), Beta(), Normal()])
def test_without_a_problem_there_is_no_threshold(rule):
    with pytest.raises(RuntimeError, match="must be prepared before use; haversack.select does so"):
        rule(Progress())


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
