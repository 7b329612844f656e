"""For each promise about walks, notes and what an energy brings, an energy that breaks it, and the complaint."""

from __future__ import annotations

import re

import numpy as np
import pytest

from haversack import HaversackError, Note, Pool
from haversack.testing import check_energy, energy_checks
from haversack.testing.energy_extras import EXTRAS
from haversack.testing.energy_walks import WALKS


class Steps:
    """Walks that keep their sets and look at them anew at every question: right, and slow."""

    def __init__(self, energy, pool, sets):
        self.energy, self.pool, self.sets = energy, pool, sets.copy()

    def losses(self, rows, flips, lengths):
        return self.energy.losses(self.pool, self.led_to(rows, flips, lengths))

    def flip(self, rows, flips, lengths):
        self.sets[rows] = self.led_to(rows, flips, lengths)

    def led_to(self, rows, flips, lengths):
        sets = self.sets[rows]
        for row, members, length in zip(sets, flips, lengths, strict=True):
            row[members[:length]] ^= True
        return sets


class Right:
    """The summed costs, no probability, and able to follow walks: an energy that keeps all it promises."""

    steps = Steps

    def __repr__(self):
        return type(self).__name__

    def losses(self, pool, sets):
        return -(sets @ pool.costs)

    def value(self, loss):
        return -loss

    def walks(self, pool, sets):
        return self.steps(self, pool, sets)


def followed_by(steps):
    """An energy with these steps, known by their name."""
    return type(steps.__name__, (Right,), {"steps": steps})()


class InAColumn(Steps):
    def losses(self, rows, flips, lengths):
        return super().losses(rows, flips, lengths)[:, None]


class AsList(Steps):
    def losses(self, rows, flips, lengths):
        return super().losses(rows, flips, lengths).tolist()


class NeedsAQuestion(Steps):
    def losses(self, rows, flips, lengths):
        rows[0]
        return super().losses(rows, flips, lengths)


class DeafToLengths(Steps):
    """Takes what stands behind the members for members."""

    def led_to(self, rows, flips, lengths):
        return super().led_to(rows, flips, np.full(len(rows), flips.shape[1]))


class FirstComesFirst(Steps):
    """Overlooks that several proposals may be about one walk."""

    def losses(self, rows, flips, lengths):
        _, first, again = np.unique(rows, return_index=True, return_inverse=True)
        return super().losses(rows, flips, lengths)[first][again]


class Hasty(Steps):
    """Makes come true what was only asked."""

    def losses(self, rows, flips, lengths):
        losses = super().losses(rows, flips, lengths)
        self.flip(rows, flips, lengths)
        return losses


class Recycler(Steps):
    buffer = np.zeros(1000)

    def losses(self, rows, flips, lengths):
        self.buffer[: len(rows)] = super().losses(rows, flips, lengths)
        return self.buffer[: len(rows)]


class Forgetful(Steps):
    def flip(self, rows, flips, lengths):
        pass


class DragsTheFirstAlong(Steps):
    """Moves a walk that nothing was said about."""

    def flip(self, rows, flips, lengths):
        super().flip(rows, flips, lengths)
        self.sets[0] |= self.sets[rows[-1]]


class Drifts(Steps):
    """Gets its sums wrong a little with every member that moves."""

    drift = 0.0

    def flip(self, rows, flips, lengths):
        super().flip(rows, flips, lengths)
        self.drift += 1e-3 * lengths.sum()

    def losses(self, rows, flips, lengths):
        return super().losses(rows, flips, lengths) - np.where(lengths > 0, self.drift, 0.0)


class OnLoan(Steps):
    """Works on the sets that it was lent."""

    def __init__(self, energy, pool, sets):
        super().__init__(energy, pool, sets)
        self.sets = sets


class WritesBack(Steps):
    """Tells the lender where the walks have come to."""

    def __init__(self, energy, pool, sets):
        super().__init__(energy, pool, sets)
        self.lent = sets

    def flip(self, rows, flips, lengths):
        super().flip(rows, flips, lengths)
        self.lent[:] = self.sets


class OneDesk(Right):
    """Keeps its walks where the next ones find them."""

    def walks(self, pool, sets):
        self.desk = Steps(self, pool, sets)
        return self

    def losses(self, *arguments):
        return self.desk.losses(*arguments) if len(arguments) == 3 else super().losses(*arguments)

    def flip(self, rows, flips, lengths):
        self.desk.flip(rows, flips, lengths)


class WordsForNotes(Right):
    def notes(self, pool, chosen):
        return ["a good choice"]


class NoTitle(Right):
    def notes(self, pool, chosen):
        return [Note(" ", "a good choice")]


