"""For each promise of an energy one that breaks it, and the complaint."""

from __future__ import annotations

import re
import time

import attrs
import numpy as np
import pytest

from haversack import Pool, Traits
from haversack.capabilities import Moments
from haversack.energies import MajorityVote
from haversack.testing import BrokenPromise, check_energy, energy_checks
from haversack.testing.batches import BATCHES
from haversack.testing.energies import ENERGIES
from haversack.testing.energy_capabilities import CAPABILITIES


class Right:
    """One minus the mean accuracy: an energy that keeps all it promises."""

    def __repr__(self):
        return type(self).__name__

    def losses(self, pool, sets):
        return self.means(pool, sets)

    def means(self, pool, sets):
        sizes = sets.sum(axis=1)
        return 1.0 - np.divide(sets @ pool.accuracies, sizes, out=np.zeros(len(sets)), where=sizes > 0)


class Column(Right):
    def losses(self, pool, sets):
        return self.means(pool, sets)[:, np.newaxis]


class AsList(Right):
    def losses(self, pool, sets):
        return self.means(pool, sets).tolist()


class Single(Right):
    def losses(self, pool, sets):
        return self.means(pool, sets).astype(np.float32)


class NeedsARow(Right):
    def losses(self, pool, sets):
        sets[0]
        return self.means(pool, sets)


class NobodyIsNoNumber(Right):
    def losses(self, pool, sets):
        with np.errstate(invalid="ignore"):
            return 1.0 - sets @ pool.accuracies / sets.sum(axis=1)


class Squeezed(Right):
    """What is meant for one set is done to a batch of one."""

    def losses(self, pool, sets):
        losses = self.means(pool, sets)
        return losses * 0.5 if len(losses) == 1 else losses


class Normalised(Right):
    """Divides by what is best in the batch."""

    def losses(self, pool, sets):
        losses = self.means(pool, sets)
        return losses if len(losses) < 2 else losses / max(losses.max(), 1e-300)


class Scribbler(Right):
    def losses(self, pool, sets):
        losses = self.means(pool, sets)
        sets[:, 0] = False
        return losses


class Relabels(Right):
    def losses(self, pool, sets):
        pool.metadata["seen"] = (1.0,) * len(pool)
        return self.means(pool, sets)


class ByMemory(Right):
    """Reads the bytes of a matrix as if they always lay row by row."""

    def losses(self, pool, sets):
        return self.means(pool, sets.ravel(order="K").reshape(sets.shape))


class InPlace(Right):
    """Undoes what it did, but cannot do it to an array that is locked."""

    def losses(self, pool, sets):
        sets ^= True
        sets ^= True
        return self.means(pool, sets)


class Counter(Right):
    """Creeps up with every call."""

    def __init__(self):
        self.calls = 0

    def losses(self, pool, sets):
        self.calls += 1
        return self.means(pool, sets) / (1.0 + 1e-3 * self.calls)


class Recycler(Right):
    """Hands out one buffer again and again."""

    def __init__(self):
        self.buffer = np.zeros(1000)

    def losses(self, pool, sets):
        self.buffer[: len(sets)] = self.means(pool, sets)
        return self.buffer[: len(sets)]


class Shared(Right):
    """Keeps what it is working on where every thread can see it."""

    def losses(self, pool, sets):
        self.current = sets
        time.sleep(1e-4)
        return self.means(pool, self.current).copy()


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


class ProfitInDisguise(Right):
    def losses(self, pool, sets):
        return -(sets @ pool.accuracies)


class NobodyIsRight(Right):
    def losses(self, pool, sets):
        return np.where(sets.any(axis=1), self.means(pool, sets), 0.0)


class SameSign(ProfitInDisguise):
    def value(self, loss):
        return loss


class NoValue(ProfitInDisguise):
    def value(self, loss):
        return None


class CopiesByOne(MajorityVote):
    """Counts one copy too few."""

    def copies_losses(self, pool, members, copies):
        return super().copies_losses(pool, members, np.maximum(copies - 1, 0))


class FlatCopies(MajorityVote):
    def copies_losses(self, pool, members, copies):
        return super().copies_losses(pool, members, copies).ravel()


class NoInfinity(MajorityVote):
    """Says something where nothing is."""

    def prefix_losses(self, pool, orders, lengths):
        return np.where(np.isinf(told := super().prefix_losses(pool, orders, lengths)), 0.0, told)


