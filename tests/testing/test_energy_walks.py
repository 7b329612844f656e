"""For each promise about walks, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from haversack.testing import check_energy, energy_checks
from haversack.testing.energy_walks import WALKS


class Steps:
    """Walks that keep their sets and compute every loss from scratch: correct, and slow."""

    def __init__(self, energy, pool, sets):
        self.energy, self.pool, self.sets = energy, pool, sets.copy()

    def losses(self, rows, flips, lengths):
        return self.energy.losses(self.pool, self.apply(rows, flips, lengths))

    def flip(self, rows, flips, lengths):
        self.sets[rows] = self.apply(rows, flips, lengths)

    def apply(self, rows, flips, lengths):
        sets = self.sets[rows]
        for row, members, length in zip(sets, flips, lengths, strict=True):
            row[members[:length]] ^= True
        return sets


class CostSum:
    """Minus the sum of costs, which follows walks. It keeps every promise; subclasses break one."""

    steps = Steps

    def __repr__(self):
        return type(self).__name__

    def losses(self, pool, sets):
        return -(sets @ pool.costs)

    def value(self, loss):
        return -loss

    def walks(self, pool, sets):
        return self.steps(self, pool, sets)


def with_steps(steps):
    """Return an energy with these steps, under their name."""
    return type(steps.__name__, (CostSum,), {"steps": steps})()


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

    def apply(self, rows, flips, lengths):
        return super().apply(rows, flips, np.full(len(rows), flips.shape[1]))


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


class OneDesk(CostSum):
    """Keeps its walks where the next ones find them."""

    def walks(self, pool, sets):
        self.desk = Steps(self, pool, sets)
        return self

    def losses(self, *arguments):
        return self.desk.losses(*arguments) if len(arguments) == 3 else super().losses(*arguments)

    def flip(self, rows, flips, lengths):
        self.desk.flip(rows, flips, lengths)


BROKEN = [
    ("one-loss-per-proposal", with_steps(InAColumn), r"an array of float64 of shape \(1, 1\) instead of float64 of"),
    ("one-loss-per-proposal", with_steps(AsList), "list instead of an array"),
    ("one-loss-per-proposal", with_steps(NeedsAQuestion), "it raised IndexError"),
    (
        "proposed-losses",
        with_steps(DeafToLengths),
        r"proposals = \[\(0, \[\]\)\]\n  found: walk 0 gives the loss -1.0",
    ),
    (
        "proposed-losses",
        with_steps(FirstComesFirst),
        r"walk 0 gives the loss \S+ for the flips \[.*\]; from scratch it is \S+",
    ),
    (
        "evaluating-moves-nothing",
        with_steps(Hasty),
        r"walk 0 gives the loss \S+ for the flips \[\]; from scratch it is -0.0",
    ),
    ("walk-losses-stay", with_steps(Recycler), r"the first result was \[\S+\] and became \["),
    (
        "flips-are-applied",
        with_steps(Forgetful),
        r"changes = \[\[\(0, \[0\]\)\]\]\n  found: walk 0 gives the loss -0.0",
    ),
    ("flips-are-applied", with_steps(DragsTheFirstAlong), r"walk 0 gives the loss \S+ for the flips \[\]"),
    (
        "losses-after-flips",
        with_steps(Drifts),
        r"walk 0 gives the loss \S+ for the flips \[0\]; from scratch it is \S+",
    ),
    ("starts-are-copied", with_steps(OnLoan), "after the sets were complemented, walk"),
    ("starts-are-copied", with_steps(WritesBack), r"after the flips, sets was \[\[0\]\]"),
    ("walks-side-by-side", OneDesk(), "of the walks that moved, walk"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in WALKS}


@pytest.mark.slow
def test_an_energy_that_keeps_its_promises_passes():
    check_energy(CostSum())
