"""Whether any set is feasible."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import haversack.feasibility
from conftest import ROOT
from constrained import list_feasible, random_case
from haversack import Pool, Problem, build_part
from haversack.feasibility import UnknownFeasibilityError, find_feasible_set, solve_rows


def pose(pool, budget, specs, cost="additive"):
    constraints = tuple(build_part("constraint", spec) for spec in specs)
    return Problem(pool, build_part("energy", "majority"), build_part("cost", cost), budget, constraints)


@pytest.mark.parametrize("most_filled", [0, 10_000], ids=["integer program", "one by one"])
@pytest.mark.parametrize("seed", range(30))
def test_a_set_is_found_exactly_where_there_is_one(seed, most_filled, monkeypatch):
    monkeypatch.setattr(haversack.feasibility, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(haversack.feasibility, "_MOST_FILLED", most_filled)
    pool, budget, specs, meanings = random_case(np.random.default_rng(seed))
    problem, feasible = pose(pool, budget, specs), list_feasible(pool, budget, meanings)
    found = find_feasible_set(problem)
    assert (found is None) == (len(feasible) == 0)
    assert found is None or (feasible == found).all(axis=1).any()


def test_what_adding_members_can_meet_needs_no_integer_program(monkeypatch):
    monkeypatch.setattr(haversack.feasibility, "solve_rows", None)
    pool = Pool(accuracies=np.linspace(0.6, 0.9, 40), costs=np.ones(40), metadata={"vendor": ["a", "b"] * 20})
    specs = [{"kind": "size", "least": 5}, {"kind": "at-most", "group": "vendor", "count": 3}]
    specs.append({"kind": "at-least", "group": "vendor", "value": "a", "count": 2})
    found = find_feasible_set(pose(pool, 5.0, specs))
    assert (found.sum(), found[::2].sum()) in {(5, 2), (5, 3)}


def test_all_sets_of_a_small_pool_are_tried():
    problem = pose(Pool(accuracies=[0.9, 0.6], costs=[2, 1]), 2.0, [{"kind": "size", "least": 1}])
    assert find_feasible_set(problem).tolist() == [True, False]
    assert find_feasible_set(pose(problem.pool, 2.0, [{"kind": "size", "least": 2}])) is None


class Never:
    """Allows nothing, which rows do not say."""

    def allows(self, pool, sets):
        return np.zeros(len(sets), dtype=bool)


@pytest.mark.parametrize("budget", [2.07, 2.07 * (1.0 - 1e-9), 2.07 * (1.0 - 1e-11)])
def test_the_solver_finds_a_set_that_costs_as_much_as_the_budget_and_survives_less(budget, monkeypatch):
    """With SciPy 1.17 the presolve of HiGHS raises ValueError just below the budget that is needed."""
    monkeypatch.setattr(haversack.feasibility, "_MOST_FILLED", 0)
    pool = Pool.from_csv(ROOT / "docs" / "tutorial" / "pool.csv")
    assert np.sort(pool.costs)[:3].sum() == pytest.approx(2.07)
    try:
        found = find_feasible_set(pose(pool, budget, [{"kind": "size", "least": 3}]))
    except UnknownFeasibilityError:
        assert budget < 2.07
    else:
        assert (found is None) == (budget < 2.07)


def test_a_program_on_which_presolve_fails_is_solved_without_it(monkeypatch):
    solver = scipy.optimize.milp

    def fragile(*arguments, options, **settings):
        if options.get("presolve", True):
            raise ValueError("vector::reserve")
        return solver(*arguments, options=options, **settings)

    monkeypatch.setattr(scipy.optimize, "milp", fragile)
    usage, values = np.array([[1.0], [2.0], [4.0]]), np.array([0.1, 0.3, 0.2])
    assert solve_rows(usage, np.array([3.0]), values).tolist() == [True, True, False]


def test_what_is_not_linear_may_remain_unknown():
    pool = Pool(accuracies=np.full(20, 0.6), costs=np.ones(20))
    problem = Problem(pool, build_part("energy", "majority"), build_part("cost", "additive"), 5.0, (Never(),))
    with pytest.raises(UnknownFeasibilityError):
        find_feasible_set(problem)
