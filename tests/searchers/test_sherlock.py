from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

import reference_sherlock
from conftest import paper_pool
from haversack import Pool, Problem, select
from haversack.capabilities import Resources
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.common.efficiency import EfficiencyTable
from strategies import pools_with_budget

GO_ON = {"kind": "max-step", "limit": 2_000}


def table_of(pool, budget, **options):
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    return EfficiencyTable.of(problem, problem.resources(), **options)


def test_first_draws_follow_the_reference_distribution():
    """A chi-squared test of 40,000 first draws against the probabilities of Algorithm 1."""
    pool = Pool(accuracies=[0.9, 0.7, 0.6, 0.55, 0.3], costs=[9.0, 3.0, 1.0, 4.0, 2.0])
    orders, _ = table_of(pool, 10.0).draw(np.random.default_rng(0), 40_000)
    counts = np.bincount(orders[:, 0], minlength=5)
    expected = reference_sherlock.draw_probabilities(pool.accuracies, pool.costs, 10.0, range(5))
    assert stats.chisquare(counts, 40_000 * expected).pvalue > 1e-4


def test_whole_sets_come_up_as_often_as_in_the_reference():
    """Both make 20,000 sets of up to four members; the frequencies of all sets agree."""
    pool = Pool(accuracies=[0.9, 0.7, 0.6, 0.8], costs=[4.0, 3.0, 1.0, 2.0])
    orders, lengths = table_of(pool, 6.0).draw(np.random.default_rng(1), 20_000)
    ours = Counter(tuple(order[:length]) for order, length in zip(orders.tolist(), lengths, strict=True))
    rng = np.random.default_rng(2)
    theirs = Counter()
    for _ in range(20_000):
        remaining, chosen, left = [0, 1, 2, 3], [], 6.0
        while any(pool.costs[member] <= left for member in remaining):
            weights = reference_sherlock.draw_probabilities(pool.accuracies, pool.costs, left, remaining)
            member = int(rng.choice(4, p=weights))
            chosen.append(member)
            remaining.remove(member)
            left -= pool.costs[member]
        theirs[tuple(chosen)] += 1
    assert ours.keys() == theirs.keys()
    table = np.array([[ours[key], theirs[key]] for key in ours])
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_a_table_that_would_be_too_large_ends_where_more_copies_make_no_difference():
    """With ten thousand copies or 64, of the same parity, good members are as certain as can be told."""
    pool = Pool(accuracies=[0.9, 0.95, 0.8, 0.99], costs=[1e-4, 1.0, 2e-4, 1.0])
    whole, cut = table_of(pool, 3.0), table_of(pool, 3.0, largest=100)
    assert whole.copies.most.max() > 10_000
    assert cut.copies.most.max() == 64
    draws = [table.draw(np.random.default_rng(0), 2_000) for table in (whole, cut)]
    assert np.array_equal(draws[0][0], draws[1][0])


def test_a_resource_of_which_there_is_none_limits_only_those_who_need_it():
    resources = Resources(np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 0.0]))
    problem = Problem(Pool(accuracies=[0.7, 0.6, 0.9]), MajorityVote(), NoCost())
    orders, lengths = EfficiencyTable.of(problem, resources).draw(np.random.default_rng(0), 50)
    assert (lengths == 2).all()
    assert set(orders[:, :2].ravel().tolist()) == {0, 1}


def test_a_member_that_costs_next_to_nothing_is_no_trouble():
    pool = Pool(accuracies=[0.7, 0.8, 0.6], costs=[1e-12, 1.0, 2.0])
    found = select(pool, 3.0, stopping={"kind": "max-step", "limit": 300}, seed=0)
    assert found.members == (1,)


def test_a_member_that_fits_exactly_is_taken():
    """The paper's algorithm prints a strict inequality, under which this run would never end."""
    pool = Pool(accuracies=[0.7, 0.7, 0.7], costs=[0.1, 0.1, 0.1])
    assert select(pool, 0.3, stopping=GO_ON, seed=0).members == (0, 1, 2)


@settings(max_examples=40)
@given(case=pools_with_budget(max_size=9))
def test_every_answer_keeps_the_budget_and_has_an_odd_size(case):
    pool, budget = case
    found = select(pool, budget, stopping={"kind": "max-step", "limit": 300}, seed=0)
    assert found.cost <= found.budget
    assert found.is_feasible()
    assert len(found.members) % 2 == 1
    assert pool.costs[list(found.members)].sum() <= budget * (1 + 1e-11)


def test_as_good_as_the_reference_in_as_many_steps():
    """Mean value of 40 runs of 25 steps each, compared with the reference's by Welch's test."""
    pool = paper_pool(30, 0)
    budget = 0.3 * float(pool.costs.sum())
    ours = [select(pool, budget, stopping={"kind": "max-step", "limit": 25}, seed=seed).value for seed in range(40)]
    theirs = [
        reference_sherlock.search(pool.accuracies, pool.costs, budget, 25, np.random.default_rng(seed))[1]
        for seed in range(40)
    ]
    assert stats.ttest_ind(ours, theirs, equal_var=False).pvalue > 1e-4


@pytest.mark.parametrize("cost", [NoCost(), Additive()])
def test_without_a_budget_every_member_counts_as_one(cost):
    pool = Pool(accuracies=[0.9, 0.6, 0.6, 0.3], costs=[5.0, 1.0, 1.0, 1.0])
    found = select(pool, cost=cost, stopping=GO_ON, seed=0)
    assert found.members == (0,)
    assert found.budget == float("inf")


def test_hopeless_members_are_drawn_evenly():
    """With accuracies of zero every efficiency is zero; the search goes on all the same."""
    pool = Pool(accuracies=[0.0, 0.0, 0.0], costs=[1.0, 1.0, 1.0])
    orders, _ = table_of(pool, 3.0).draw(np.random.default_rng(0), 3_000)
    assert stats.chisquare(np.bincount(orders[:, 0], minlength=3)).pvalue > 1e-4


def test_a_pool_of_one():
    assert select(Pool(accuracies=[0.6], costs=[2.0]), 2.0, stopping=GO_ON, seed=0).members == (0,)


def test_thousands_of_members_keep_to_a_time_limit():
    """The first block must not take minutes, whatever the costs are like."""
    pool = paper_pool(3_000, 0)
    found = select(pool, 0.05 * float(pool.costs.sum()), stopping={"kind": "time-limit", "seconds": 0.1}, seed=0)
    assert found.stop_reason == "limit of 0.1 seconds"
    assert found.steps % 87 == 0
