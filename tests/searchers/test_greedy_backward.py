"""Greedy selection from all members down, and the paper's worst cases for it."""

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
    return select(pool, budget, searcher={"kind": "greedy-backward", "key": key}, stopping=RULE, certify="off", **parts)


@pytest.mark.parametrize("members", [51, 201])
def test_backward_by_accuracy_can_be_as_bad_as_one_half(members):
    """Proposition 2: the one member that uses up the budget is a little better than each of many cheap ones."""
    pool = Pool(accuracies=[0.56] + [0.55] * (members - 1), costs=[10.0] + [10.0 / (members - 1)] * (members - 1))
    found = greedy(pool, 10.0)
    assert found.members == (0,)
    cheap = select(pool, 10.0, searcher="monte-carlo", stopping={"kind": "max-step", "limit": 3_000}, seed=0)
    assert cheap.value > found.value + 0.1


def test_backward_by_usefulness_can_be_as_bad_as_one_half():
    """Proposition 3: a perfect member loses to three cheap ones that are hardly better than a coin."""
    pool = Pool(accuracies=[1.0, 0.501, 0.501, 0.501], costs=[3.0, 1.0, 1.0, 1.0])
    found = greedy(pool, 3.0, "usefulness")
    assert found.members == (1, 2, 3)
    assert found.value == pytest.approx(0.5015, abs=1e-5)
    assert greedy(pool, 3.0, "accuracy").members == (0,)


def test_backward_without_a_budget_can_miss_the_best():
    """Erratum 10: the paper says it cannot."""
    pool = Pool(accuracies=[0.9] + [0.6] * 12)
    found = greedy(pool)
    assert len(found.members) == 13
    assert found.value == pytest.approx(0.8241, abs=5e-5)
    without_two = Pool(accuracies=[0.9] + [0.6] * 10)
    assert greedy(without_two).trace[0].value == pytest.approx(0.8137, abs=5e-5)


@settings(max_examples=60)
@given(
    case=pools_with_budget(max_size=8),
    key=st.sampled_from(["accuracy", "usefulness"]),
)
@pytest.mark.slow
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
    found = select(pool, 9.0, searcher="greedy-backward", stopping={"kind": "max-step", "limit": 1}, certify="off")
    assert len(found.members) == 9
