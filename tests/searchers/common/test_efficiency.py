from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import reference_sherlock
from fakes import Profit
from haversack import Pool, Problem
from haversack.capabilities import Resources
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.common.efficiency import EfficiencyTable, bound_size, compute_efficiencies, count_copies
from oracles import every_set


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


@pytest.mark.slow
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
    """With ten thousand copies or 64, of the same parity, good members are certain to the last digit."""
    pool = Pool(accuracies=[0.9, 0.95, 0.8, 0.99], costs=[1e-4, 1.0, 2e-4, 1.0])
    whole, cut = table_of(pool, 3.0), table_of(pool, 3.0, largest=100)
    assert whole.copies.most.max() > 10_000
    assert cut.copies.most.max() == 64
    draws = [table.draw(np.random.default_rng(0), 2_000) for table in (whole, cut)]
    assert np.array_equal(draws[0][0], draws[1][0])


def test_a_resource_of_which_there_is_none_limits_only_members_that_need_it():
    resources = Resources(np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 0.0]))
    problem = Problem(Pool(accuracies=[0.7, 0.6, 0.9]), MajorityVote(), NoCost())
    orders, lengths = EfficiencyTable.of(problem, resources).draw(np.random.default_rng(0), 50)
    assert (lengths == 2).all()
    assert set(orders[:, :2].ravel().tolist()) == {0, 1}


def test_hopeless_members_are_drawn_evenly():
    """With accuracies of zero every efficiency is zero; the search goes on all the same."""
    pool = Pool(accuracies=[0.0, 0.0, 0.0], costs=[1.0, 1.0, 1.0])
    orders, _ = table_of(pool, 3.0).draw(np.random.default_rng(0), 3_000)
    assert stats.chisquare(np.bincount(orders[:, 0], minlength=3)).pvalue > 1e-4


def test_copies_are_counted_by_the_scarcest_resource():
    usage = np.array([[1.0, 2.0], [3.0, 0.0], [0.0, 0.0]])
    left = np.broadcast_to(np.array([7.0, 5.0]), usage.shape)
    assert count_copies(usage, left).tolist() == [2, 2, 10**15]


@given(data=st.data(), count=st.integers(1, 6), resources=st.integers(0, 2))
def test_no_feasible_set_is_larger_than_the_bound(data, count, resources):
    numbers = st.lists(st.floats(0.0, 3.0), min_size=count * resources, max_size=count * resources)
    usage = np.array(data.draw(numbers), dtype=float).reshape(count, resources)
    limits = np.full(resources, data.draw(st.floats(0.5, 6.0)))
    sets = every_set(count)
    feasible = sets[(sets @ usage <= limits * (1 - 1e-12)).all(axis=1)]
    assert bound_size(usage, limits) >= feasible.sum(axis=1).max()


def test_a_negative_value_counts_as_none():
    class Loss(Profit):
        def copies_losses(self, pool, members, copies):
            return np.array([2.0, -3.0])[members] * copies

    problem = Problem(Pool(accuracies=[0.6, 0.7], costs=[1.0, 1.0]), Loss(), Additive(), 2.0)
    assert compute_efficiencies(problem, np.array([0, 1]), np.array([1, 2])) == pytest.approx([0.0, 6.0])


@pytest.mark.parametrize("cost", [1e-300, 1e-310, 5e-324])
def test_tiny_costs_are_drawn_like_others(cost):
    """Three members of equal cost and a budget for two of them."""
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[cost] * 3)
    usual = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1.0] * 3)
    for budget in (2, 3):
        orders, lengths = table_of(pool, budget * cost).draw(np.random.default_rng(0), 100)
        expected, expected_lengths = table_of(usual, budget).draw(np.random.default_rng(0), 100)
        np.testing.assert_array_equal(lengths, expected_lengths)
        np.testing.assert_array_equal(orders, expected)


def test_a_search_that_is_over_gets_no_table_and_an_incomplete_set():
    generator = np.random.default_rng(0)
    pool = Pool(accuracies=generator.uniform(0.5, 0.9, 6_000), costs=np.ones(6_000))
    assert table_of(pool, 6_000.0, is_over=lambda: True) is None
    orders, lengths = table_of(pool, 6_000.0).draw(np.random.default_rng(0), 2, is_over=lambda: True)
    assert 1 <= lengths[0] < 6_000
    assert lengths[1] == 0
    assert len(set(orders[0, : lengths[0]].tolist())) == lengths[0]


def test_in_large_pools_members_of_about_the_same_accuracy_share_their_values():
    generator = np.random.default_rng(0)
    pool = Pool(accuracies=generator.uniform(0.3, 0.9, 70_000), costs=np.ones(70_000))
    copies = table_of(pool, 1_000.0).copies
    assert len(copies.values) < 300_000
    for member in generator.integers(0, 70_000, 50).tolist():
        for number in (1, 2, 3, 64):
            expected = reference_sherlock.efficiency(pool.accuracies[member], number)
            assert copies.values[copies.starts[member] + number] == pytest.approx(expected, abs=2e-3)
