from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import best_by_enumeration, exact_error


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
