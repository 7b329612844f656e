"""For each promise about notes and about a pool or budget of its own, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from haversack import HaversackError, Note, Pool
from haversack.testing import check_energy, energy_checks
from haversack.testing.energy_extras import EXTRAS


class CostSum:
    """Minus the sum of costs, which is not a probability. It keeps every promise; subclasses break one."""

    def __repr__(self):
        return type(self).__name__

    def losses(self, pool, sets):
        return -(sets @ pool.costs)

    def value(self, loss):
        return -loss


class WordsForNotes(CostSum):
    def notes(self, pool, chosen):
        return ["a good choice"]


class NoTitle(CostSum):
    def notes(self, pool, chosen):
        return [Note(" ", "a good choice")]


class ValueInWords(CostSum):
    def notes(self, pool, chosen):
        return [Note("cost", "a lot", value="a lot")]


class CountsItsNotes(CostSum):
    calls = 0

    def notes(self, pool, chosen):
        self.calls += 1
        return [Note("called", f"{self.calls} times")]


class Strikes(CostSum):
    """Strikes the first member off."""

    def notes(self, pool, chosen):
        chosen[:] = False
        return []


class BringsColumns(CostSum):
    def own_pool(self):
        return {"costs": [1.0, 2.0]}


class BringsAnotherEveryTime(CostSum):
    brought = 0

    def own_pool(self):
        self.brought += 1
        return Pool(costs=[float(self.brought)])


class CannotValueIt(CostSum):
    def own_pool(self):
        return Pool(accuracies=[0.5])


class Unbounded(CostSum):
    def own_pool(self):
        return Pool(costs=[1.0])

    def losses(self, pool, sets):
        return np.where(sets.all(axis=1), -np.inf, 0.0)


class LostItsFile(CostSum):
    def own_pool(self):
        raise FileNotFoundError("pool.txt")


class NothingToSpend(CostSum):
    def own_budget(self):
        return 0.0


BROKEN = [
    ("notes-are-valid", WordsForNotes(), "'a good choice' instead of a haversack.Note"),
    ("notes-are-valid", NoTitle(), "which has no title or no text"),
    ("notes-are-valid", ValueInWords(), "whose value is not a number"),
    ("notes-are-valid", CountsItsNotes(), r"text='\d times'.* on the first call, .* on the second"),
    ("notes-are-valid", Strikes(), r"members = \[0\]\n  found: after the call, the set or the pool was different"),
    ("own-pool", BringsColumns(), "{'costs': .* instead of a haversack.Pool"),
    (
        "own-pool",
        BringsAnotherEveryTime(),
        "the second call returned Pool of 1 member with costs with different columns",
    ),
    ("own-pool", CannotValueIt(), r"pool = Pool\(accuracies=\[0.5\]\)\n  found: losses\(\) raised "),
    ("own-pool", Unbounded(), r"the losses of the empty set and of all members are \[0.0, -inf\]"),
    ("own-pool", LostItsFile(), "it raised FileNotFoundError: pool.txt"),
    ("own-budget", NothingToSpend(), "found: 0.0 on the first call, 0.0 on the second"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in EXTRAS}


@pytest.mark.slow
def test_one_that_keeps_its_promises_passes():
    class Brings(CostSum):
        def notes(self, pool, chosen):
            return [Note("members", str(chosen.sum()), float(chosen.sum()))]

        def own_pool(self):
            return Pool(costs=[1.0, 2.0])

        def own_budget(self):
            return 2.0

    check_energy(Brings())


@pytest.mark.slow
def test_a_refusal_in_words_is_no_breach():
    class Refuses(CostSum):
        def own_pool(self):
            raise HaversackError("give a path")

        def own_budget(self):
            raise HaversackError("give a path")

    check_energy(Refuses())
