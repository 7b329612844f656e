"""For each promise that energies and cost models share, an energy that breaks it, and the message."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

from fakes import MeanLoss
from haversack.testing import energy_checks
from haversack.testing.batches import BATCHES


class Column(MeanLoss):
    def losses(self, pool, sets):
        return self.mean_errors(pool, sets)[:, np.newaxis]


class AsList(MeanLoss):
    def losses(self, pool, sets):
        return self.mean_errors(pool, sets).tolist()


class Single(MeanLoss):
    def losses(self, pool, sets):
        return self.mean_errors(pool, sets).astype(np.float32)


class NeedsARow(MeanLoss):
    def losses(self, pool, sets):
        sets[0]
        return self.mean_errors(pool, sets)


class NobodyIsNoNumber(MeanLoss):
    def losses(self, pool, sets):
        with np.errstate(invalid="ignore"):
            return 1.0 - sets @ pool.accuracies / sets.sum(axis=1)


class Squeezed(MeanLoss):
    """What is meant for one set is done to a batch of one."""

    def losses(self, pool, sets):
        losses = self.mean_errors(pool, sets)
        return losses * 0.5 if len(losses) == 1 else losses


class Normalised(MeanLoss):
    """Divides by what is best in the batch."""

    def losses(self, pool, sets):
        losses = self.mean_errors(pool, sets)
        return losses if len(losses) < 2 else losses / max(losses.max(), 1e-300)


class Scribbler(MeanLoss):
    def losses(self, pool, sets):
        losses = self.mean_errors(pool, sets)
        sets[:, 0] = False
        return losses


class Relabels(MeanLoss):
    def losses(self, pool, sets):
        pool.metadata["seen"] = (1.0,) * len(pool)
        return self.mean_errors(pool, sets)


class ByMemory(MeanLoss):
    """Reads the bytes of a matrix as if they always lay row by row."""

    def losses(self, pool, sets):
        return self.mean_errors(pool, sets.ravel(order="K").reshape(sets.shape))


class InPlace(MeanLoss):
    """Undoes what it did, but cannot do it to an array that is locked."""

    def losses(self, pool, sets):
        sets ^= True
        sets ^= True
        return self.mean_errors(pool, sets)


class Counter(MeanLoss):
    """Creeps up with every call."""

    def __init__(self):
        self.calls = 0

    def losses(self, pool, sets):
        self.calls += 1
        return self.mean_errors(pool, sets) / (1.0 + 1e-3 * self.calls)


class Recycler(MeanLoss):
    """Hands out one buffer again and again."""

    def __init__(self):
        self.buffer = np.zeros(1000)

    def losses(self, pool, sets):
        self.buffer[: len(sets)] = self.mean_errors(pool, sets)
        return self.buffer[: len(sets)]


class Shared(MeanLoss):
    """Keeps what it is working on where every thread can see it."""

    def losses(self, pool, sets):
        self.current = sets
        time.sleep(1e-4)
        return self.mean_errors(pool, self.current).copy()


class OneAtATime(Shared):
    """Finds out that it is disturbed, and complains."""

    busy = False

    def losses(self, pool, sets):
        if self.busy:
            raise RuntimeError("one at a time, please")
        self.busy = True
        losses = super().losses(pool, sets)
        self.busy = False
        return losses


BROKEN = [
    ("one-number-per-set", Column(), r"an array of float64 of shape \(1, 1\) instead of float64 of shape \(1,\)"),
    ("one-number-per-set", AsList(), "found: list instead of an array"),
    ("one-number-per-set", Single(), "an array of float32 of shape"),
    ("no-sets", NeedsARow(), "it raised IndexError: index 0 is out of bounds"),
    ("finite-numbers", NobodyIsNoNumber(), r"sets = \[\{\}\]\n  found: row 0 has the loss nan"),
    ("one-set", Squeezed(), r"row 0 has the loss \S+ in the batch and \S+ alone"),
    ("rows-apart", Normalised(), r"row 0 has the loss \S+, but \S+ when the other rows are complemented"),
    ("inputs-unchanged", Scribbler(), r"sets = \[\{0\}\]\n  found: after the call, sets was \[\[\]\]"),
    ("inputs-unchanged", Relabels(), "after the call, the pool had different columns"),
    ("any-layout", ByMemory(), r"column-major sets: row \d has the loss \S+ instead of"),
    ("any-layout", InPlace(), "read-only sets: it raised ValueError: output array is read-only"),
    ("same-result-again", Counter(), r"\[\S+\] on the first call, \[\S+\] on the second"),
    ("results-stay", Recycler(), r"the first result was \[\S+\] and became \["),
    ("many-threads", Shared(), "threads = 4\n  found: .* instead of"),
    ("many-threads", OneAtATime(), "threads = 4\n  found: it raised RuntimeError: one at a time, please"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in BATCHES}


@pytest.mark.slow
def test_an_answer_that_another_pool_changes_is_caught(complaint):
    class Remembers(MeanLoss):
        def __init__(self):
            self.worst = None

        def losses(self, pool, sets):
            self.worst = min(self.worst or 1.0, float(pool.accuracies.min()))
            return np.where(sets.any(axis=1), self.worst, 1.0) + 0.0 * self.mean_errors(pool, sets)

    text = complaint(energy_checks(Remembers()), "same-result-again")
    assert "after a call with other_pool" in text
