"""A clock that runs out at any of its readings ends every searcher, with every energy and every cost model.

How long a search takes between two looks at the clock is measured by tests/benchmarks/limits.py.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.config.build import build_part
from haversack.monitor import RunMonitor, SearchOver
from haversack.needs import find_missing_capabilities
from haversack.plugins import load_catalog
from haversack.stopping import TimeLimit

SEARCHERS = ("auto", "annealing", "enumerate", "exact", "greedy-backward", "greedy-forward", "monte-carlo")
SEARCHERS += ("sherlock", "sweep")
ENERGIES = {"majority": "majority", "spatial": {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}, "votes": "votes"}
COSTS = ("none", "additive", "vector")
MOST_WARNINGS = 4


class FailingClock:
    """Stands still for a number of readings, then shows that the time is over."""

    def __init__(self, readings):
        self.left = readings

    @property
    def is_over(self):
        return self.left < 0

    def __call__(self):
        self.left -= 1
        return 2.0 if self.is_over else 0.0


class CountingMonitor(RunMonitor):
    """Counts how often a searcher is told that nothing is left, before it reports and is stopped."""

    warnings = 0

    @property
    def seconds_left(self):
        left = super().seconds_left
        self.warnings += left == 0.0
        return left


@pytest.fixture(scope="module")
def catalog():
    return load_catalog(third_parties=False)


def pose_problem(energy, cost, members, catalog):
    pool = paper_pool(members, 0)
    random = np.random.default_rng(0)
    answers = np.where(random.random((9, members)) < pool.accuracies, "yes", "no")
    votes = Pool.from_votes(answers, truth=["yes"] * 9).votes if energy == "votes" else None
    pool = Pool(accuracies=pool.accuracies, costs=pool.costs, votes=votes)
    total = 0.2 * float(pool.costs.sum())
    budget = {"none": float("inf"), "additive": total, "vector": 1.0}[cost]
    model = {"kind": "vector", "budgets": {"cost": total}} if cost == "vector" else cost
    return Problem(pool, build_part("energy", ENERGIES[energy], catalog), build_part("cost", model, catalog), budget)


def search_until(problem, part, readings):
    """Search until the clock runs out after so many readings; return the monitor and the clock."""
    clock = FailingClock(readings)
    monitor = CountingMonitor(problem, TimeLimit(seconds=1.0), clock=clock)
    try:
        part.search(problem, monitor, np.random.default_rng(0))
    except SearchOver:
        pytest.fail("it went on after the monitor had said stop")
    return monitor, clock


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("energy", ENERGIES)
@pytest.mark.parametrize("searcher", SEARCHERS)
@pytest.mark.slow
def test_a_clock_that_runs_out_at_any_reading_ends_the_search(searcher, energy, cost, catalog):
    part = build_part("searcher", searcher, catalog)
    for members, readings in itertools.product((9, 60), (1, 2, 3, 5, 9, 20, 50)):
        problem = pose_problem(energy, cost, members, catalog)
        if find_missing_capabilities(part, problem):
            return
        monitor, clock = search_until(problem, part, readings)
        assert monitor.warnings <= MOST_WARNINGS
        if clock.is_over:
            assert monitor.stop_reason is not None
        if monitor.best_set is not None:
            assert problem.fits(monitor.best_set[None, :])[0]


@pytest.mark.parametrize("searcher", ["exact", "sweep", "sherlock", "monte-carlo", "greedy-backward"])
@pytest.mark.parametrize("energy", ["majority", "spatial"])
@pytest.mark.slow
def test_a_large_pool_has_a_set_as_soon_as_there_was_time_for_one(searcher, energy, catalog):
    """Long preparations look at the clock too: those that did not took minutes on a limit of seconds."""
    problem = pose_problem(energy, "additive", 21_000, catalog)
    part = build_part("searcher", searcher, catalog)
    for readings in (2, 60):
        monitor, clock = search_until(problem, part, readings)
        assert monitor.warnings <= MOST_WARNINGS
        assert not clock.is_over or monitor.stop_reason == "limit of 1 seconds"
    assert monitor.best_set is not None
