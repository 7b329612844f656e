from __future__ import annotations

import pytest

from haversack import ConfigError, Pool, PoolError
from haversack.comparison import Case
from haversack.comparison.cases import list_cases


def test_pools_become_numbered_cases(small_pool):
    cases = list_cases([small_pool, small_pool], budget=5, energy="majority", cost="additive")
    assert [case.name for case in cases] == ["pool-0", "pool-1"]
    arguments = {"pool": small_pool, "budget": 5, "energy": "majority", "cost": "additive", "constraints": ()}
    assert cases[0].arguments() == arguments


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
    ("pools", "options", "message"),
    [
        ([], {}, "pools: none given; expected at least one"),
        ("pool.csv", {}, "pools: expected a haversack.Pool or a haversack.comparison.Case, got 'pool.csv'"),
        (7, {}, "pools: expected a haversack.Pool or a haversack.comparison.Case, got 7"),
        ("pool", {"budget": 1, "budget_share": 0.5}, "budget: give a budget or a share of the total cost, not both"),
        ("pool", {"budget": -1}, "budget: must be a number above 0, got -1"),
    ],
)
def test_what_cannot_be_compared_on_is_told(pools, options, message):
    with pytest.raises(ConfigError) as caught:
        list_cases(pools, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize("share", [0, 1.01, -0.2, "much", float("nan")])
def test_a_share_lies_between_nothing_and_everything(small_pool, share):
    with pytest.raises(ConfigError, match="^budget share: must be a number above 0 and at most 1, got "):
        list_cases(small_pool, budget_share=share)


def test_a_share_may_be_everything(small_pool):
    assert list_cases(small_pool, budget_share=1)[0].budget == small_pool.costs.sum()


def test_a_share_needs_costs():
    with pytest.raises(PoolError, match="the pool has no costs"):
        list_cases(Pool(accuracies=[0.7]), budget_share=0.5)


def test_names_must_differ(small_pool):
    twins = [Case(pool=small_pool, name="twin"), Case(pool=small_pool, name="twin")]
    with pytest.raises(ConfigError, match="^pools: duplicate name 'twin'; each needs its own$"):
        list_cases(twins)