class ValueInWords(Right):
    def notes(self, pool, chosen):
        return [Note("cost", "a lot", value="a lot")]


class CountsItsNotes(Right):
    told = 0

    def notes(self, pool, chosen):
        self.told += 1
        return [Note("told", f"{self.told} times")]


class Strikes(Right):
    """Strikes the first member off."""

    def notes(self, pool, chosen):
        chosen[:] = False
        return []


class BringsColumns(Right):
    def own_pool(self):
        return {"costs": [1.0, 2.0]}


class BringsAnotherEveryTime(Right):
    brought = 0

    def own_pool(self):
        self.brought += 1
        return Pool(costs=[float(self.brought)])


class CannotValueIt(Right):
    def own_pool(self):
        return Pool(accuracies=[0.5])


class Unbounded(Right):
    def own_pool(self):
        return Pool(costs=[1.0])

    def losses(self, pool, sets):
        return np.where(sets.all(axis=1), -np.inf, 0.0)


class LostItsFile(Right):
    def own_pool(self):
        raise FileNotFoundError("pool.txt")


class NothingToSpend(Right):
    def own_budget(self):
        return 0.0


BROKEN = [
    ("one-loss-per-proposal", followed_by(InAColumn), r"an array of float64 of shape \(1, 1\) instead of float64 of"),
    ("one-loss-per-proposal", followed_by(AsList), "list instead of an array"),
    ("one-loss-per-proposal", followed_by(NeedsAQuestion), "it raised IndexError"),
    (
        "proposed-losses",
        followed_by(DeafToLengths),
        r"proposals = \[\(0, \[\]\)\]\n  found: the loss -1.0",
    ),
    ("proposed-losses", followed_by(FirstComesFirst), r"if in walk 0 \S+ change\D* sides, and \S+ from nothing"),
    ("asking-changes-nothing", followed_by(Hasty), "if in walk 0 nobody changes sides, and -0.0 from nothing"),
    ("walk-answers-stay", followed_by(Recycler), r"the first answer was \[\S+\] and became \["),
    ("flips-come-true", followed_by(Forgetful), r"changes = \[\[\(0, \[0\]\)\]\]\n  found: the loss -0.0 if in walk 0"),
    ("flips-come-true", followed_by(DragsTheFirstAlong), "if in walk 0 nobody changes sides"),
    ("losses-on-the-way", followed_by(Drifts), r"if in walk 0 \[0\] change sides, and \S+ from nothing"),
    ("starts-are-copied", followed_by(OnLoan), "once the sets were turned inside out, the loss"),
    ("starts-are-copied", followed_by(WritesBack), r"afterwards sets were \[\[0\]\]"),
    ("walks-side-by-side", OneDesk(), "in the walks that moved, the loss"),
    ("notes-are-told", WordsForNotes(), "'a good choice' instead of a haversack.Note"),
    ("notes-are-told", NoTitle(), "which lacks a title or a text"),
    ("notes-are-told", ValueInWords(), "whose value is no number"),
    ("notes-are-told", CountsItsNotes(), r"text='\d times'.* at first, then"),
    ("notes-are-told", Strikes(), r"members = \[0\]\n  found: afterwards the set or the pool was another one"),
    ("own-pool", BringsColumns(), "{'costs': .* instead of a haversack.Pool"),
    ("own-pool", BringsAnotherEveryTime(), "Pool of 1 member with costs with other columns the second time"),
    ("own-pool", CannotValueIt(), r"pool = Pool\(accuracies=\[0.5\]\)\n  found: losses\(\) raised "),
    ("own-pool", Unbounded(), r"the losses \[0.0, -inf\] for nobody and everybody"),
    ("own-pool", LostItsFile(), "it raised FileNotFoundError: pool.txt"),
    ("own-budget", NothingToSpend(), "found: 0.0 at first, 0.0 then"),
]


@pytest.mark.parametrize(("name", "energy", "told"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, energy, told, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r} breaks a promise: ")
    assert re.search(told, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promises in (WALKS, EXTRAS) for promise in promises}


def test_one_that_keeps_its_promises_passes():
    class Brings(Right):
        def notes(self, pool, chosen):
            return [Note("members", str(chosen.sum()), float(chosen.sum()))]

        def own_pool(self):
            return Pool(costs=[1.0, 2.0])

        def own_budget(self):
            return 2.0

    check_energy(Brings())


def test_a_refusal_in_words_is_no_breach():
    class Refuses(Right):
        def own_pool(self):
            raise HaversackError("give a path")

        def own_budget(self):
            raise HaversackError("give a path")

    check_energy(Refuses())
