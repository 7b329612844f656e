import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import ConstantEnergy, SlowestMember
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost, Vector
from haversack.searchers.common import feasible_sets
from haversack.searchers.common.feasible_sets import FeasibleSets


def generate(problem):
    return [tuple(np.flatnonzero(row).tolist()) for batch in FeasibleSets(problem) for row in batch]


def list_feasible(problem):
    members = len(problem.pool)
    every = [chosen for size in range(1, members + 1) for chosen in itertools.combinations(range(members), size)]
    rows = np.array([[member in chosen for member in range(members)] for chosen in every])
    return {chosen for chosen, fits in zip(every, problem.fits(rows), strict=True) if fits}


costs = st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, 1.0, 2.5, 1e-300]), min_size=1, max_size=8)


@given(costs=costs, budget=st.sampled_from([0.3, 0.6, 1.0, 3.0, math.inf]))
def test_each_feasible_set_is_generated_once(costs, budget):
    pool = Pool(accuracies=np.full(len(costs), 0.7), costs=costs)
    problem = Problem(pool, ConstantEnergy(), Additive(), budget)
    sets = generate(problem)
    assert len(sets) == len(set(sets))
    assert set(sets) == list_feasible(problem)
    assert [len(chosen) for chosen in sets] == sorted(len(chosen) for chosen in sets), "small sets first"


@pytest.mark.parametrize("cost", [NoCost(), SlowestMember(), Vector({"cost": 4.0, "hours": 3.0})])
def test_any_cost_model_will_do(cost):
    pool = Pool(accuracies=[0.7] * 6, costs=[1, 2, 3, 1, 2, 3], metadata={"hours": [2, 1, 0, 1, 2, 3]})
    budget = {"NoCost": math.inf, "SlowestMember": 2.0, "Vector": 1.0}[type(cost).__name__]
    problem = Problem(pool, ConstantEnergy(), cost, budget)
    assert set(generate(problem)) == list_feasible(problem)


def test_memory_is_bounded_where_there_are_many_sets(monkeypatch):
    """With few rows waiting, the order changes and the sets do not."""
    monkeypatch.setattr(feasible_sets, "_MOST_WAITING", 3)
    monkeypatch.setattr(feasible_sets, "_BATCH_ROWS", 2)
    pool = Pool(accuracies=[0.7] * 7, costs=[1, 2, 3, 4, 5, 6, 7])
    problem = Problem(pool, ConstantEnergy(), Additive(), 12.0)
    sets = generate(problem)
    assert len(sets) == len(set(sets))
    assert set(sets) == list_feasible(problem)


@given(costs=costs, budget=st.sampled_from([0.3, 1.0, 3.0]), most=st.integers(1, 300))
def test_the_number_of_sets_is_compared_with_a_limit(costs, budget, most):
    problem = Problem(Pool(accuracies=np.full(len(costs), 0.7), costs=costs), ConstantEnergy(), Additive(), budget)
    assert FeasibleSets(problem).is_at_most(most) == (len(list_feasible(problem)) <= most)


def test_what_is_expensive_to_count_counts_as_too_many():
    pool = Pool(accuracies=[0.7] * 6, costs=[1] * 6)
    problem = Problem(pool, ConstantEnergy(), SlowestMember(), 1.0)
    assert FeasibleSets(problem).is_at_most(2**6)
    assert not FeasibleSets(problem).is_at_most(2**6 - 1), "all 63 sets, but each has to be looked at"
