from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack.policies import choosing
from haversack.policies.choosing import Goal, Options, choose, settle
from haversack.policies.plans import AskingPlan
from haversack.policies.records import Records, count_items
from recorded_pools import make_graded, make_pool

PLANS = [AskingPlan((0,), None, False, cost, right) for cost, right in ((1.0, 0.6), (3.0, 0.8), (9.0, 0.9))]


def choose_on(pool, budget=6.0, **options):
    rng = np.random.default_rng(0)
    accuracies = pool.votes.shrunk_accuracies
    return choose(Records.cross_fit(pool), accuracies, count_items(pool), Goal(budget), Options(**options), rng)


@pytest.mark.parametrize(
    ("goal", "cost"),
    [
        (Goal(budget=2.0), 2.0),
        (Goal(budget=0.5), 1.0),
        (Goal(accuracy=0.85), 6.0),
        (Goal(accuracy=0.5), 1.0),
        (Goal(accuracy=0.95), 9.0),
    ],
)
def test_goals_are_met_on_the_envelope(goal, cost):
    assert goal.locate(PLANS) == pytest.approx(cost)
    assert settle(PLANS, goal).cost == pytest.approx(cost)


def test_a_mixture_has_the_mean_of_its_parts():
    choice = settle(PLANS, Goal(budget=2.0))
    assert (choice.cost, choice.accuracy) == (2.0, pytest.approx(0.7))
    assert [share for _, share in choice.parts] == [0.5, 0.5]


def test_options_limit_what_is_chosen():
    pool = make_pool(members=4, items=200)
    assert {plan.threshold for plan in choose_on(pool, vote="plurality").plans} == {None}
    assert None not in {plan.threshold for plan in choose_on(pool, vote="bayes").plans}
    off = choose_on(pool, adaptive="off")
    assert off.adaptive_gain is None
    assert not any(plan.adaptive for plan in off.plans)
    assert any(plan.adaptive for plan in choose_on(pool, adaptive="on").plans)


def test_graded_votes_are_counted():
    assert {plan.threshold for plan in choose_on(make_graded(), 3.0).plans} == {None}


def test_an_adaptive_order_is_used_if_it_gains_enough(monkeypatch):
    """The gain is stated either way."""
    pool = make_pool(members=5, items=300, labels=3, seed=2)
    gains = set()
    for least in (-1.0, 1e9):
        monkeypatch.setattr(choosing, "_LEAST_ADAPTIVE_GAIN", least)
        choice = choose_on(pool)
        gains.add(choice.adaptive_gain)
        if least > 0:
            assert not any(plan.adaptive for plan in choice.plans)
    assert len(gains) == 1
    assert gains != {None}


def test_the_choice_is_at_least_as_good_as_each_kind_alone():
    pool = make_pool(members=4, items=200)
    best = choose_on(pool, adaptive="off").accuracy
    assert best >= choose_on(pool, vote="plurality").accuracy - 1e-12
    assert best >= choose_on(pool, vote="bayes", adaptive="off").accuracy - 1e-12


def test_large_records_are_not_tried_adaptively(monkeypatch):
    monkeypatch.setattr(choosing, "_MOST_ADAPTIVE_WORK", 1.0)
    assert choose_on(make_pool()).adaptive_gain is None
    assert attrs.asdict(Options())["adaptive"] == "auto"
