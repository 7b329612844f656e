"""For each promise of a searcher one that breaks it, and the complaint."""

from __future__ import annotations

import random
import re
import threading
import time

import attrs
import numpy as np
import pytest

from haversack import CapabilityError
from haversack.capabilities import CopiesLosses, CountsVotes
from haversack.testing import BrokenPromise, check_searcher, searcher_checks
from haversack.testing.examples import every_set
from haversack.testing.searcher_proofs import PROOFS
from haversack.testing.searcher_runs import best_loss
from haversack.testing.searchers import SEARCHERS


class Right:
    """Offers members one by one, then pairs at random, for a while."""

    def __repr__(self):
        return type(self).__name__

    def search(self, problem, monitor, rng):
        singles = np.eye(problem.size, dtype=bool)
        if not monitor.offer(singles, problem.losses(singles)):
            return None
        for _ in range(30):
            sets = rng.random((4, problem.size)) < 0.5
            if not monitor.offer(sets):
                return None
        return "tired"


class NeverEnds(Right):
    """Waits for something that does not come."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(problem.size, dtype=bool))
        while monitor.best_loss >= 0.0:
            time.sleep(0.01)
            problem.losses(np.zeros((0, problem.size), dtype=bool))


class NoSteps(Right):
    """Offers without ever making a step, so no limit on steps ends it."""

    def search(self, problem, monitor, rng):
        while monitor.offer(np.zeros((0, problem.size), dtype=bool), steps=0):
            time.sleep(0.01)


class ReturnsTheSet(Right):
    def search(self, problem, monitor, rng):
        super().search(problem, monitor, rng)
        return monitor.best_set


class Misshapen(Right):
    def search(self, problem, monitor, rng):
        monitor.offer(np.ones(problem.size, dtype=bool))


class Exits(Right):
    def search(self, problem, monitor, rng):
        raise SystemExit


class UsesTheTrace(Right):
    """Asks the monitor for what the interface does not name."""

    def search(self, problem, monitor, rng):
        return str(len(monitor.trace))


class Spendthrift(Right):
    def search(self, problem, monitor, rng):
        monitor.offer(np.ones((1, problem.size), dtype=bool))


class Deaf(Right):
    def search(self, problem, monitor, rng):
        for row in np.eye(problem.size, dtype=bool):
            monitor.offer(row[np.newaxis])
            monitor.offer(row[np.newaxis])


class Swallows(Right):
    def search(self, problem, monitor, rng):
        try:
            super().search(problem, monitor, rng)
        except BaseException:
            return "whatever"


class Flatters(Right):
    """Says that its losses are half of what they are."""

    def search(self, problem, monitor, rng):
        sets = np.eye(problem.size, dtype=bool)
        monitor.offer(sets, problem.losses(sets) / 2.0)


class KeepsToItself(Right):
    """Looks at all members and offers the first that fits."""

    def search(self, problem, monitor, rng):
        sets = np.eye(problem.size, dtype=bool)
        problem.losses(sets)
        fitting = sets[problem.fits(sets)]
        monitor.offer(fitting[:1])


class Unseeded(Right):
    def search(self, problem, monitor, rng):
        return super().search(problem, monitor, np.random.default_rng())


class Learns(Right):
    """Begins where the last run ended."""

    def __init__(self):
        self.start = 0

    def search(self, problem, monitor, rng):
        order = np.roll(np.arange(problem.size), self.start)
        self.start += 1
        monitor.offer(np.eye(problem.size, dtype=bool)[order])


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
        monitor.offer(np.roll(np.eye(problem.size, dtype=bool), self.workers, axis=0))


class OldHabits(Right):
    def search(self, problem, monitor, rng):
        np.random.random()  # noqa: NPY002
        return super().search(problem, monitor, rng)


class OlderHabits(Right):
    def search(self, problem, monitor, rng):
        random.random()
        return super().search(problem, monitor, rng)


class Marks(Right):
    def search(self, problem, monitor, rng):
        problem.pool.metadata["visited"] = (True,) * problem.size
        return super().search(problem, monitor, rng)


class LeavesAThread(Right):
    def search(self, problem, monitor, rng):
        threading.Thread(target=time.sleep, args=(0.5,), name="straggler", daemon=True).start()
        return super().search(problem, monitor, rng)


class Boasts(Right):
    """Takes the best that it has seen for the best there is."""

    def search(self, problem, monitor, rng):
        singles = np.eye(problem.size, dtype=bool)
        if monitor.offer(singles) and monitor.prove(monitor.best_loss):
            return "proved"
        return None


class GivesUp(Right):
    """Looks at everything, and forgets to say so."""

    proves_optimality = True

    def search(self, problem, monitor, rng):
        monitor.offer(every_set(problem.size)[1:])
        return "all seen"


class HalfAProof(GivesUp):
    """Ends with a bound that the best set does not meet."""

    def search(self, problem, monitor, rng):
        if monitor.offer(every_set(problem.size)[1:]) and monitor.prove(0.5 * monitor.best_loss):
            return "almost proved"
        return None


class TooEarly(GivesUp):
    """Proves what is true, and has not found the set."""

    def search(self, problem, monitor, rng):
        if monitor.offer(np.eye(problem.size, dtype=bool)) and monitor.prove(best_loss(problem)):
            return "proved, not found"
        return None


class Undeclared(Right):
    def search(self, problem, monitor, rng):
        problem.energy.copies_losses(problem.pool, np.array([0]), np.array([1]))
        return super().search(problem, monitor, rng)


class TakesLogarithms(Right):
    """Takes every loss for a probability."""

    def search(self, problem, monitor, rng):
        singles = np.eye(problem.size, dtype=bool)
        losses = problem.losses(singles)
        if (losses < 0.0).any():
            raise ValueError("math domain error")
        monitor.offer(singles, losses)


@attrs.frozen
class Outbids:
    """Proves true bounds where its pool is one that it knows.

    Parameters
    ----------
    known
        Of how many members.
    """

    known: int = 3

    def search(self, problem, monitor, rng):
        singles = np.eye(problem.size, dtype=bool)
        if not monitor.offer(singles):
            return None
        sure = problem.size != self.known
        return "proved" if monitor.prove(-1.0 if sure else 2.0) else None


BROKEN = [
    (
        "comes-to-an-end",
        NeverEnds(),
        "situation = 'a pool of one member'(.|\n)*no end in sight after 0.3 seconds and 1",
    ),
    ("comes-to-an-end", NoSteps(), r"no end in sight after 0.3 seconds and \d+ offers"),
    ("comes-to-an-end", ReturnsTheSet(), r"it returned array\(\[ True\]\)"),
    (
        "comes-to-an-end",
        Misshapen(),
        r"it raised SearchError: searcher offered sets of shape \(1,\); expected \(rows, 1\)",
    ),
    ("comes-to-an-end", Exits(), "it raised SystemExit, which ends more than the search"),
    ("comes-to-an-end", UsesTheTrace(), "it raised AttributeError: 'Spy' object has no attribute 'trace'"),
    ("finds-a-feasible-set", Spendthrift(), "a budget that one of two(.|\n)*none of the sets in 1 offers fits"),
    ("stops-at-once", Deaf(), "told to stop after 1 steps, it reported 1 more times"),
    ("can-be-interrupted", Swallows(), "interrupted at offer 1, it went on"),
    ("claims-are-true", Flatters(), r"it said 0.15\d* for the set \[0\], whose loss is 0.3"),
    ("keeps-the-best", KeepsToItself(), r"the set \[\d\] has the loss \S+ and was never offered; the answer has"),
    ("same-seed-same-offers", Unseeded(), r"offer \d was \[.*\], and the second time \["),
    ("same-seed-same-offers", Learns(), "offer 1 was .*, and the second time"),
    ("workers-change-nothing", Races(), "offer 1 was .*, and with three workers"),
    ("draws-from-its-generator", OldHabits(), "it drew from numpy.random"),
    ("draws-from-its-generator", OlderHabits(), "it drew from random"),
    ("leaves-nothing-behind", Marks(), "afterwards the problem was another one"),
    ("leaves-nothing-behind", LeavesAThread(), "threads left running: straggler"),
    ("bounds-are-true", Boasts(), r"it proved 0.\d+, and the best set within \S+ has the loss"),
    ("bounds-are-true", Outbids(), "buys = .*\n  found: it proved 2.0, and the best set within"),
    ("ends-with-a-proof", GivesUp(), r"it ended, and proved -inf where the best loss is 0.3\d*"),
    ("ends-with-a-proof", HalfAProof(), r"it ended, and proved 0.15\d* where the best loss is 0.3"),
    ("ends-with-a-proof", TooEarly(), r"it ended with a set of loss \S+, and the best one has"),
    (
        "needs-are-declared",
        Undeclared(),
        "it raised AttributeError: 'OnlyMajorityVote' object has no attribute 'copies",
    ),
    ("any-energy", TakesLogarithms(), "it raised ValueError: math domain error"),
]


@pytest.mark.parametrize(("name", "searcher", "told"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, searcher, told, complaint):
    text = complaint(searcher_checks(searcher, patience=0.3 if "seconds" in told else 60.0), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(told, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promises in (SEARCHERS, PROOFS) for promise in promises}


def test_one_that_keeps_its_promises_passes():
    check_searcher(Right)


def test_an_offer_that_only_sometimes_comes_is_told(complaint):
    class Moody(Right):
        def __init__(self):
            self.runs = 0

        def search(self, problem, monitor, rng):
            self.runs += 1
            for _ in range(1 + self.runs % 3):
                monitor.offer(np.eye(problem.size, dtype=bool))

    assert "2 offers, and the second time 1" in complaint(searcher_checks(Moody()), "same-seed-same-offers")


def test_a_searcher_that_needs_another_energy_says_so():
    class NeedsVotes(Right):
        energy_needs = (CountsVotes, CopiesLosses)

    class Plain:
        def losses(self, pool, sets):
            return np.ones(len(sets))

    check_searcher(NeedsVotes())
    with pytest.raises(
        CapabilityError,
        match="searcher NeedsVotes cannot be checked: energy Plain does not offer CountsVotes and energy Plain does "
        "not offer CopiesLosses; give it others by energy, cost",
    ):
        check_searcher(NeedsVotes(), energy=Plain())


def test_a_refusal_in_words_is_no_breach():
    class Picky(Right):
        def search(self, problem, monitor, rng):
            if not problem.traits.monotone_in_accuracy:
                raise CapabilityError("needs an energy under which a more accurate member never harms")
            return super().search(problem, monitor, rng)

    check_searcher(Picky())


def test_all_at_once_tells_the_first():
    with pytest.raises(BrokenPromise, match="returns a reason as text, or None"):
        check_searcher(ReturnsTheSet())


def test_it_can_be_tried_on_other_problems():
    check_searcher(Right(), energy={"kind": "majority", "ties": "coin"}, cost="none")
