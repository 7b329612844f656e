from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from fakes import SlowestMember, WrongShare
from haversack import Pool, Problem, select
from haversack.costs import Additive
from haversack.searchers.monte_carlo import fill_under_any_cost
from oracles import best_by_enumeration, exact_error
from strategies import pools_with_budget


def candidates(pool, budget, cost, energy="majority", steps=3_000):
    seen = set()

    class Spy:
        def losses(self, pool, sets):
            seen.update(tuple(np.flatnonzero(row)) for row in sets)
            return WrongShare().losses(pool, sets)

    select(
        pool,
        budget,
        energy=Spy() if energy == "spy" else energy,
        cost=cost,
        searcher="monte-carlo",
        stopping={"kind": "max-step", "limit": steps},
        seed=0,
    )
    return seen


@pytest.mark.parametrize("cost", ["additive", SlowestMember()])
def test_every_feasible_set_comes_up_and_no_other(cost):
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0])
    budget = 5.0 if cost == "additive" else 2.0
    model = Additive() if cost == "additive" else cost
    feasible = {
        chosen
        for size in range(1, 5)
        for chosen in combinations(range(4), size)
        if model.costs(pool, np.isin(np.arange(4), chosen)[None, :])[0] <= budget
    }
    assert candidates(pool, budget, cost, "spy") - {()} == feasible


@settings(max_examples=25)
@given(case=pools_with_budget(max_size=5))
def test_small_pools_are_solved(case):
    pool, budget = case
    found = select(pool, budget, searcher="monte-carlo", stopping={"kind": "max-step", "limit": 3_000}, seed=1)
    best, _ = best_by_enumeration(lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget)
    assert found.error == pytest.approx(best, rel=1e-9, abs=1e-300)


def test_any_cost_model_gives_sets_of_the_wanted_sizes():
    pool = Pool(accuracies=[0.6] * 6, costs=[1.0, 1.0, 1.0, 3.0, 3.0, 3.0])
    problem = Problem(pool, WrongShare(), SlowestMember(), 2.0)
    uniforms = np.random.default_rng(0).random((50, 6))
    sets = fill_under_any_cost(problem, np.full(50, 3), uniforms, odd_only=False)
    assert (sets.sum(axis=1) == 3).all()
    assert not sets[:, 3:].any()
    odd = fill_under_any_cost(problem, np.full(50, 2), uniforms, odd_only=True)
    assert (odd.sum(axis=1) == 1).all()
