"""Synthetic pools like those of the paper."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import ConfigError, Pool
from haversack.comparison import paper_cases, paper_pool
from haversack.comparison.paper_pools import choose_share
from haversack.selection.defaults import PAPER_BUDGET_SHARES


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
        assert case.budget == pytest.approx(PAPER_BUDGET_SHARES[len(case.pool)] * case.pool.costs.sum())


def test_the_kind_of_costs_is_in_the_name_and_the_share_can_be_set():
    (case,) = paper_cases([20], count=1, costs="uniform", budget_share=0.5)
    assert (case.name, case.group) == ("n=20 uniform seed 0", "n=20 uniform")
    assert case.budget == pytest.approx(0.5 * case.pool.costs.sum())


@pytest.mark.parametrize(("members", "share"), [(1, 0.3), (54, 0.3), (55, 0.2), (170, 0.2), (180, 0.1), (5000, 0.1)])
def test_other_sizes_have_the_share_of_the_nearest(members, share):
    assert choose_share(members) == share


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "paper pools: members: must be a whole number of at least 1 and at most 10,000,000, got 0"),
        (("x", 0), "paper pools: members: must be a whole number of at least 1 and at most 10,000,000, got 'x'"),
        ((5, -1), "paper pools: seed: must be a whole number of at least 0 and below 2^128, got -1"),
        ((5, 0, "free"), "paper pools: costs: must be one of exponential, correlated, uniform, got 'free'"),
    ],
)
def test_what_cannot_be_made_up_is_told(arguments, message):
    with pytest.raises(ConfigError) as caught:
        paper_pool(*arguments)
    assert str(caught.value) == message


def test_the_number_of_pools_must_be_one():
    wanted = "a whole number of at least 1 and at most 100,000"
    with pytest.raises(ConfigError, match=f"^paper pools: pools per size: must be {wanted}, got 0$"):
        paper_cases([30], 0)
