from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack.policies import honest
from haversack.policies.choosing import Goal, Options, choose
from haversack.policies.honest import (
    adopt_tables,
    choose_rivals,
    correct_choice,
    estimate_choice,
    show_choice,
    value_choice,
)
from haversack.policies.records import Records, count_items
from recorded_pools import make_pool

GOAL, OPTIONS = Goal(budget=5.0), Options(adaptive="off")


@pytest.fixture(scope="module")
def chosen():
    pool = make_pool(members=4, items=80, seed=4)
    records = Records.cross_fit(pool)
    rng = np.random.default_rng(0)
    return pool, records, choose(records, pool.votes.shrunk_accuracies, count_items(pool), GOAL, OPTIONS, rng)


@pytest.fixture(scope="module")
def estimate(chosen):
    return estimate_choice(*chosen, GOAL, OPTIONS, np.random.SeedSequence(1))


def test_a_trial_counts_verdicts_and_costs(chosen):
    pool, records, choice = chosen
    trial = value_choice(choice, records, choose_rivals(pool, records, choice.cost))
    assert trial.costs[0] == pytest.approx(choice.cost)
    assert trial.costs[2] <= choice.cost + 1e-9
    assert trial.spread >= 0.0
    counted = attrs.evolve(records, blend=(0.0, 1.0))
    expected = sum(
        share * float(counted.value_order(plan.order, np.array([plan.threshold]))[1][-1, 0])
        if plan.threshold is not None
        else share * counted.value_votes(plan.order)[1]
        for plan, share in choice.parts
    )
    assert trial.measured.accuracies[0] == pytest.approx(expected)


def test_the_estimate_is_below_what_the_items_show(chosen, estimate):
    shown = show_choice(*chosen[:2], chosen[2])
    assert shown.expected.method == "uncorrected"
    assert (estimate.expected.method, estimate.expected.resamples) == ("bootstrap", 25)
    assert estimate.expected.shown == shown.expected.accuracy
    assert estimate.expected.accuracy < shown.expected.accuracy
    assert estimate.expected.low < estimate.expected.accuracy < estimate.expected.high
    assert len(estimate.gain_intervals) == 2


def test_a_budget_is_corrected_to_what_new_items_cost(chosen, estimate):
    dearer = attrs.evolve(estimate, costs=estimate.costs * 1.25)
    choice, corrected = correct_choice(chosen[2], dearer, GOAL)
    assert corrected.costs[0] <= 5.0 * (1 + 1e-9)
    assert choice.cost < chosen[2].cost


def test_an_accuracy_is_corrected_by_what_is_lost_on_new_items(chosen, estimate):
    target = chosen[2].accuracy - 0.03
    choice, corrected = correct_choice(chosen[2], estimate, Goal(accuracy=target))
    lost = chosen[2].accuracy - estimate.expected.accuracy
    assert corrected.expected.accuracy == pytest.approx(min(choice.plans[-1].accuracy - lost, target))


def test_a_goal_is_met_by_the_tables_that_the_policy_will_use(chosen, estimate):
    pool, _, choice = chosen
    used = Records.as_used(pool)
    for goal in (GOAL, Goal(accuracy=choice.accuracy - 0.02)):
        corrected, expected = correct_choice(choice, estimate, goal)
        settled, measured = adopt_tables(corrected, expected, used, goal)
        own = value_choice(settled, used, (None, None))
        assert own.costs[0] == pytest.approx(settled.cost)
        assert measured.costs[0] == pytest.approx(settled.cost * expected.costs[0] / corrected.cost)
        change = settled.accuracy - corrected.accuracy
        assert measured.expected.accuracy == pytest.approx(expected.expected.accuracy + change)


@pytest.mark.parametrize(("before", "method"), [(2, "uncorrected"), (20, "bootstrap")])
def test_ctrl_c_keeps_what_is_done(chosen, monkeypatch, before, method):
    done = []
    trial = value_choice(chosen[2], chosen[1], (None, None))

    def repeat(*_args):
        if len(done) == before:
            raise KeyboardInterrupt
        done.append(1)
        return trial

    monkeypatch.setattr(honest, "_repeat", repeat)
    found = estimate_choice(*chosen, GOAL, OPTIONS, np.random.SeedSequence(1))
    assert found.interrupted
    assert found.expected.method == method
    assert not found.expected.is_complete


def test_many_items_need_no_resamples(chosen, monkeypatch):
    monkeypatch.setattr(honest, "MANY_ITEMS", 50)
    assert estimate_choice(*chosen, GOAL, OPTIONS, np.random.SeedSequence(1)).expected.method == "recorded"


def test_a_rival_that_no_sample_has_is_valued_on_all_items(chosen, monkeypatch):
    trial = value_choice(chosen[2], chosen[1], (None, None))
    monkeypatch.setattr(honest, "_repeat", lambda *_args: trial)
    found = estimate_choice(*chosen, GOAL, OPTIONS, np.random.SeedSequence(1))
    shown = show_choice(*chosen)
    assert found.accuracies.tolist() == shown.accuracies.tolist()
    assert found.costs[1:].tolist() == shown.costs[1:].tolist()