class LatePrefixes(MajorityVote):
    """Is off by one member."""

    def prefix_losses(self, pool, orders, lengths):
        return np.roll(super().prefix_losses(pool, orders, lengths), 2, axis=1)


class FlatPrefixes(MajorityVote):
    def prefix_losses(self, pool, orders, lengths):
        return super().prefix_losses(pool, orders, lengths).ravel()


class WordsForTraits(Right):
    traits = "monotone"


class EvenIsFine(MajorityVote):
    """Decides ties by a coin, and still says that odd sizes suffice."""

    def losses(self, pool, sets):
        even = sets.sum(axis=1) % 2 == 0
        return np.where(even & sets.any(axis=1), super().losses(pool, sets) * 0.1, super().losses(pool, sets))


class Contrary(Right):
    """Says the opposite of what it does."""

    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        return np.where(sets.any(axis=1), 1.0 - self.means(pool, sets), 1.0)


class MindsTheCost(Right):
    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        dear = np.where(sets, pool.costs, 0.0).max(axis=1) > 2.5
        return np.where(sets.any(axis=1) & ~dear, 0.5 * self.means(pool, sets), self.means(pool, sets))


class MindsThePlace(Right):
    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        return np.where(sets[:, 0], 0.5 * self.means(pool, sets), self.means(pool, sets))


class Expects(Right):
    """Takes the mean accuracy for the chance of a majority."""

    traits = Traits(plain_majority=True)


class RisingWeights(MajorityVote):
    def error_weights(self, size):
        return super().error_weights(size)[::-1]


class ShortWeights(MajorityVote):
    def error_weights(self, size):
        return super().error_weights(size)[:-1]


class Subtracted(MajorityVote):
    """Computes the chance of being right, and takes it from 1: small losses lose their digits."""

    def losses(self, pool, sets):
        return 1.0 - (1.0 - super().losses(pool, sets))


