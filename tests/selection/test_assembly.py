"""From the arguments of a run to its parts and its problem."""

from __future__ import annotations

import math

import pytest

from conftest import paper_pool
from fakes import WrongShare
from haversack import (
    ConfigError,
    InfeasibleError,
    Pool,
    select,
)

STEPS = {"kind": "max-step", "limit": 500}


def test_parts_are_names_dicts_or_objects(small_pool):
    answers = {
        select(
            small_pool, 8.0, energy="majority", cost=cost, searcher={"kind": "sherlock"}, stopping=rule, seed=0
        ).members
        for cost in ("additive", {"kind": "additive", "size": "mean"})
        for rule in (STEPS, lambda progress: "enough" if progress.steps >= 500 else None)
    }
    assert answers == {(0, 1, 2)}


def test_pools_without_costs_need_no_budget():
    chosen = select(Pool(accuracies=[0.9, 0.6, 0.55]), stopping=STEPS, seed=0)
    assert (chosen.members, chosen.cost, chosen.budget) == ((0,), 0.0, math.inf)


def test_costs_without_a_budget_are_told_but_limit_nothing(small_pool):
    chosen = select(small_pool, stopping=STEPS, seed=0)
    assert chosen.cost == small_pool.costs[list(chosen.members)].sum()


@pytest.mark.parametrize("budget", [0, -1.0, float("nan"), "8", True])
def test_a_budget_is_a_number_above_zero(small_pool, budget):
    with pytest.raises(ConfigError, match="budget: must be a number above 0, got"):
        select(small_pool, budget)


def test_a_budget_that_nothing_fits_in_is_told_with_the_cheapest(small_pool):
    with pytest.raises(InfeasibleError, match="no member fits in 0.5; the cheapest, 'dan', costs 1"):
        select(small_pool, 0.5)


def test_a_budget_without_costs_is_refused():
    with pytest.raises(ConfigError, match="budget: 3 was given, but the pool has no costs"):
        select(Pool(accuracies=[0.7]), 3)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_a_seed_is_a_whole_number(small_pool, seed):
    with pytest.raises(ConfigError, match="seed: must be a whole number of at least 0, got"):
        select(small_pool, 8.0, seed=seed)


def test_what_is_no_pool_is_refused():
    with pytest.raises(ConfigError, match=r"expected a haversack.Pool, got 'pool.csv'; Pool.from_csv reads a file"):
        select("pool.csv", 8.0)


def test_where_sherlock_cannot_be_used_the_default_is_annealing():
    chosen = select(paper_pool(10, 0), 20.0, energy=WrongShare(), stopping=STEPS, seed=0)
    assert chosen.steps == 500


def test_a_budget_under_a_model_without_costs_is_refused(small_pool):
    with pytest.raises(ConfigError, match="budget: 8 was given, but under this cost model nothing has a cost"):
        select(small_pool, 8.0, cost="none")
