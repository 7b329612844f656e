"""Greedy selection from the best member up, and the paper's worst cases for it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import PairProfit, SlowestMember
from haversack import Pool, select
from oracles import best_by_enumeration, exact_error
from strategies import pools_with_budget

RULE = {"kind": "max-step", "limit": 10**6}


def greedy(pool, budget=None, key="accuracy", **parts):
    return select(pool, budget, searcher={"kind": "greedy-forward", "key": key}, stopping=RULE, certify="off", **parts)


def test_forward_is_stuck_at_one_member_in_the_papers_example():
    found = greedy(Pool(accuracies=[0.51] + [0.505] * 4))
    assert (found.members, found.value) == ((0,), pytest.approx(0.51))
    assert found.stop_reason == "no addition lowers the loss"


@pytest.mark.parametrize("key", ["accuracy", "usefulness"])
@pytest.mark.slow
def test_forward_can_be_as_bad_as_one_half(key):
    """Proposition 1 and its corollary: alpha such that three are no better than one, though many are almost certain."""
    epsilon = 0.01
    alpha = (1 - (1 - 4 * epsilon**2) ** 0.5) / (4 * epsilon) * (1 - 1e-9)
    size = 60_001
    pool = Pool(accuracies=[0.5 + epsilon] + [0.5 + alpha] * 400, costs=[1.0] * 401)
    found = greedy(pool, 401.0, key)
    assert found.members == (0,)
    from scipy.stats import binom

    assert binom.sf(size // 2, size, 0.5 + alpha) > 0.99 > found.value


def test_forward_adds_the_pair_that_helps_most():
    """By enumeration of all pairs for the second step."""
    generator = np.random.default_rng(4)
    pool = Pool(accuracies=generator.uniform(0.6, 0.8, 9), costs=generator.uniform(1, 3, 9))
    found = greedy(pool, 6.0)
    first = int(np.argmax(pool.accuracies))
    pairs = [
        (a, b) for a in range(9) for b in range(a) if first not in (a, b) and pool.costs[[a, b, first]].sum() <= 6.0
    ]
    best = min(float(exact_error(pool.accuracies[[a, b, first]])) for a, b in pairs)
    assert found.trace[1].error == pytest.approx(best)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    case=pools_with_budget(max_size=8),
    key=st.sampled_from(["accuracy", "usefulness"]),
)
def test_answers_are_feasible_odd_and_never_better_than_the_best(case, key):
    pool, budget = case
    found = greedy(pool, budget, key)
    best, _ = best_by_enumeration(lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget)
    assert found.error >= best * (1 - 1e-12)
    assert found.cost <= budget
    assert len(found.members) % 2 == 1


@pytest.mark.parametrize("key", ["accuracy", "usefulness"])
def test_works_with_any_energy_and_cost_model(key):
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0])
    coin = greedy(pool, 2.0, key, cost=SlowestMember(), energy={"kind": "majority", "ties": "coin"})
    assert coin.cost <= 2.0
    free = greedy(Pool(accuracies=[0.9, 0.8, 0.7]), key=key)
    assert free.value == pytest.approx(0.902)


@pytest.mark.parametrize("key", ["accuracy", "usefulness"])
def test_without_accuracies_members_are_ranked_by_what_each_is_worth_alone(key):
    """The value alone takes the place of an accuracy."""
    pool = Pool(costs=[2.0, 1.0, 3.0, 1.0, 2.0])
    found = greedy(pool, 5.0, key=key, energy=PairProfit())
    alone = PairProfit().losses(pool, np.eye(5, dtype=bool))
    assert found.value >= -alone.max()
    assert found.is_feasible()


def test_a_rule_can_stop_the_search():
    pool = Pool(accuracies=[0.7] * 9, costs=[1.0] * 9)
    found = select(pool, 9.0, searcher="greedy-forward", stopping={"kind": "max-step", "limit": 2}, certify="off")
    assert len(found.members) == 3
