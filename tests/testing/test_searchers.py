"""For each promise of every searcher, a searcher that breaks it, and the message."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

from fakes import PatientSearcher
from haversack import CapabilityError
from haversack.capabilities import CopiesLosses, CountsVotes
from haversack.testing import BrokenPromise, check_searcher, searcher_checks
from haversack.testing.searchers import SEARCHERS


class NeverEnds(PatientSearcher):
    """Waits for something that does not come."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool))
        while monitor.best_loss >= 0.0:
            time.sleep(0.01)
            problem.losses(np.zeros((0, len(problem.pool)), dtype=bool))


class NoSteps(PatientSearcher):
    """Offers without ever making a step, so no limit on steps ends it."""

    def search(self, problem, monitor, rng):
        while monitor.offer(np.zeros((0, len(problem.pool)), dtype=bool), steps=0):
            time.sleep(0.01)


class ReturnsTheSet(PatientSearcher):
    def search(self, problem, monitor, rng):
        super().search(problem, monitor, rng)
        return monitor.best_set


class Misshapen(PatientSearcher):
    def search(self, problem, monitor, rng):
        monitor.offer(np.ones(len(problem.pool), dtype=bool))


class Exits(PatientSearcher):
    def search(self, problem, monitor, rng):
        raise SystemExit


class UsesTheTrace(PatientSearcher):
    """Asks the monitor for what the interface does not name."""

    def search(self, problem, monitor, rng):
        return str(len(monitor.trace))


class Spendthrift(PatientSearcher):
    def search(self, problem, monitor, rng):
        monitor.offer(np.ones((1, len(problem.pool)), dtype=bool))


class Deaf(PatientSearcher):
    def search(self, problem, monitor, rng):
        for row in np.eye(len(problem.pool), dtype=bool):
            monitor.offer(row[np.newaxis])
            monitor.offer(row[np.newaxis])


class Swallows(PatientSearcher):
    def search(self, problem, monitor, rng):
        try:
            super().search(problem, monitor, rng)
        except BaseException:
            return "whatever"


class Flatters(PatientSearcher):
    """Says that its losses are half of what they are."""

    def search(self, problem, monitor, rng):
        sets = np.eye(len(problem.pool), dtype=bool)
        monitor.offer(sets, problem.losses(sets) / 2.0)


class KeepsToItself(PatientSearcher):
    """Looks at all members and offers the first that fits."""

    def search(self, problem, monitor, rng):
        sets = np.eye(len(problem.pool), dtype=bool)
        problem.losses(sets)
        fitting = sets[problem.fits(sets)]
        monitor.offer(fitting[:1])


BROKEN = [
    (
        "comes-to-an-end",
        NeverEnds(),
        "situation = 'a pool of one member'(.|\n)*it did not end within 0.3 seconds and 1",
    ),
    ("comes-to-an-end", NoSteps(), r"it did not end within 0.3 seconds and \d+ offers"),
    ("comes-to-an-end", ReturnsTheSet(), r"it returned array\(\[ True\]\)"),
    (
        "comes-to-an-end",
        Misshapen(),
        r"it raised SearchError: searcher offered sets of shape \(1,\); expected \(rows, 1\)",
    ),
    ("comes-to-an-end", Exits(), "it raised SystemExit, which ends more than the search"),
    ("comes-to-an-end", UsesTheTrace(), "it raised AttributeError: 'Spy' object has no attribute 'trace'"),
    ("finds-a-feasible-set", Spendthrift(), "a budget for one of two(.|\n)*none of the sets in 1 offers is feasible"),
    ("stops-at-once", Deaf(), "stopped after 1 steps, it reported 1 more times"),
    ("can-be-interrupted", Swallows(), "interrupted at offer 1, it went on"),
    ("claims-are-true", Flatters(), r"it offered the set \[0\] with the loss 0.15\d*, but its loss is 0.3"),
    ("keeps-the-best", KeepsToItself(), r"the set \[\d\] has the loss \S+ and was never offered; the best offer has"),
]


@pytest.mark.parametrize(("name", "searcher", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, searcher, found, complaint):
    text = complaint(searcher_checks(searcher, patience=0.3 if "seconds" in found else 60.0), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in SEARCHERS}


@pytest.mark.slow
def test_one_that_keeps_its_promises_passes():
    check_searcher(PatientSearcher)


def test_all_at_once_tells_the_first():
    with pytest.raises(BrokenPromise, match="returns a reason as text, or None"):
        check_searcher(ReturnsTheSet())


@pytest.mark.slow
def test_it_can_be_tried_on_other_problems():
    check_searcher(PatientSearcher(), energy={"kind": "majority", "ties": "coin"}, cost="none")


@pytest.mark.slow
def test_a_searcher_that_needs_another_energy_says_so():
    class NeedsVotes(PatientSearcher):
        energy_needs = (CountsVotes, CopiesLosses)

    class Plain:
        def losses(self, pool, sets):
            return np.ones(len(sets))

    check_searcher(NeedsVotes())
    with pytest.raises(
        CapabilityError,
        match="searcher NeedsVotes cannot be checked: energy Plain does not offer CountsVotes and energy Plain does "
        "not offer CopiesLosses; pass others as energy, cost",
    ):
        check_searcher(NeedsVotes(), energy=Plain())
