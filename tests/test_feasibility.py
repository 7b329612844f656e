"""Whether any set is feasible."""

from __future__ import annotations

import numpy as np
import pytest

import haversack.feasibility
from constrained import list_feasible, random_case
from haversack import Pool, Problem, build_part
from haversack.feasibility import UnknownFeasibilityError, find_feasible_set


def pose(pool, budget, specs, cost="additive"):
    constraints = tuple(build_part("constraint", spec) for spec in specs)
    return Problem(pool, build_part("energy", "majority"), build_part("cost", cost), budget, constraints)


@pytest.mark.parametrize("seed", range(30))
def test_the_integer_program_finds_a_set_exactly_where_there_is_one(seed, monkeypatch):
    monkeypatch.setattr(haversack.feasibility, "MOST_ENUMERATED", 0)
    pool, budget, specs, meanings = random_case(np.random.default_rng(seed))
    problem, feasible = pose(pool, budget, specs), list_feasible(pool, budget, meanings)
    found = find_feasible_set(problem)
    assert (found is None) == (len(feasible) == 0)
    assert found is None or (feasible == found).all(axis=1).any()


def test_all_sets_of_a_small_pool_are_tried():
    problem = pose(Pool(accuracies=[0.9, 0.6], costs=[2, 1]), 2.0, [{"kind": "size", "least": 1}])
    assert find_feasible_set(problem).tolist() == [True, False]
    assert find_feasible_set(pose(problem.pool, 2.0, [{"kind": "size", "least": 2}])) is None


class Never:
    """Allows nothing, which rows do not say."""

    def allows(self, pool, sets):
        return np.zeros(len(sets), dtype=bool)


def test_what_is_not_linear_may_remain_unknown():
    pool = Pool(accuracies=np.full(20, 0.6), costs=np.ones(20))
    problem = Problem(pool, build_part("energy", "majority"), build_part("cost", "additive"), 5.0, (Never(),))
    with pytest.raises(UnknownFeasibilityError):
        find_feasible_set(problem)
