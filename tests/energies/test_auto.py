from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool
from haversack.energies import AutoEnergy, MajorityVote, PluralityVote, SmoothedVote


def recorded(items):
    return Pool.from_votes([["a", "b"]] * items, ["a"] * items)


def test_it_offers_what_suits_the_pool():
    coin = AutoEnergy("coin")
    assert coin.offer_energies(Pool(accuracies=[0.7])) == (MajorityVote("coin"),)
    assert coin.offer_energies(recorded(499)) == (PluralityVote("coin"), SmoothedVote("coin"))
    assert coin.offer_energies(recorded(500)) == (PluralityVote("coin"),)


@pytest.mark.parametrize(
    ("pool", "energy"), [(recorded(3), PluralityVote()), (Pool(accuracies=[0.7, 0.6]), MajorityVote())]
)
def test_alone_it_is_the_usual_energy(pool, energy):
    sets = np.array([[True, False], [True, True]])
    assert AutoEnergy().losses(pool, sets).tolist() == energy.losses(pool, sets).tolist()
    assert AutoEnergy().fit_vote(pool, [0]) == energy.fit_vote(pool, [0])
