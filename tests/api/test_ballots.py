"""What an energy hands out about recorded votes."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool
from haversack.capabilities import Ballots, HasBallots
from haversack.energies import PluralityVote


@pytest.mark.parametrize(
    ("answers", "complete"),
    [([[0, 1], [1, 0]], True), ([[0, 1], [-1, 0]], False), ([[0, 1], [2, 0]], False), ([[0, 0], [0, 0]], True)],
)
def test_ballots_are_complete_if_all_answered_and_there_are_two_answers(answers, complete):
    assert Ballots(np.array(answers), np.zeros(0), "wrong").is_complete is complete


def test_votes_hand_out_their_ballots():
    pool = Pool.from_votes([["a", "b"], ["b", "b"]], truth=["a", "b"])
    assert isinstance(PluralityVote(), HasBallots)
    assert PluralityVote().ballots(pool).answers.tolist() == [[0, 0], [1, 0]]
