from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from fakes import WrongShare
from haversack import CapabilityError, Pool, Problem
from haversack.costs import Additive, Parallel, Vector
from haversack.energies import MajorityVote
from haversack.searchers.exact import all_budgets
from haversack.searchers.exact.all_budgets import trace_all_budgets
from oracles import best_by_enumeration, exact_error
from strategies import pools


class Recorder:
    """Keeps the best loss of every cost that was offered, and the budgets up to which all is proved."""

    def __init__(self, problem):
        self.problem, self.found, self.proved = problem, [], []

    def offer(self, sets, *, steps):
        assert steps > 0
        costs = sets @ self.problem.pool.costs
        self.found += zip(costs.tolist(), self.problem.losses(sets).tolist(), strict=True)

    def prove(self, budget):
        self.proved.append(budget)

    def best(self, budget):
        return min((loss for cost, loss in self.found if cost <= budget * (1 + 1e-12)), default=np.inf)


def trace(pool, budget):
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    monitor = Recorder(problem)
    trace_all_budgets(problem, monitor)
    return monitor


@settings(max_examples=30)
@given(pool=pools(max_size=7))
@pytest.mark.slow
def test_every_budget_has_its_best_set(pool):
    whole = float(pool.costs.sum())
    monitor = trace(pool, whole)
    assert monitor.proved == sorted(monitor.proved)
    assert len(pool) == 1 or monitor.proved[-1] == whole
    for budget in np.linspace(float(pool.costs.min()), whole, 9):
        best, _ = best_by_enumeration(
            lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget
        )
        assert monitor.best(budget) == pytest.approx(best, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("panels", [1, 2])
def test_what_a_report_can_hold_changes_nothing(panels, monkeypatch):
    pool = paper_pool(12, 0)
    budget = 0.5 * float(pool.costs.sum())
    usual = trace(pool, budget)
    monkeypatch.setattr(all_budgets, "_PANELS_PER_REPORT", panels)
    found = trace(pool, budget).found
    assert len(found) > 5
    assert np.array(found) == pytest.approx(np.array(usual.found), rel=1e-12)


@pytest.mark.parametrize(
    ("energy", "cost", "expected"),
    [
        (WrongShare(), Additive(), "needs an energy that counts right votes and under which .* does not promise it"),
        (MajorityVote(), Parallel(), "needs costs that add up to one number, and Parallel"),
        (MajorityVote(), Vector(budgets={"cost": 3.0, "memory": 2.0}), "needs costs that add up to one number, and V"),
    ],
)
def test_what_cannot_be_traced_is_refused(energy, cost, expected):
    pool = Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0], metadata={"memory": [1.0, 1.0]})
    problem = Problem(pool, energy, cost, 3.0)
    with pytest.raises(CapabilityError, match=expected):
        trace_all_budgets(problem, Recorder(problem))
