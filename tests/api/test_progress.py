from __future__ import annotations

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import Profit
from haversack import Pool, Progress, select


def test_every_field_has_a_default():
    assert all(field.default is not attrs.NOTHING for field in attrs.fields(Progress))


def test_a_gap_needs_a_set_and_a_bound():
    assert Progress().gap is None
    assert Progress(best_loss=0.1).gap is None
    assert Progress(loss_bound=0.1).gap is None


def test_the_gap_that_a_searcher_states_counts_where_it_has_no_bound():
    assert Progress(best_loss=1e-320, claimed_gap=0.5).gap == 0.5
    assert Progress(best_loss=0.2, loss_bound=0.1, claimed_gap=0.9).gap == 0.5


@pytest.mark.parametrize("limit", [1, 40, 10_000])
def test_the_last_snapshot_agrees_with_the_result(limit):
    pool = paper_pool(40, 1)
    seen = []
    found = select(
        pool,
        0.2 * float(pool.costs.sum()),
        searcher={"kind": "exact", "most_nodes": limit},
        certify="off",
        seed=0,
        on_progress=lambda progress, plan: seen.append(progress),
    )
    last = seen[-1]
    assert (last.best_value, last.best_cost, last.budget) == (found.value, found.cost, found.budget)
    assert last.bound == (np.inf if found.bound is None else pytest.approx(found.bound, rel=1e-12))
    assert last.gap == found.gap
    assert last.previous_value == (found.trace[-2].value if len(found.trace) > 1 else -np.inf)


def test_values_are_those_that_users_see_also_where_they_are_not_probabilities():
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1.0, 1.0, 1.0])
    seen = []
    found = select(pool, 2.0, energy=Profit(), seed=0, on_progress=lambda progress, plan: seen.append(progress))
    assert seen[-1].best_value == found.value == pytest.approx(1.7)
    assert all(progress.previous_value < progress.best_value for progress in seen)
    assert [progress.previous_loss for progress in seen] == [-progress.previous_value for progress in seen]
