from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, PoolError, Problem, select
from haversack.capabilities import AccuracyModel
from haversack.costs import Vector
from haversack.energies import MajorityVote
from oracles import every_set
from strategies import pools

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


THREE = Pool(
    accuracies=[0.7, 0.8, 0.9],
    costs=[1.0, 2.0, 3.0],
    metadata={"seconds": ["10", "20", "30"], "memory": [5, 0, 0]},
)


def test_several_budgets_are_shares_of_the_scarcest():
    model = Vector(budgets={"cost": 6.0, "seconds": 40, "memory": 10})
    sets = np.array([[1, 1, 1], [1, 0, 0], [0, 0, 0]], dtype=bool)
    assert model.costs(THREE, sets).tolist() == [1.5, 0.5, 0.0]
    estimate = model.expected_size(THREE, 1.0, EMPIRICAL)
    assert (estimate.size, estimate.how) == (2, "the mean of 'seconds'")


@pytest.mark.parametrize("searcher", ["sherlock", "monte-carlo"])
def test_several_budgets_in_a_run(searcher):
    budgets = {"kind": "vector", "budgets": {"cost": 5.5, "seconds": 45}}
    found = select(THREE, cost=budgets, searcher=searcher, stopping={"kind": "max-step", "limit": 500}, seed=0)
    assert found.members == (2,)
    assert found.budget == 1.0
    assert found.cost == pytest.approx(30 / 45)


@given(pool=pools(max_size=6), share=st.floats(0.05, 1.0))
def test_resources_describe_the_same_feasible_sets(pool, share):
    sets = every_set(len(pool))
    model = Vector(budgets={"cost": 7.0})
    problem = Problem(pool, MajorityVote(), model, share * float(model.costs(pool, sets).max()) + 1e-9)
    resources = problem.resources()
    within = (sets @ resources.usage <= resources.limits).all(axis=1)
    assert np.array_equal(within, problem.fits(sets))


def test_equal_budgets_are_equal_in_any_order():
    one, other = Vector(budgets={"cost": 1.0, "seconds": 2.0}), Vector(budgets={"seconds": 2.0, "cost": 1.0})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Vector(budgets={"cost": 1.0, "seconds": 3.0})


@pytest.mark.parametrize(
    ("budgets", "message"),
    [
        ({}, "budgets must name at least one column"),
        ({"cost": 0}, "budgets must be finite numbers above 0, got 0 for 'cost'"),
        ({"cost": float("nan")}, "finite numbers above 0, got nan for 'cost'"),
    ],
)
def test_bad_budgets_are_reported(budgets, message):
    with pytest.raises(ValueError, match=message):
        Vector(budgets=budgets)


def test_columns_that_are_missing_or_not_numbers_are_reported():
    row = np.ones((1, 3), dtype=bool)
    with pytest.raises(PoolError, match="no column 'dollars', .* columns: accuracy, cost, name, memory, seconds"):
        Vector(budgets={"dollars": 1}).costs(THREE, row)
    bad = Pool(accuracies=[0.5, 0.5, 0.5], metadata={"seconds": ["1", "-2", "x"]})
    with pytest.raises(PoolError, match=r"seconds\[1\] \(row 2, 'member-1'\): must be .* at least 0, got '-2'"):
        Vector(budgets={"seconds": 1}).costs(bad, row)


def test_a_resource_that_no_member_uses_limits_nothing():
    pool = Pool(accuracies=[0.9, 0.8, 0.7], metadata={"seconds": [0, 0, 0]})
    for budget in (None, 1.0):
        assert select(pool, budget, cost={"kind": "vector", "budgets": {"seconds": 2.0}}, seed=1).cost == 0.0


def test_a_share_beyond_every_number_does_not_fit_and_others_do():
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1e300, 1e-300, 1e-300])
    chosen = select(pool, cost={"kind": "vector", "budgets": {"cost": 1e-300}}, seed=1)
    assert chosen.members == (1,)
    assert np.isfinite(Vector({"cost": 5e-324}).costs(pool, np.ones((1, 3), dtype=bool))).all()
