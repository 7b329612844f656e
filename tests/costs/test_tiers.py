from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack import Pool, Problem, frontier, select
from haversack.capabilities import AccuracyModel
from haversack.costs import Tiers
from haversack.energies import MajorityVote
from oracles import every_set

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")
STEPS = [((0, 1.0), (4, 0.5)), ((0, 0.5), (3, 2.0)), ((0, 0.0), (2, 1.0), (5, 0.0))]


@settings(max_examples=25, deadline=None)
@given(
    costs=st.lists(st.integers(0, 5), min_size=1, max_size=7), steps=st.sampled_from(STEPS), budget=st.integers(1, 8)
)
def test_the_exact_searcher_proves_the_best_of_all_sets(costs, steps, budget):
    pool = Pool(accuracies=np.linspace(0.9, 0.6, len(costs)), costs=costs)
    model = Tiers(steps=steps, column="cost")
    sets = every_set(len(costs))[1:]
    within = model.costs(pool, sets) <= budget * (1 + 1e-12)
    assert np.array_equal(Problem(pool, MajorityVote(), model, budget).fits(sets), within)
    # A budget that no cost counts against is refused.
    if not within.any() or model.costs(pool, sets).max() == 0.0:
        return
    found = select(pool, budget, cost=model, searcher="exact", seed=0)
    assert found.proven
    assert found.error == pytest.approx(MajorityVote().losses(pool, sets[within]).min(), abs=1e-12)


def test_without_a_column_members_are_counted():
    pool = Pool(accuracies=[0.9, 0.8, 0.7])
    model = Tiers(steps=[[0, 2.0], [1, 1.0]])
    assert model.costs(pool, np.tri(3, dtype=bool)).tolist() == [2.0, 3.0, 4.0]
    assert select(pool, 3.5, cost=model, seed=0).members == (0,)
    assert model.expected_size(pool, 3.5, EMPIRICAL).size == 3


def test_a_frontier_is_not_traced_as_if_the_sum_were_the_cost():
    """Here the budgets of 2 and 4 buy sums of 2 and 4, and those between do not."""
    pool = Pool(accuracies=np.linspace(0.9, 0.6, 13), costs=[0.25] * 12 + [1.0])
    model = Tiers(steps=[[0, 2.0], [1, 0.0], [2, 1.0]], column="cost")
    found = frontier(pool, cost=model, budgets=[1.0, 2.0, 4.0], searcher="exact")
    sets = every_set(13)[1:]
    costs, losses = model.costs(pool, sets), MajorityVote().losses(pool, sets)
    for row in found.rows():
        assert row.proven
        assert row.error == pytest.approx(losses[costs <= row.budget].min())
    whole = frontier(pool, cost=model, budgets="all", searcher="exact")
    assert whole.is_proved_to(4.0)
    for point in whole.points:
        assert point.error == pytest.approx(losses[costs <= point.cost].min())
        assert point.error < losses[costs < point.cost - 1e-9].min(initial=1.0)


def test_steps_are_needed():
    with pytest.raises(ValueError, match=r"^steps must be a list of \[from, price per unit\]"):
        Tiers(steps=None)
