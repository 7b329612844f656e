"""The plain vote of a panel."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool
from haversack.capabilities import FitsVote, Vote
from haversack.energies import MajorityVote, PluralityVote
from haversack.energies.plurality import PluralityCount


def test_votes_are_counted_by_label():
    counts = PluralityCount(3).scores(np.array([[0, 2, 2, -1], [-1, -1, -1, -1]]))
    assert counts.tolist() == [[1.0, 0.0, 2.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("energy", [PluralityVote("coin"), MajorityVote("coin")])
def test_energies_of_plain_votes_offer_it(energy):
    pool = Pool.from_votes([["a", "b"], ["c", "a"]], ["a", "a"])
    vote = energy.fit_vote(pool, [0, 1])
    assert isinstance(energy, FitsVote)
    assert isinstance(vote, Vote)
    assert vote == PluralityCount(labels=3, ties="coin")
