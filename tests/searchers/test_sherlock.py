from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

import reference_sherlock
from conftest import paper_pool
from haversack import Pool, Problem, select
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.monitor import RunMonitor
from haversack.searchers import Sherlock
from haversack.stopping import TimeLimit
from strategies import pools_with_budget

GO_ON = {"kind": "max-step", "limit": 2_000}


def draw(pool, budget=None, **arguments):
    """What the searcher finds by itself."""
    return select(pool, budget, searcher="sherlock", certify="off", **arguments)


def test_a_member_that_costs_next_to_nothing_is_no_trouble():
    pool = Pool(accuracies=[0.7, 0.8, 0.6], costs=[1e-12, 1.0, 2.0])
    found = draw(pool, 3.0, stopping={"kind": "max-step", "limit": 300}, seed=0)
    assert found.members == (1,)


def test_a_member_that_fits_exactly_is_taken():
    """The paper's algorithm prints a strict inequality, under which this run would never end."""
    pool = Pool(accuracies=[0.7, 0.7, 0.7], costs=[0.1, 0.1, 0.1])
    assert draw(pool, 0.3, stopping=GO_ON, seed=0).members == (0, 1, 2)


@settings(max_examples=40)
@given(case=pools_with_budget(max_size=9))
def test_every_answer_keeps_the_budget_and_has_an_odd_size(case):
    pool, budget = case
    found = draw(pool, budget, stopping={"kind": "max-step", "limit": 300}, seed=0)
    assert found.cost <= found.budget
    assert found.is_feasible()
    assert len(found.members) % 2 == 1
    assert pool.costs[list(found.members)].sum() <= budget * (1 + 1e-11)


@pytest.mark.slow
def test_as_good_as_the_reference_in_as_many_steps():
    """Mean value of 40 runs of 25 steps each, compared with the reference's by Welch's test."""
    pool = paper_pool(30, 0)
    budget = 0.3 * float(pool.costs.sum())
    rule = {"kind": "max-step", "limit": 25}
    runs = (select(pool, budget, searcher="sherlock", stopping=rule, seed=seed, certify="off") for seed in range(40))
    ours = [found.value for found in runs]
    theirs = [
        reference_sherlock.search(pool.accuracies, pool.costs, budget, 25, np.random.default_rng(seed))[1]
        for seed in range(40)
    ]
    assert stats.ttest_ind(ours, theirs, equal_var=False).pvalue > 1e-4


@pytest.mark.parametrize("cost", [NoCost(), Additive()])
def test_without_a_budget_every_member_counts_as_one(cost):
    pool = Pool(accuracies=[0.9, 0.6, 0.6, 0.3], costs=[5.0, 1.0, 1.0, 1.0])
    found = draw(pool, cost=cost, stopping=GO_ON, seed=0)
    assert found.members == (0,)
    assert found.budget == float("inf")


def test_a_pool_of_one():
    assert draw(Pool(accuracies=[0.6], costs=[2.0]), 2.0, stopping=GO_ON, seed=0).members == (0,)


def test_when_time_runs_out_within_the_first_set_what_has_been_drawn_of_it_counts():
    """In a pool of thousands one set takes long, and a million would take minutes."""
    problem = Problem(paper_pool(20_000, 0), MajorityVote(), NoCost())
    readings = iter([0.0] * 30 + [2.0] * 1_000)
    monitor = RunMonitor(problem, TimeLimit(seconds=1.0), clock=lambda: next(readings))
    Sherlock().search(problem, monitor, np.random.default_rng(0))
    assert monitor.stop_reason == "limit of 1 seconds"
    assert 1 <= monitor.best_set.sum() < 20_000
    assert monitor.progress().steps == 1


def test_when_time_runs_out_before_the_first_draw_it_ends():
    problem = Problem(paper_pool(30, 0), MajorityVote(), NoCost())
    readings = iter([0.0] + [2.0] * 10)
    monitor = RunMonitor(problem, TimeLimit(seconds=1.0), clock=lambda: next(readings))
    assert Sherlock().search(problem, monitor, np.random.default_rng(0)) is None
    assert monitor.stop_reason == "limit of 1 seconds"
