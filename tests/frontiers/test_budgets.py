"""The budgets at which a frontier is searched."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import ConfigError, Pool, Problem
from haversack.costs import Additive, Parallel
from haversack.energies import MajorityVote
from haversack.frontiers.budgets import check_budgets, choose_budgets, find_breakpoints, space_budgets


def pose(pool, cost=None):
    """The problem in which all members fit."""
    total = float(pool.costs.sum() if cost is None else pool.costs.max())
    return Problem(pool, MajorityVote(), cost or Additive(), total)


@given(st.lists(st.floats(0.1, 1e6), min_size=1))
def test_a_list_is_sorted_and_has_each_budget_once(budgets):
    assert check_budgets(budgets) == tuple(sorted(set(budgets)))


@pytest.mark.parametrize("asked", [None, "all", 2, 25])
def test_other_ways_to_ask_stay_as_they_are(asked):
    assert check_budgets(asked) == asked


@pytest.mark.parametrize(
    ("budgets", "got"),
    [
        ("some", "'some'"),
        (1, "1"),
        (True, "True"),
        (2.5, "2.5"),
        ([], "an empty list"),
        ([1.0, 0.0], "0.0 among others"),
        ([1.0, float("inf")], "inf among others"),
        (["1"], "'1' among others"),
    ],
)
def test_what_cannot_be_a_list_of_budgets_is_an_error(budgets, got):
    wanted = "must be 'all', a whole number from 2 to 100,000, or a list of finite numbers above 0"
    with pytest.raises(ConfigError) as caught:
        check_budgets(budgets)
    assert str(caught.value) == f"budgets: {wanted}, got {got}"


@pytest.mark.parametrize("count", [2, 7, 100])
def test_spaced_budgets_go_from_the_cheapest_member_to_all_and_are_denser_at_the_start(count):
    problem = pose(paper_pool(30, 0))
    budgets = space_budgets(problem, count)
    assert len(budgets) == count
    assert budgets[0] == pytest.approx(problem.pool.costs.min())
    assert budgets[-1] == problem.budget
    assert (np.diff(budgets, n=2) > 0).all()


def test_breakpoints_are_those_of_the_cost_model():
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    assert find_breakpoints(pose(pool, Parallel())) == (1.0, 2.0, 4.0)
    assert find_breakpoints(pose(pool)) == ()


def test_too_many_breakpoints_are_none():
    for members, known in ((1_000, 1_000), (1_001, 0)):
        pool = Pool(accuracies=np.full(members, 0.6), costs=1.0 + np.arange(members))
        assert len(find_breakpoints(pose(pool, Parallel()))) == known


def test_by_default_large_pools_have_fewer_budgets():
    assert choose_budgets(pose(Pool(accuracies=[0.9, 0.8], costs=[3, 1]), Parallel())) == (1.0, 3.0)
    assert len(choose_budgets(pose(paper_pool(30, 0)))) == 100
    assert len(choose_budgets(pose(paper_pool(800, 0)))) == 50
    assert len(choose_budgets(pose(paper_pool(9_000, 0)))) == 20
