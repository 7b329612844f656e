from __future__ import annotations

import itertools

import numpy as np
import pytest

import haversack as hs
from haversack.policies.coins import Coins
from haversack.policies.envelope import find_corners, interpolate
from haversack.policies.plans import THRESHOLDS

POOL = hs.Pool([0.9, 0.8, 0.8, 0.7], costs=[4, 1, 1, 0.5], names=list("abcd"))


def test_no_order_is_better_than_the_policy():
    """All orders again, members with the same accuracy and price included."""
    policy = hs.policy(POOL, 2.0, seed=0)
    coins = Coins(np.array(POOL.accuracies), np.array(POOL.costs))
    values = [coins.value_order(order, THRESHOLDS) for order in itertools.permutations(range(4))]
    costs = np.concatenate([value[0].reshape(-1) for value in values])
    rights = np.concatenate([value[1].reshape(-1) for value in values])
    corners = find_corners(costs, rights)
    assert policy.accuracy >= interpolate(costs[corners], rights[corners], 2.0) - 1e-12
    assert policy.expected_cost == pytest.approx(2.0)


def test_no_threshold_is_better_than_those_of_the_policy():
    """The thresholds for recorded votes are further apart than the posteriors of these answers."""
    pool = hs.Pool([0.87, 0.77, 0.72, 0.63], costs=[0.6, 0.4, 3.0, 1.2])
    coins = Coins(np.array(pool.accuracies), np.array(pool.costs))
    fine = np.arange(0.501, 0.9999, 0.0005)
    values = [coins.value_order(order, fine) for order in itertools.permutations(range(4))]
    costs = np.concatenate([value[0].reshape(-1) for value in values])
    rights = np.concatenate([value[1].reshape(-1) for value in values])
    corners = find_corners(costs, rights)
    for budget in (1.0, 1.5, 2.0, 3.0):
        policy = hs.policy(pool, budget, seed=0)
        assert policy.accuracy >= interpolate(costs[corners], rights[corners], budget) - 1e-12


def test_it_is_exact_and_says_that_it_assumes_independence():
    policy = hs.policy(POOL, 2.0, seed=0)
    assert policy.assumes_independence
    assert policy.expected is None
    assert sum(policy.ends) == pytest.approx(1.0)
    assert policy.accuracy >= policy.best_fixed.accuracy - 1e-12
    bound = next(note.value for note in policy.notes if note.title == "upper bound")
    assert policy.frontier()[-1].accuracy <= bound + 1e-12


def test_sessions_drawn_at_random_agree():
    policy = hs.policy(POOL, 2.0, seed=0)
    rng = np.random.default_rng(0)
    costs, right, trials = 0.0, 0, 4_000
    for trial in range(trials):
        session = policy.start(key=trial)
        while (name := session.next()) is not None:
            session.answer(name, rng.random() < POOL.accuracies[POOL.names.index(name)])
        costs += session.cost
        right += session.verdict is True
    assert costs / trials == pytest.approx(policy.expected_cost, abs=0.08)
    assert right / trials == pytest.approx(policy.accuracy, abs=0.025)


@pytest.mark.slow
def test_many_members_are_searched_locally():
    rng = np.random.default_rng(1)
    pool = hs.Pool(rng.uniform(0.55, 0.8, 12), costs=rng.uniform(1, 3, 12))
    policy = hs.policy(pool, 8.0, seed=0)
    assert policy.expected_cost == pytest.approx(8.0)
    assert policy.accuracy > policy.best_fixed.accuracy


@pytest.mark.slow
def test_rounding_is_that_of_the_policy():
    """A bound for all members together is rounded more."""
    rng = np.random.default_rng(2)
    pool = hs.Pool(rng.uniform(0.55, 0.9, 60), costs=np.ones(60))
    notes = {note.title: note.text for note in hs.policy(pool, 6.0, seed=0).notes}
    assert "more often than about" in notes["upper bound"]
    digits = notes["rounding"].removeprefix("log-odds were rounded to ").split(";")[0]
    assert 0.0 < float(digits) < 0.02


def test_plurality_alone_is_a_choice():
    assert {branch.vote for branch in hs.policy(POOL, 3.0, seed=0, vote="plurality").branches} == {"plurality"}


def test_members_that_are_no_better_than_a_coin_are_left_out():
    pool = hs.Pool([0.4, 0.8], costs=[1, 2])
    policy = hs.policy(pool, 2.0, seed=0)
    assert policy.members == ("member-1",)
    assert policy.notes[0].title == "left out"
    with pytest.raises(hs.PoolError, match="no member that is right more than half of the time costs at most"):
        hs.policy(pool, 1.0, seed=0)
    with pytest.raises(hs.PoolError, match="needs a member that is right more than half of the time"):
        hs.policy(hs.Pool([0.4], costs=[1]), 2.0)


def test_an_adaptive_order_needs_votes():
    with pytest.raises(hs.ConfigError, match="adaptive: true needs recorded votes, and the pool has none"):
        hs.policy(POOL, 2.0, adaptive=True)


def test_an_accuracy_that_cannot_be_reached_is_refused():
    with pytest.raises(hs.InfeasibleError, match=r"no policy was found that reaches 0\.99"):
        hs.policy(POOL, accuracy=0.99)
