from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, Problem
from haversack.costs import Additive, Vector
from haversack.energies import MajorityVote
from haversack.monitor import RunMonitor
from haversack.searchers.exact.quick_panel import offer_quick_panel
from haversack.searchers.exact.sorted_members import SortedMembers


def offer(pool, cost, budget, rule=lambda progress: None):
    problem = Problem(pool, MajorityVote(), cost, budget)
    monitor = RunMonitor(problem, rule)
    return offer_quick_panel(monitor, SortedMembers.of(problem)), monitor, problem


@pytest.mark.parametrize("share", [1e-4, 0.1, 0.5])
def test_a_large_pool_gets_an_odd_panel_within_the_budget(share):
    generator = np.random.default_rng(0)
    accuracies = generator.uniform(0.4, 0.9, 30_001)
    costs = generator.uniform(0.0, 2.0, 30_001)
    pool = Pool(accuracies=accuracies, costs=costs, metadata={"seconds": costs[::-1].tolist()})
    for cost, budget in (
        (Additive(), share * costs.sum()),
        (Vector(budgets={"cost": share * costs.sum(), "seconds": share * costs.sum()}), 1.0),
    ):
        going, monitor, problem = offer(pool, cost, budget)
        assert going
        assert monitor.best_set.sum() % 2 == 1
        assert problem.fits(monitor.best_set[None, :])[0]
        assert (pool.accuracies[monitor.best_set] > 0.5).all()


def test_where_no_member_is_better_than_a_coin_the_best_is_offered():
    pool = Pool(accuracies=np.linspace(0.1, 0.4, 20_001), costs=np.ones(20_001))
    _, monitor, _ = offer(pool, Additive(), 10.0)
    assert np.flatnonzero(monitor.best_set).tolist() == [20_000]


def test_it_says_whether_to_go_on():
    pool = Pool(accuracies=np.full(20_001, 0.6), costs=np.ones(20_001))
    going, monitor, _ = offer(pool, Additive(), 10.0, lambda progress: "enough")
    assert not going
    assert monitor.best_set is None or monitor.best_set.any()


def test_a_small_pool_needs_none():
    going, monitor, _ = offer(Pool(accuracies=[0.9, 0.8], costs=[1.0, 1.0]), Additive(), 1.0)
    assert going
    assert monitor.best_set is None
