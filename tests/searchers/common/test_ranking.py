from __future__ import annotations

import numpy as np
import pytest

from fakes import PairProfit
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost, Sequential
from haversack.energies import MajorityVote
from haversack.searchers.common.ranking import compute_merits, compute_single_values, list_candidates, sort_best_first


def test_usefulness_is_accuracy_per_cost():
    problem = Problem(Pool(accuracies=[0.9, 0.6], costs=[3.0, 1.5]), MajorityVote(), Additive(), 3.0)
    assert compute_merits(problem, "accuracy").tolist() == [0.9, 0.6]
    assert compute_merits(problem, "usefulness") == pytest.approx([0.3, 0.4])


@pytest.mark.parametrize("costs", [[0, 1, 0, 2], [0, 1e-300, 0, 2], [0, 5e-324, 0, 1e300], [0, 0, 0, 0]])
def test_free_members_come_first_by_accuracy_and_their_usefulness_is_finite(costs):
    pool = Pool(accuracies=[0.6, 0.9, 0.7, 0.1], costs=costs)
    merits = compute_merits(Problem(pool, MajorityVote(), Additive()), "usefulness")
    assert np.isfinite(merits).all()
    priced = [member for member in (1, 3) if costs[member] > 0]
    free = sorted(set(range(4)) - set(priced), key=lambda member: -pool.accuracies[member])
    assert sort_best_first(merits, np.arange(4)).tolist() == [*free, *priced]


def test_without_costs_usefulness_is_accuracy():
    problem = Problem(Pool(accuracies=[0.9, 0.6]), MajorityVote(), NoCost(), None)
    assert compute_merits(problem, "usefulness").tolist() == [0.9, 0.6]


def test_without_accuracies_the_value_alone_counts():
    pool = Pool(costs=[2.0, 1.0, 4.0])
    problem = Problem(pool, PairProfit(), Additive(), 9.0)
    alone = -PairProfit().losses(pool, np.eye(3, dtype=bool))
    assert compute_single_values(problem).tolist() == alone.tolist()
    assert compute_merits(problem, "usefulness").tolist() == (alone / pool.costs).tolist()


def test_values_alone_are_computed_in_slices():
    """4 million entries to a slice: 2,100 members take two."""
    shapes = []

    class Spy:
        def losses(self, pool, sets):
            shapes.append(sets.shape)
            return 1.0 - sets @ pool.accuracies

    pool = Pool(accuracies=np.linspace(0.1, 0.9, 2_100))
    problem = Problem(pool, Spy(), NoCost(), None)
    assert compute_single_values(problem) == pytest.approx(pool.accuracies)
    assert shapes == [(1_904, 2_100), (196, 2_100)]


def test_members_are_sorted_by_falling_value_and_ties_keep_the_order_of_the_pool():
    values = np.array([0.5, 0.9, 0.5, 0.7, 0.9])
    assert sort_best_first(values, np.array([0, 1, 2, 4])).tolist() == [1, 4, 0, 2]


def test_candidates_fit_alone_even_where_larger_sets_would_be_cheap_enough():
    pool = Pool(accuracies=[0.9, 0.8, 0.8], costs=[3.0, 1.0, 1.0])
    assert list_candidates(Problem(pool, MajorityVote(), Additive(), 2.0)).tolist() == [1, 2]
    problem = Problem(pool, MajorityVote(), Sequential(), 2.97)
    assert problem.members_that_fit().all()
    assert problem.fits(np.array([[True, True, True]]))[0]
    assert list_candidates(problem).tolist() == [1, 2]
