"""For each promise about counted votes, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import pytest

from fakes import MeanLoss
from haversack import Traits
from haversack.energies import MajorityVote
from haversack.testing import energy_checks
from haversack.testing.energy_vote_counts import VOTE_COUNTS


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


class Expects(MeanLoss):
    """Takes the mean accuracy for the chance of a majority."""

    traits = Traits(plain_majority=True)


BROKEN = [
    ("weights-fall", RisingWeights(), r"size = 1\n  found: \[0.0, 1.0\]"),
    ("weights-fall", ShortWeights(), r"shape \(1,\) instead of \(2,\)"),
    ("votes-are-counted", Subtracted(), r"the loss is \S+; the weights give \S+"),
    ("plain-majority", Expects(), r"the set \[0, 1, 2\] has the loss \S+; its error probability is \S+"),
    ("plain-majority", Subtracted(), r"the set \[0, 1, 2\] has the loss 0.0; its error probability is \S+"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in VOTE_COUNTS}
