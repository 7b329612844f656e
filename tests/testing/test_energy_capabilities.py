"""For each promise of a capability, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from haversack.capabilities import Ballots, Moments
from haversack.energies import MajorityVote
from haversack.testing import energy_checks
from haversack.testing.energy_capabilities import CAPABILITIES


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
        return np.where(np.isinf(message := super().prefix_losses(pool, orders, lengths)), 0.0, message)


class LatePrefixes(MajorityVote):
    """Is off by one member."""

    def prefix_losses(self, pool, orders, lengths):
        return np.roll(super().prefix_losses(pool, orders, lengths), 2, axis=1)


class FlatPrefixes(MajorityVote):
    def prefix_losses(self, pool, orders, lengths):
        return super().prefix_losses(pool, orders, lengths).ravel()


class VarianceForDeviation(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        message = super().moments(size, accuracy_mean, accuracy_variance)
        return Moments(message.mean_error, message.standard_deviation**2)


class MeanOfQ(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        message = super().moments(size, accuracy_mean, accuracy_variance)
        return Moments(1.0 - message.mean_error, message.standard_deviation)


class PairOfMoments(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        return 0.1, 0.01


class NoMoments(MajorityVote):
    def moments(self, size, accuracy_mean, accuracy_variance):
        raise NotImplementedError("some day")


class NumberForBallots(MajorityVote):
    def ballots(self, pool):
        return 3


class AlwaysRight(MajorityVote):
    """Says that everybody is right on the only item."""

    def ballots(self, pool):
        return Ballots(np.zeros((len(pool), 1), dtype=np.int16), np.zeros(0), "wrong")


class NoMembers(MajorityVote):
    def ballots(self, pool):
        return Ballots(np.zeros((0, 1), dtype=np.int16), np.zeros(0), "wrong")


BROKEN = [
    ("losses-by-counting", NumberForBallots(), "3 instead of haversack.capabilities.Ballots"),
    ("losses-by-counting", AlwaysRight(), r"the loss is \S+; counting gives 0.0"),
    ("losses-by-counting", NoMembers(), r"answers of shape \(0, 1\) for a pool of \d"),
    ("copies-of-a-member", CopiesByOne(), r"copies = 1\n  found: the copies have the loss 1.0, equal members \S+"),
    ("shape-of-copies", FlatCopies(), r"shape \(6,\) instead of \(2, 3\)"),
    ("losses-of-prefixes", NoInfinity(), "0.0 instead of inf for the first 1 of order 0"),
    ("losses-of-prefixes", LatePrefixes(), "instead of .* for the first"),
    ("losses-of-prefixes", FlatPrefixes(), r"shape \(0,\) instead of \(0, 1\)"),
    (
        "moments-by-sampling",
        VarianceForDeviation(),
        r"size = 1\n.*\n.*\n  found: standard_deviation is 0.02; 2000 samples",
    ),
    ("moments-by-sampling", MeanOfQ(), "found: mean_error is 0.7; 2000 samples give 0.3"),
    ("moments-by-sampling", PairOfMoments(), r"\(0.1, 0.01\) instead of haversack.capabilities.Moments"),
    ("moments-by-sampling", NoMoments(), "it raised NotImplementedError: some day"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in CAPABILITIES}
