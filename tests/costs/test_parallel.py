from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, Problem
from haversack.capabilities import AccuracyModel
from haversack.costs import Parallel
from haversack.energies import MajorityVote
from oracles import every_set
from strategies import pools

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


@given(pool=pools(max_size=6))
def test_a_set_costs_as_much_as_its_most_expensive_member(pool):
    sets = every_set(len(pool))
    expected = [max(pool.costs[row], default=0.0) for row in sets]
    assert Parallel().costs(pool, sets).tolist() == expected


@given(pool=pools(max_size=6), share=st.floats(0.05, 1.0))
def test_resources_describe_the_same_feasible_sets(pool, share):
    sets = every_set(len(pool))
    model = Parallel()
    problem = Problem(pool, MajorityVote(), model, share * float(model.costs(pool, sets).max()) + 1e-9)
    resources = problem.resources()
    within = (sets @ resources.usage <= resources.limits).all(axis=1)
    assert np.array_equal(within, problem.fits(sets))


@given(pool=pools())
def test_the_expected_size_counts_the_members_within_the_budget(pool):
    budget = float(np.median(pool.costs))
    fitting = sum(cost <= budget * (1 + 1e-12) for cost in pool.costs)
    assert Parallel().expected_size(pool, budget, EMPIRICAL).size == max(1, fitting)
    assert Parallel().expected_size(pool, min(pool.costs) / 2, EMPIRICAL).size == 1


def test_breakpoints_are_the_different_costs_of_members():
    pool = Pool(accuracies=[0.7] * 4, costs=[3.0, 1.0, 3.0, 2.0])
    assert Parallel().breakpoints(pool).tolist() == [1.0, 2.0, 3.0]
