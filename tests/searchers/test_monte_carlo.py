from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from fakes import SlowestMember, WrongShare
from haversack import Pool, select
from haversack.costs import Additive
from haversack.statistics.sample_size import sample_size
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
        certify="off",
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
    found = select(
        pool, budget, searcher="monte-carlo", stopping={"kind": "max-step", "limit": 3_000}, certify="off", seed=1
    )
    best, _ = best_by_enumeration(lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget)
    assert found.error == pytest.approx(best, rel=1e-9, abs=1e-300)


def test_a_number_of_samples_ends_the_search_by_itself():
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1.0, 1.0, 1.0])
    rule = {"kind": "max-step", "limit": 10**9}
    found = select(pool, 3.0, searcher={"kind": "monte-carlo", "samples": 1_000}, stopping=rule, certify="off", seed=0)
    assert (found.steps, found.stop_reason) == (1_000, "1,000 samples drawn")
    by_formula = select(
        pool, 3.0, searcher={"kind": "monte-carlo", "failure": 0.1}, stopping=rule, certify="off", seed=0
    )
    assert by_formula.steps == sample_size(0.1, 0.1, 0.95)


def test_the_papers_number_of_samples_estimates_the_probability_that_well():
    """Of 400 estimates with N samples each, about 95 % lie within the wanted relative error."""
    failure, precision = 0.2, 0.1
    count = sample_size(failure, precision, 0.95)
    estimates = np.random.default_rng(0).binomial(count, failure, 400) / count
    assert np.mean(np.abs(estimates / failure - 1) <= precision) == pytest.approx(0.95, abs=0.035)


@pytest.mark.parametrize("searcher", ["monte-carlo", "sherlock"])
def test_the_number_of_workers_never_changes_the_answer(searcher):
    pool = paper_pool(40, 0)
    rule = {"kind": "max-step", "limit": 5_000}
    alone, shared = (
        select(pool, 40.0, searcher={"kind": searcher, "workers": workers}, stopping=rule, certify="off", seed=3)
        for workers in (1, 3)
    )
    assert [(row.step, row.error) for row in alone.trace] == [(row.step, row.error) for row in shared.trace]
    assert alone.steps == shared.steps == 5_000
