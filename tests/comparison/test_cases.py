from __future__ import annotations

import numpy as np
import pytest

from haversack import ConfigError, Pool, PoolError
from haversack.comparison import Case, paper_cases, paper_pool
from haversack.comparison.cases import list_cases
from haversack.comparison.paper_pools import BUDGET_SHARES, default_share


def test_pools_become_numbered_cases(small_pool):
    cases = list_cases([small_pool, small_pool], budget=5, energy="majority", cost="additive")
    assert [case.name for case in cases] == ["pool-0", "pool-1"]
    assert cases[0].arguments() == {"pool": small_pool, "budget": 5, "energy": "majority", "cost": "additive"}


def test_one_pool_needs_no_list_and_pools_by_name_keep_their_names(small_pool):
    assert [case.name for case in list_cases(small_pool)] == ["pool-0"]
    assert [case.name for case in list_cases({"a": small_pool, "b": small_pool})] == ["a", "b"]


def test_a_case_stays_as_it_is(small_pool):
    case = Case(pool=small_pool, name="mine", budget=3)
    assert list_cases([case], budget=7) == (case,)
    assert case.group == "mine"


def test_a_budget_can_be_a_share_of_the_total_cost(small_pool):
    assert list_cases(small_pool, budget_share=0.5)[0].budget == 4.5


@pytest.mark.parametrize(
    ("pools", "options", "told"),
    [
        ([], {}, "pools: none given; expected at least one"),
        ("pool.csv", {}, "pools: expected a haversack.Pool or a haversack.comparison.Case, got 'p'"),
        (7, {}, "pools: expected a haversack.Pool or a haversack.comparison.Case, got 7"),
        ("pool", {"budget": 1, "budget_share": 0.5}, "budget: give a budget or a share of the total cost, not both"),
        ("pool", {"budget": -1}, "budget: must be a number above 0, got -1"),
    ],
)
def test_what_cannot_be_compared_on_is_told(pools, options, told):
    with pytest.raises(ConfigError) as caught:
        list_cases(pools, **options)
    assert str(caught.value) == told


@pytest.mark.parametrize("share", [0, 1, -0.2, "much", float("nan")])
def test_a_share_lies_between_nothing_and_everything(small_pool, share):
    with pytest.raises(ConfigError, match="^budget share: must be a number between 0 and 1, both excluded, got "):
        list_cases(small_pool, budget_share=share)


def test_a_share_needs_costs():
    with pytest.raises(PoolError, match="the pool has no costs"):
        list_cases(Pool(accuracies=[0.7]), budget_share=0.5)


def test_names_must_differ(small_pool):
    twins = [Case(pool=small_pool, name="twin"), Case(pool=small_pool, name="twin")]
    with pytest.raises(ConfigError, match="^pools: duplicate name 'twin'; each needs its own$"):
        list_cases(twins)


# ---------------------------------------------------------------------------------------------------- paper pools


def test_the_papers_pools_are_those_of_the_recipe():
    for members, seed in ((30, 0), (100, 3)):
        generator = np.random.default_rng(seed)
        accuracies = generator.beta(17, 5, members)
        costs = generator.exponential(1 / (1 - accuracies))
        assert paper_pool(members, seed) == Pool(accuracies=accuracies, costs=costs)


def test_other_costs_follow_their_recipes():
    correlated = paper_pool(200, 1, "correlated")
    factors = correlated.costs / correlated.accuracies
    assert 0.8 <= factors.min() < 0.85
    assert 1.15 < factors.max() <= 1.2
    uniform = paper_pool(200, 1, "uniform").costs
    assert 1 <= uniform.min() < 1.5
    assert 9.5 < uniform.max() <= 10
    assert np.array_equal(correlated.accuracies, paper_pool(200, 1).accuracies)


def test_cases_have_the_papers_budgets_and_groups():
    cases = paper_cases([30, 100, 300], count=2)
    assert [case.group for case in cases] == ["n=30", "n=30", "n=100", "n=100", "n=300", "n=300"]
    for case in cases:
        assert case.budget == pytest.approx(BUDGET_SHARES[len(case.pool)] * case.pool.costs.sum())


def test_the_kind_of_costs_is_in_the_name_and_the_share_can_be_set():
    (case,) = paper_cases([20], count=1, costs="uniform", budget_share=0.5)
    assert (case.name, case.group) == ("n=20 uniform seed 0", "n=20 uniform")
    assert case.budget == pytest.approx(0.5 * case.pool.costs.sum())


@pytest.mark.parametrize(("members", "share"), [(1, 0.3), (54, 0.3), (55, 0.2), (170, 0.2), (180, 0.1), (5000, 0.1)])
def test_other_sizes_have_the_share_of_the_nearest(members, share):
    assert default_share(members) == share


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0, 0), "paper pools: members: must be a whole number of at least 1, got 0"),
        (("x", 0), "paper pools: members: must be a whole number of at least 1, got 'x'"),
        ((5, -1), "paper pools: seed: must be a whole number of at least 0, got -1"),
        ((5, 0, "free"), "paper pools: costs: must be one of exponential, correlated, uniform, got 'free'"),
    ],
)
def test_what_cannot_be_made_up_is_told(arguments, told):
    with pytest.raises(ConfigError) as caught:
        paper_pool(*arguments)
    assert str(caught.value) == told


def test_the_number_of_pools_must_be_one():
    with pytest.raises(ConfigError, match="^paper pools: pools per size: must be a whole number of at least 1, got 0$"):
        paper_cases([30], 0)
