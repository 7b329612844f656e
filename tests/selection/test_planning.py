"""Forecasts and plans."""

from __future__ import annotations

import math
from itertools import combinations

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import Profit, SlowestMember
from haversack import (
    CapabilityError,
    HaversackError,
    Pool,
    PoolError,
    Problem,
    make_plan,
    select,
)
from haversack.capabilities import SizeEstimate
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.selection.planning import sample_moments

STEPS = {"kind": "max-step", "limit": 500}


def test_accuracies_are_asked_for_where_they_are_needed():
    with pytest.raises(PoolError, match="the pool has no accuracies"):
        select(Pool(costs=[1.0, 2.0]), 2.0, stopping=STEPS)


def test_no_plan_without_a_rule_that_plans(small_pool):
    with pytest.raises(HaversackError, match="there is no plan; 'paper' does"):
        make_plan(small_pool, 8.0, stopping=STEPS)


def test_whatever_a_cost_model_expects_the_size_is_possible(small_pool):
    @attrs.frozen
    class Odd(Additive):
        def expected_size(self, pool, budget, accuracy):
            return SizeEstimate(0 if budget < 5 else 50, "a guess")

    assert [make_plan(small_pool, budget, cost=Odd()).size for budget in (4.0, 8.0)] == [1, 4]


def test_equal_accuracies_stop_at_their_own_value():
    chosen = select(Pool(accuracies=[0.7] * 3, costs=[1.0] * 3), 3.0, preset="paper", seed=0)
    assert chosen.plan.accuracy_variance == 0.0
    assert chosen.steps == 1


def test_a_plan_is_that_of_the_papers_rule_whatever_rule_a_run_would_have():
    pool = Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])
    assert make_plan(pool, 2.0, energy="votes", seed=0).size == 2


def test_an_energy_that_is_not_a_probability_has_no_plan(small_pool):
    assert select(small_pool, 5, energy=Profit(), seed=0).plan is None
    with pytest.raises(CapabilityError, match="needs an energy that is a probability"):
        select(small_pool, 5, energy=Profit(), stopping="paper")


def test_rules_that_need_no_forecast_are_named_where_there_is_none(small_pool, builtins):
    with pytest.raises(CapabilityError) as caught:
        make_plan(small_pool, 5, energy=Profit(), catalog=builtins)
    assert str(caught.value) == (
        "the stopping rule needs an energy that is a probability, and Profit() is not; "
        "rules that need no forecast: auto, gap, noise, stagnation, target, time-limit"
    )


def test_a_cost_model_that_estimates_no_size_has_no_plan(small_pool, builtins):
    assert select(small_pool, 5, cost=SlowestMember(), seed=0).plan is None
    with pytest.raises(CapabilityError) as caught:
        select(small_pool, 5, cost=SlowestMember(), preset="paper", catalog=builtins)
    assert str(caught.value) == (
        "the stopping rule needs a cost model that estimates how many members the budget buys, with expected_size(), "
        "and SlowestMember() does not; rules that need no forecast: auto, gap, noise, stagnation, target, time-limit"
    )


@pytest.mark.parametrize("size", [1, 4, 7])
def test_sampled_moments_are_those_of_all_sets_of_the_size(size):
    pool = paper_pool(9, 1)
    problem = Problem(pool, MajorityVote(), Additive())
    every = np.zeros((0, 9), dtype=bool)
    for members in combinations(range(9), size):
        every = np.vstack([every, np.isin(np.arange(9), members)])
    losses = problem.losses(every)
    sampled = sample_moments(problem, size, np.random.default_rng(0))
    assert sampled.mean_error == pytest.approx(losses.mean(), abs=5 * losses.std() / math.sqrt(4096))
    assert sampled.standard_deviation == pytest.approx(losses.std(), rel=0.1)


def test_equal_losses_have_no_spread():
    problem = Problem(Pool(accuracies=[0.7] * 5), MajorityVote(), Additive())
    assert sample_moments(problem, 3, np.random.default_rng(0)).standard_deviation == 0.0


@pytest.mark.parametrize(("members", "expected", "odd"), [(9, 4, 5), (4, 4, 3), (1, 1, 1)])
def test_an_odd_size_is_rounded_up_unless_the_pool_is_too_small(members, expected, odd):
    pool = Pool(accuracies=np.linspace(0.6, 0.9, members), costs=[1.0] * members)
    for odd_size, size in ((False, expected), (True, odd)):
        rule = {"kind": "paper", "fit": "empirical", "odd_size": odd_size}
        assert make_plan(pool, float(expected), stopping=rule, cost={"kind": "additive", "size": "mean"}).size == size


def test_the_size_respects_constraints_and_says_what_it_does_not_consider():
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6, 0.8, 0.7], costs=[4, 2, 2, 1, 2, 3], names=list("abcdef"))

    def estimate(*constraints):
        plan = make_plan(
            pool, budget=5, stopping={"kind": "paper", "fit": "empirical"}, constraints=constraints, seed=0
        )
        return plan.size, plan.size_rule

    size, how = estimate()
    assert size < 4
    assert estimate({"kind": "size", "least": 4}) == (4, f"{how}, moved to a size that the constraints allow")
    assert estimate({"kind": "include", "members": list("abcde")})[0] == 5
    assert estimate({"kind": "exclude", "members": list("bcdef")})[0] == 1
    assert estimate({"kind": "limit", "column": "cost", "most": 3})[1].endswith(
        "; constraints on groups and sums are not considered"
    )
