from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import best_by_enumeration, exact_error, odd_log_error


def test_there_is_a_panel_of_each_size_that_fits_and_an_empty_one_of_others():
    pool = Pool(accuracies=[0.6, 0.9, 0.8, 0.7], costs=[1.0, 4.0, 3.0, 1.0])
    problem = Problem(pool, MajorityVote(), Additive(), 5.0)
    panels = find_lagrangian_panels(SortedMembers.of(problem), [1, 2, 3, 4])
    assert panels.tolist() == [
        [False, True, False, False],
        [False, True, False, True],
        [True, False, True, True],
        [False, False, False, False],
    ]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_panel_has_its_size_fits_and_is_close_to_the_best(seed, size):
    random = np.random.default_rng(seed)
    accuracies, costs = random.uniform(0.5, 0.95, 9), random.uniform(0.5, 2.0, 9)
    limit = float(np.sort(costs)[:size].sum()) * 1.4
    problem = Problem(Pool(accuracies=accuracies, costs=costs), MajorityVote(), Additive(), limit)
    (chosen,) = find_lagrangian_panels(SortedMembers.of(problem), [size])
    assert chosen.sum() == size
    assert costs[chosen].sum() <= limit
    panels = [list(panel) for panel in combinations(range(9), size) if costs[list(panel)].sum() <= limit]
    best = min(odd_log_error(accuracies[panel]) for panel in panels)
    assert odd_log_error(accuracies[chosen]) <= best + 0.5


def test_with_room_for_all_the_most_accurate_are_chosen():
    pool = Pool(accuracies=[0.95, 0.9, 0.8, 0.7, 0.6], costs=[1.0] * 5)
    members = SortedMembers.of(Problem(pool, MajorityVote(), Additive(), 5.0))
    assert find_lagrangian_panels(members, [3]).tolist() == [[True, True, True, False, False]]


def test_a_panel_larger_than_the_pool_does_not_exist():
    pool = Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0])
    members = SortedMembers.of(Problem(pool, MajorityVote(), Additive(), 9.0))
    assert find_lagrangian_panels(members, [3]).tolist() == [[False, False]]


@pytest.mark.slow
def test_the_best_of_the_panels_is_close_to_the_best_of_all():
    for seed in range(5):
        pool = paper_pool(11, seed)
        budget = 0.4 * float(pool.costs.sum())
        problem = Problem(pool, MajorityVote(), Additive(), budget)
        members = SortedMembers.of(problem)
        panels = find_lagrangian_panels(members, list(range(1, members.largest_size + 1, 2)))
        assert problem.fits(panels).all()
        best, _ = best_by_enumeration(
            lambda chosen, pool=pool: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget
        )
        assert best * (1 - 1e-12) <= np.min(problem.losses(panels)) <= 1.3 * best
