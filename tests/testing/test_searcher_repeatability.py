"""For each promise about repeated runs, a searcher that breaks it, and the message."""

from __future__ import annotations

import random
import re
import threading
import time

import attrs
import numpy as np
import pytest

from fakes import PatientSearcher
from haversack.testing import searcher_checks
from haversack.testing.searcher_repeatability import REPEATABILITY


class Unseeded(PatientSearcher):
    def search(self, problem, monitor, rng):
        return super().search(problem, monitor, np.random.default_rng())


class Learns(PatientSearcher):
    """Begins where the last run ended."""

    def __init__(self):
        self.start = 0

    def search(self, problem, monitor, rng):
        order = np.roll(np.arange(len(problem.pool)), self.start)
        self.start += 1
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[order])


@attrs.frozen
class Races:
    """Gives every worker something else to do.

    Parameters
    ----------
    workers
        Threads.
    """

    workers: int = 1

    def search(self, problem, monitor, rng):
        monitor.offer(np.roll(np.eye(len(problem.pool), dtype=bool), self.workers, axis=0))


class OldHabits(PatientSearcher):
    def search(self, problem, monitor, rng):
        np.random.random()  # noqa: NPY002
        return super().search(problem, monitor, rng)


class OlderHabits(PatientSearcher):
    def search(self, problem, monitor, rng):
        random.random()
        return super().search(problem, monitor, rng)


class Marks(PatientSearcher):
    def search(self, problem, monitor, rng):
        problem.pool.metadata["visited"] = (True,) * len(problem.pool)
        return super().search(problem, monitor, rng)


class LeavesAThread(PatientSearcher):
    def search(self, problem, monitor, rng):
        threading.Thread(target=time.sleep, args=(0.5,), name="straggler", daemon=True).start()
        return super().search(problem, monitor, rng)


class WatchesTheClock(PatientSearcher):
    def search(self, problem, monitor, rng):
        rows = 1 if monitor.seconds_left < 1.0 else 2
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[:rows])
        return super().search(problem, monitor, rng)


BROKEN = [
    ("clocks-change-nothing", WatchesTheClock(), "offer 1 was .*, but with 0.001 seconds left"),
    ("same-seed-same-offers", Unseeded(), r"offer \d was \[.*\], but in the second run \["),
    ("same-seed-same-offers", Learns(), "offer 1 was .*, but in the second run"),
    ("workers-change-nothing", Races(), "offer 1 was .*, but with three workers"),
    ("draws-from-its-generator", OldHabits(), "it drew from numpy.random"),
    ("draws-from-its-generator", OlderHabits(), "it drew from random"),
    ("leaves-nothing-behind", Marks(), "after the search, the problem was different"),
    ("leaves-nothing-behind", LeavesAThread(), "threads left running: straggler"),
]


@pytest.mark.parametrize(("name", "searcher", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, searcher, found, complaint):
    text = complaint(searcher_checks(searcher, patience=0.3 if "seconds" in found else 60.0), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in REPEATABILITY}


def test_an_offer_that_only_sometimes_comes_is_told(complaint):
    class Moody(PatientSearcher):
        def __init__(self):
            self.runs = 0

        def search(self, problem, monitor, rng):
            self.runs += 1
            for _ in range(1 + self.runs % 3):
                monitor.offer(np.eye(len(problem.pool), dtype=bool))

    assert "2 offers, but in the second run 1" in complaint(searcher_checks(Moody()), "same-seed-same-offers")
