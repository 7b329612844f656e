from __future__ import annotations

import attrs
import numpy as np
import pytest

import haversack as hs
from haversack.policies import honest
from haversack.policies.records import Records
from recorded_pools import make_graded, make_pool


@pytest.fixture(scope="module")
def chosen():
    pool = make_pool(members=5, items=200, seed=3)
    return pool, hs.policy(pool, 6.0, seed=1)


def test_the_expected_cost_meets_the_budget(chosen):
    _, policy = chosen
    assert policy.expected_cost <= 6.0 * (1 + 1e-9)
    assert policy.cost_low <= policy.expected_cost <= policy.cost_high
    assert sum(policy.ends) == pytest.approx(1.0)
    assert policy.expected.low <= policy.accuracy <= policy.expected.high
    assert policy.expected.method == "bootstrap"


def test_the_frontier_rises_and_is_concave(chosen):
    _, policy = chosen
    costs = np.array([point.cost for point in policy.frontier()])
    rights = np.array([point.accuracy for point in policy.frontier()])
    slopes = np.diff(rights) / np.diff(costs)
    assert np.all(slopes > 0)
    assert np.all(np.diff(slopes) < 1e-12)


def test_the_same_seed_gives_the_same_policy_and_a_copy_of_it(chosen):
    pool, policy = chosen
    assert hs.policy(pool, 6.0, seed=1).to_json() == policy.to_json()
    assert hs.Policy.from_json(policy.to_json()).to_json() == policy.to_json()


def test_sessions_need_the_answers_that_the_policy_expects(chosen):
    """Valued by sessions with tables of all items, the recorded items cost about what is expected."""
    pool, policy = chosen
    costs = []
    for item, row in enumerate(pool.votes.answers):
        session = policy.start(key=item)
        while (name := session.next()) is not None:
            session.answer(name, pool.votes.labels[row[pool.names.index(name)]])
        costs.append(session.cost)
    assert np.mean(costs) == pytest.approx(policy.expected_cost, rel=0.2)


def test_many_items_cost_what_is_expected_by_the_tables_of_the_policy():
    """Tables from other folds reach a threshold elsewhere."""
    pool = make_pool(members=4, items=5_000, labels=3, seed=8)
    for budget in (3.0, 4.0, 6.0):
        policy = hs.policy(pool, budget, seed=0, estimate="none")
        replayed = policy.replay(pool)
        assert policy.expected_cost == pytest.approx(budget)
        assert replayed.mean_cost == pytest.approx(policy.expected_cost)
        assert replayed.ends[1:] == pytest.approx(policy.ends)


def test_it_is_compared_with_fixed_panels_of_the_same_cost(chosen):
    _, policy = chosen
    assert policy.best_fixed.cost <= policy.expected_cost * 1.05
    assert policy.best_fixed.gain_low <= policy.best_fixed.gain <= policy.best_fixed.gain_high
    assert len(policy.best_single.panels[0]) == 1


@pytest.mark.slow
def test_an_accuracy_is_reached_at_the_least_cost():
    pool = make_pool(members=5, items=400, seed=3)
    last = hs.policy(pool, 100.0, seed=1).frontier()[-1]
    target = round(last.accuracy - 0.06, 3)
    policy = hs.policy(pool, accuracy=target, seed=1)
    assert policy.accuracy >= target - 1e-9
    assert policy.expected_cost < last.cost
    price = pool.costs[pool.names.index(policy.best_single.panels[0][0])]
    assert policy.best_single.cost == pytest.approx(price)
    assert policy.best_fixed.cost == pytest.approx(policy.expected_cost, rel=0.1)
    with pytest.raises(hs.InfeasibleError, match=r"accuracy: no policy was found that reaches 1; the most accurate"):
        hs.policy(pool, accuracy=1.0, seed=1)


def test_what_nobody_pays_for_is_left_over():
    policy = hs.policy(make_pool(), 1e6, seed=0)
    assert any(note.title == "budget" for note in policy.notes)
    assert policy.expected_cost == pytest.approx(policy.frontier()[-1].cost, rel=0.1)


def test_graded_votes_are_counted_and_said_to_be_graded():
    policy = hs.policy(make_graded(), 3.0, seed=0)
    assert {branch.vote for branch in policy.branches} == {"plurality"}
    assert "right or wrong only" in policy.notes[0].text


def test_adaptive_orders_are_measured_beside_fixed_ones(chosen):
    pool, policy = chosen
    note = next(note for note in policy.notes if note.title == "adaptive order")
    assert "points" in note.text
    assert any(branch.adaptive for branch in hs.policy(pool, 6.0, adaptive=True, seed=1, estimate="none").branches)
    assert not any(branch.adaptive for branch in hs.policy(pool, 6.0, adaptive=False, seed=1).branches)


def test_members_without_prices_cost_1_each():
    policy = hs.policy(attrs.evolve(make_pool(), costs=None), 1.5, seed=0, estimate="none")
    assert policy.expected_cost == pytest.approx(1.5)
    assert policy.total_price == pytest.approx(4.0)


def test_ctrl_c_in_the_estimate_leaves_the_policy(monkeypatch):
    def interrupt(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(honest, "_repeat", interrupt)
    policy = hs.policy(make_pool(), 6.0, seed=1)
    assert policy.interrupted
    assert not policy.expected.is_complete


def test_more_members_are_searched_locally():
    pool = make_pool(members=9, items=150, labels=2, seed=5)
    policy = hs.policy(pool, 8.0, seed=1, estimate="none")
    assert policy.expected_cost == pytest.approx(8.0) or policy.expected_cost < 8.0
    assert policy.accuracy >= policy.best_single.accuracy - 0.05
    assert Records.cross_fit(pool).total_price > 8.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "policy: expected a budget, the mean price per item, or an accuracy to reach; got neither"),
        ({"budget": 3, "accuracy": 0.9}, "got both"),
        ({"budget": "much"}, "budget: must be a finite number of at least 0, got 'much'"),
        ({"budget": float("inf")}, "budget: must be a finite number"),
        ({"accuracy": 1.5}, "accuracy: must be above 0 and at most 1, got 1.5"),
        ({"budget": 6, "vote": "best"}, "vote: must be 'auto', 'plurality' or 'bayes', got 'best'"),
        ({"budget": 6, "adaptive": "maybe"}, "adaptive: must be 'auto', true or false, got 'maybe'"),
        ({"budget": 6, "estimate": "nested"}, "estimate: must be 'auto' or 'none', got 'nested'"),
        ({"budget": 6, "adaptive": True, "vote": "plurality"}, "adaptive: true needs the Bayes vote"),
        ({"budget": 6, "seed": -1}, "seed: must be"),
    ],
)
def test_wrong_arguments_are_named(options, message):
    with pytest.raises(hs.HaversackError, match=message):
        hs.policy(make_pool(), **options)


def test_a_budget_below_the_cheapest_member_is_refused():
    pool = make_pool(costs=[3, 2, 5, 4])
    with pytest.raises(hs.InfeasibleError, match=r"mean price of 1.5 per item is below 2, the price of the cheapest"):
        hs.policy(pool, 1.5)
