"""Runs that record what a searcher evaluates, offers and proves."""

from __future__ import annotations

import itertools
import threading

import numpy as np
import pytest

from fakes import MeanLoss, PatientSearcher
from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.testing.searcher_runs import Offer, find_best_loss, run_watched

PROBLEM = Problem(Pool(accuracies=[0.6, 0.7, 0.9], costs=[1.0, 2.0, 4.0]), MeanLoss(), Additive(), 3.0)
SINGLES = np.eye(3, dtype=bool)


class Scripted:
    """Calls a function."""

    def __init__(self, search):
        self.search = search


def test_evaluations_offers_and_bounds_are_recorded():
    def search(problem, monitor, rng):
        losses = problem.losses(SINGLES)
        monitor.offer(SINGLES, losses, steps=3)
        monitor.prove(0.1)
        return "done"

    run = run_watched(Scripted(search), PROBLEM, steps=10, patience=60.0)
    ((sets, losses),) = run.evaluated
    assert np.array_equal(sets, SINGLES)
    assert losses == pytest.approx([0.4, 0.3, 0.1])
    (offer,) = run.spy.offers
    assert (offer.steps, offer.evaluated) == (3, 1)
    assert run.spy.bounds == [0.1]
    assert (run.returned, run.error, run.is_finished, run.is_stopped) == ("done", None, True, False)
    assert run.monitor.best_loss == pytest.approx(0.3)


def test_a_report_after_the_stop_is_counted_and_ends_the_search():
    def search(problem, monitor, rng):
        monitor.offer(SINGLES)
        monitor.offer(SINGLES)
        raise AssertionError("not reached")

    run = run_watched(Scripted(search), PROBLEM, steps=1, patience=60.0)
    assert run.is_stopped
    assert run.spy.late_reports == 1


def test_an_interrupt_is_raised_at_the_given_offer():
    run = run_watched(PatientSearcher(), PROBLEM, steps=100, patience=60.0, interrupt_at=2)
    assert isinstance(run.error, KeyboardInterrupt)
    assert len(run.spy.offers) == 2


def test_a_search_that_hangs_is_ended_by_its_next_evaluation():
    released = threading.Event()

    def search(problem, monitor, rng):
        while True:
            problem.losses(SINGLES)
            released.wait(0.01)

    assert not run_watched(Scripted(search), PROBLEM, steps=10, patience=0.05).is_finished


@pytest.mark.parametrize("change", [{"steps": 2}, {"losses": None}, {"sets": ~SINGLES}, {"at": np.array([2])}])
def test_offers_are_the_same_if_all_they_report_is(change):
    given = {"sets": SINGLES, "losses": np.ones(3), "steps": 1, "at": np.array([1]), "evaluated": 0}
    assert Offer(**given).same_as(Offer(**given))
    assert not Offer(**given).same_as(Offer(**given | change))


def test_the_best_loss_is_that_of_the_best_feasible_set():
    panels = itertools.chain.from_iterable(itertools.combinations(range(3), size) for size in (1, 2, 3))
    cheap = [panel for panel in panels if sum(PROBLEM.pool.costs[list(panel)]) <= 3.0]
    assert find_best_loss(PROBLEM) == pytest.approx(min(1 - PROBLEM.pool.accuracies[list(p)].mean() for p in cheap))
