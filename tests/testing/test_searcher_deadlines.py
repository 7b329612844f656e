"""For each promise about limits on time, a searcher that breaks it, and the message."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

from fakes import PatientSearcher
from haversack.testing import searcher_checks, searcher_deadlines
from haversack.testing.searcher_deadlines import DEADLINES


class Deaf(PatientSearcher):
    """Evaluates many sets before it calls the monitor again, if there are many members."""

    def search(self, problem, monitor, rng):
        if len(problem.pool) > 9:
            for _ in range(1_000):
                problem.losses(np.ones((2, len(problem.pool)), dtype=bool))
                time.sleep(0.005)
        return super().search(problem, monitor, rng)


class GivesUp(PatientSearcher):
    def search(self, problem, monitor, rng):
        if len(problem.pool) > 9:
            raise MemoryError("too many members")
        return super().search(problem, monitor, rng)


class ReadsTheClock(PatientSearcher):
    """Ends in time without a report, because it reads the clock."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool))
        while len(problem.pool) > 9 and monitor.seconds_left > 0.0:
            time.sleep(0.001)


BROKEN = [
    (
        "ends-in-time",
        Deaf(),
        r"with a limit of 0.05 seconds, it had not ended 0.3 seconds later, after 0 offers and 0 b",
    ),
    ("ends-in-time", GivesUp(), "it raised MemoryError: too many members"),
]


@pytest.mark.parametrize(("name", "searcher", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, searcher, found, complaint, monkeypatch):
    monkeypatch.setattr(searcher_deadlines, "_GRACE", 0.3)
    text = complaint(searcher_checks(searcher), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in DEADLINES}


def test_a_searcher_that_reads_the_clock_keeps_the_promise():
    (check,) = [check for check in searcher_checks(ReadsTheClock()) if check.name == "ends-in-time"]
    check()
