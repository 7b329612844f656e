from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, Problem
from haversack.capabilities import FitsVote, FollowsWalks, HasItemLosses, HasNotes, MakesMoves
from haversack.costs import NoCost
from haversack.energies import BayesVote, SmoothedVote

POOL = Pool.from_votes([["a", "b", "a"], ["b", "b", None], ["a", "a", "b"]], ["a", "b", "a"], item_weights=[1, 2, 3])


@pytest.mark.parametrize("energy", [BayesVote(), SmoothedVote()])
def test_what_is_prepared_gives_the_same_answers(energy):
    prepared = Problem(POOL, energy, NoCost()).energy
    sets = np.array([[True, True, False], [False, False, True], [False, False, False]])
    assert prepared.losses(POOL, sets).tolist() == energy.losses(POOL, sets).tolist()
    assert prepared.item_losses(POOL, sets).tolist() == energy.item_losses(POOL, sets).tolist()
    assert np.average(prepared.item_losses(POOL, sets), axis=1, weights=[1, 2, 3]) == pytest.approx(
        energy.losses(POOL, sets)
    )
    assert prepared.notes(POOL, sets[0]) == energy.notes(POOL, sets[0])
    answers = POOL.votes.answers[:, :2]
    assert (
        prepared.fit_vote(POOL, [0, 1]).scores(answers).tolist()
        == energy.fit_vote(POOL, [0, 1]).scores(answers).tolist()
    )
    for capability in (FitsVote, FollowsWalks, HasItemLosses, HasNotes):
        assert isinstance(energy, capability)
        assert isinstance(prepared, capability)
    assert isinstance(energy.walks(POOL, sets), MakesMoves)
