"""Sets that are evaluated are offered, and those that break a promise of the energy are reported."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import WrongShare
from haversack import EnergyError, Pool, Problem
from haversack.costs import Additive
from haversack.monitor import RunMonitor
from haversack.searchers.branch_and_bound import evaluation
from haversack.searchers.branch_and_bound.evaluation import Evaluation, SearchStopped

POOL = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0])
UNITS = np.eye(4, dtype=bool)
NO_BOUND = np.full(4, -np.inf)


@pytest.fixture
def problem():
    return Problem(POOL, WrongShare(), Additive(), 5.0)


def test_feasible_sets_are_offered_with_what_is_proved(problem):
    monitor = RunMonitor(problem, lambda progress: None)
    losses = Evaluation(problem, monitor).offer(
        UNITS, NO_BOUND, fitting=np.array([False, True, True, True]), proved=0.05
    )
    assert losses == pytest.approx(1.0 - POOL.accuracies)
    assert (monitor.best_set.tolist(), monitor.loss_bound) == (UNITS[1].tolist(), 0.05)
    assert (monitor.progress().steps, monitor.progress().evaluations) == (4, 4)


def test_what_is_only_computed_is_not_offered(problem):
    monitor = RunMonitor(problem, lambda progress: None)
    assert Evaluation(problem, monitor).compute(UNITS).min() == pytest.approx(0.1)
    assert (monitor.best_set, monitor.progress().steps) == (None, 4)


@pytest.mark.parametrize("cells", [1, 9, 10**6])
def test_neighbours_are_evaluated_in_slices(cells, problem, monkeypatch):
    monkeypatch.setattr(evaluation, "_MOST_CELLS", cells)
    monitor = RunMonitor(problem, lambda progress: None)
    losses, fits = Evaluation(problem, monitor).offer_neighbours(UNITS[3], np.array([0, 1, 2]), -np.inf)
    assert losses == pytest.approx([0.25, 0.3, 0.35])
    assert fits.tolist() == [True, True, True]
    without = Evaluation(problem, monitor).compute_without(np.ones(4, dtype=bool), np.array([0, 3]))
    assert without == pytest.approx([0.3, 0.2])


def test_a_set_below_its_bound_is_reported(problem):
    bounds = np.array([0.1, 0.2, 0.3 * (1 + 1e-12), 0.5])
    with pytest.raises(EnergyError, match=r"the set \[3\] has the loss 0.4, but by the bounds .* it is at least 0.5"):
        Evaluation(problem, RunMonitor(problem, lambda progress: None)).offer(UNITS, bounds)
    losses = Evaluation(problem, RunMonitor(problem, lambda progress: None)).offer(UNITS[:3], bounds[:3])
    assert len(losses) == 3


def test_the_end_of_the_search_ends_the_evaluation(problem):
    monitor = RunMonitor(problem, lambda progress: "over" if progress.steps >= 2 else None)
    with pytest.raises(SearchStopped):
        Evaluation(problem, monitor).offer(UNITS, NO_BOUND)
    assert monitor.stop_reason == "over"
