"""The best set known for every budget: what is kept, and what is not."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import PartError, Pool, Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.frontiers.record import FrontierRecord
from strategies import batches, pools


def staircase(pool, **options):
    return FrontierRecord(Problem(pool, MajorityVote(), Additive(), float(pool.costs.sum())), **options)


@given(data=st.data(), pool=pools(max_size=6))
def test_whatever_is_offered_in_whatever_batches_the_steps_are_the_best(data, pool):
    offered = data.draw(st.lists(batches(len(pool)), max_size=4))
    steps = staircase(pool)
    for sets in offered:
        steps.offer(sets)
    together = [row for sets in offered for row in sets if row.any()]
    assert steps.is_empty == (not together)
    points = steps.points()
    assert all(a.cost < b.cost and a.loss > b.loss for a, b in pairwise(points))
    for row in together:
        cost, loss = float(pool.costs @ row), MajorityVote().losses(pool, row[None, :])[0]
        best = steps.best(cost)
        assert MajorityVote().losses(pool, best[None, :])[0] <= loss * (1 + 1e-11)
        assert float(pool.costs @ best) <= cost * (1 + 1e-11)


def test_nobody_is_no_panel(small_pool):
    steps = staircase(small_pool)
    steps.offer(np.zeros((3, 4), dtype=bool))
    assert steps.is_empty
    assert steps.best(100.0) is None
    assert steps.search_steps == 3


def test_claims_are_checked_and_modest_ones_passed_over(small_pool):
    steps = staircase(small_pool)
    steps.offer(np.eye(4, dtype=bool), np.array([0.0, 0.0, 2.0, np.inf]), steps=9)
    assert [(point.members, point.loss) for point in steps.points()] == [
        ((1,), pytest.approx(0.2)),
        ((0,), pytest.approx(0.1)),
    ]
    assert steps.search_steps == 9


def test_proofs_and_bounds_never_get_weaker(small_pool):
    steps = staircase(small_pool)
    steps.prove(4.0)
    steps.prove(2.0)
    assert steps.proven_to == 4.0
    for loss in (0.1, 0.3, 0.2):
        steps.bound(5.0, loss)
    assert [(bound.budget, bound.loss, bound.value) for bound in steps.bounds()] == [(5.0, 0.3, 0.7)]


def test_costs_that_differ_by_rounding_are_one():
    pool = Pool(accuracies=[0.6, 0.9], costs=[0.3, 0.1 + 0.2])
    steps = staircase(pool)
    steps.offer(np.eye(2, dtype=bool))
    assert [point.members for point in steps.points()] == [(1,)]


def test_the_listener_hears_of_every_report(small_pool):
    message = []
    steps = staircase(small_pool, listener=message.append, clock=iter(range(100)).__next__)
    steps.offer(np.eye(4, dtype=bool))
    steps.prove(3.0)
    assert [(t.budget, t.last_budget, t.points, t.seconds) for t in message] == [(0.0, 9.0, 3, 1), (3.0, 9.0, 3, 2)]


def test_a_record_takes_over_all_that_another_one_holds(small_pool):
    sets, failure = np.eye(4, dtype=bool), PartError("broken")
    found = staircase(small_pool)
    found.offer(sets[:1])
    found.bound(5.0, 0.05)
    found.is_random = True
    found.failures[5.0] = failure
    steps = staircase(small_pool)
    steps.offer(sets[1:2])
    steps.add(found.get_search())
    assert [point.members for point in steps.points()] == [(1,), (0,)]
    assert (steps.bound_of(5.0), steps.search_steps, steps.is_random) == (0.05, 2, True)
    assert steps.failures == {5.0: failure}
    steps.add(staircase(small_pool).get_search())
    assert steps.is_random