class VarianceForDeviation(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        told = super().moments(size, accuracy_mean, accuracy_variance)
        return Moments(told.mean_error, told.standard_deviation**2)


class MeanOfQ(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        told = super().moments(size, accuracy_mean, accuracy_variance)
        return Moments(1.0 - told.mean_error, told.standard_deviation)


class PairOfMoments(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        return 0.1, 0.01


class NoMoments(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        raise NotImplementedError("some day")


BROKEN = [
    ("one-number-per-set", Column(), r"an array of float64 of shape \(1, 1\) instead of float64 of shape \(1,\)"),
    ("one-number-per-set", AsList(), "found: list instead of an array"),
    ("one-number-per-set", Single(), "an array of float32 of shape"),
    ("no-sets", NeedsARow(), "it raised IndexError: index 0 is out of bounds"),
    ("finite-numbers", NobodyIsNoNumber(), r"sets = \[\{\}\]\n  found: row 0 has the loss nan"),
    ("one-set", Squeezed(), r"row 0 has the loss \S+, and \S+ alone"),
    ("rows-apart", Normalised(), r"row 0 has the loss \S+, and \S+ if the other rows are turned inside out"),
    ("inputs-unchanged", Scribbler(), r"sets = \[\{0\}\]\n  found: afterwards sets were \[\[\]\]"),
    ("inputs-unchanged", Relabels(), "afterwards the pool had other columns"),
    ("any-layout", ByMemory(), r"column by column, row \d has the loss \S+ instead of"),
    ("any-layout", InPlace(), "read-only, it raised ValueError: output array is read-only"),
    ("same-answer-again", Counter(), r"\[\S+\] at first, then \["),
    ("answers-stay", Recycler(), r"the first answer was \[\S+\] and became \["),
    ("many-threads", Shared(), "threads = 4\n  found: .* instead of"),
    ("many-threads", OneAtATime(), "threads = 4\n  found: it raised RuntimeError: one at a time, please"),
    ("losses-are-probabilities", ProfitInDisguise(), "an energy that is no probability has a method value()"),
    ("empty-set", NobodyIsRight(), "the empty set has the loss 0.0"),
    ("value-falls-with-loss", SameSign(), r"value\(-\S+\) is -\S+, value\(\S+\) is"),
    ("value-falls-with-loss", NoValue(), r"value\(\S+\) is None"),
    ("copies-of-a-member", CopiesByOne(), r"copies = 1\n  found: the loss 1.0 for the copies, and \S+ for equal"),
    ("shape-of-copies", FlatCopies(), r"shape \(6,\) instead of \(2, 3\)"),
    ("losses-of-beginnings", NoInfinity(), "0.0 instead of inf for the first 1 of order 0"),
    ("losses-of-beginnings", LatePrefixes(), "instead of .* for the first"),
    ("losses-of-beginnings", FlatPrefixes(), r"shape \(0,\) instead of \(0, 1\)"),
    ("traits-are-told", WordsForTraits(), "found: 'monotone' at first, 'monotone' then"),
    ("odd-sizes-suffice", EvenIsFine(), r"the 2 members \[0, 1\] have the loss \S+, and without one of them \["),
    ("monotone-in-accuracy", Contrary(), r"raised = \[.*\n.*\n.*\n  found: the loss rose from \S+ to"),
    ("accuracies-alone", MindsTheCost(), r"the loss \S+, and \S+ at other costs"),
    ("accuracies-alone", MindsThePlace(), r"the loss \S+, and \S+ with the pool in reverse order"),
    ("plain-majority", Expects(), r"the loss \S+ of \[0, 1, 2\], and \S+ by chance"),
    ("plain-majority", Subtracted(), r"the loss 0.0 of \[0, 1, 2\], and \S+ by chance"),
    ("weights-fall", RisingWeights(), r"size = 1\n  found: \[0.0, 1.0\]"),
    ("weights-fall", ShortWeights(), r"shape \(1,\) instead of \(2,\)"),
    ("votes-are-counted", Subtracted(), r"the loss \S+, and \S+ by the weights"),
    (
        "moments-by-sampling",
        VarianceForDeviation(),
        r"size = 1\n.*\n.*\n  found: standard_deviation 0.02; 2000 samples",
    ),
    ("moments-by-sampling", MeanOfQ(), "found: mean_error 0.7; 2000 samples give 0.3"),
    ("moments-by-sampling", PairOfMoments(), r"\(0.1, 0.01\) instead of haversack.capabilities.Moments"),
    ("moments-by-sampling", NoMoments(), "it raised NotImplementedError: some day"),
]


@pytest.mark.parametrize(("name", "energy", "told"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, energy, told, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(told, text), text


def test_there_is_a_broken_energy_for_every_promise():
    promises = {promise.name for promises in (BATCHES, ENERGIES, CAPABILITIES) for promise in promises}
    assert {name for name, _, _ in BROKEN} == promises


def test_an_answer_that_another_pool_changes_is_caught(complaint):
    class Remembers(Right):
        def __init__(self):
            self.worst = None

        def losses(self, pool, sets):
            self.worst = min(self.worst or 1.0, float(pool.accuracies.min()))
            return np.where(sets.any(axis=1), self.worst, 1.0) + 0.0 * self.means(pool, sets)

    text = complaint(energy_checks(Remembers()), "same-answer-again")
    assert "after a question about other_pool" in text


def test_an_energy_that_keeps_its_promises_passes_and_offers_no_more_checks_than_it_has_capabilities():
    checks = energy_checks(Right)
    for check in checks:
        check()
    assert not {"copies-of-a-member", "moments-by-sampling", "options-round-trip"} & {str(check) for check in checks}


def test_all_at_once_tells_the_first():
    with pytest.raises(BrokenPromise, match="one number, in an array of float64") as caught:
        check_energy(AsList())
    assert isinstance(caught.value, AssertionError)
    assert caught.value.found == "list instead of an array"
    assert set(caught.value.example) == {"pool", "sets"}


def test_a_pool_of_ones_own_may_be_needed():
    @attrs.frozen
    class Weight:
        def losses(self, pool, sets):
            return np.asarray(-(sets @ np.array(pool.metadata["weight"])))

        def value(self, loss):
            return -loss

    def heavy(accuracies, costs):
        return Pool(metadata={"weight": (10.0 * costs).tolist()})

    check_energy(Weight(), make_pool=heavy)
    with pytest.raises(BrokenPromise, match="it raised KeyError: 'weight'"):
        check_energy(Weight())


def test_a_pool_that_cannot_be_made_is_the_authors_own_mistake():
    def impossible(accuracies, costs):
        raise LookupError("out of stock")

    with pytest.raises(LookupError, match="out of stock"):
        check_energy(Right(), make_pool=impossible)


def test_the_message_is_the_same_every_time(complaint):
    assert len({complaint(energy_checks(Column()), "one-number-per-set") for _ in range(2)}) == 1
