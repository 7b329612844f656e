"""Items that were answered alike count as one."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as hnp

from haversack.capabilities import Ballots
from haversack.searchers.exact_votes.equal_items import merge_equal_items

SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 30))


def weigh_patterns(ballots):
    """Return the weight of every way in which items were answered."""
    weights = ballots.weights if len(ballots.weights) else np.ones(ballots.answers.shape[1])
    totals = {}
    for pattern, weight in zip(ballots.answers.T.tolist(), weights.tolist(), strict=True):
        totals[tuple(pattern)] = totals.get(tuple(pattern), 0.0) + weight
    return totals


@given(answers=hnp.arrays(np.int16, SHAPES, elements=st.integers(-1, 2)), data=st.data())
def test_every_way_to_answer_keeps_its_weight(answers, data):
    weights = data.draw(hnp.arrays(float, answers.shape[1], elements=st.integers(0, 3)) | st.just(np.zeros(0)))
    ballots = Ballots(answers, weights, "coin")
    merged = merge_equal_items(ballots)
    assert weigh_patterns(merged) == weigh_patterns(ballots)
    assert merged.answers.shape[1] == len(weigh_patterns(ballots))
    assert merged.ties == "coin"


@pytest.mark.parametrize("weights", [[0.1, 0.2, 0.3], [2.0**53, 1.0, 1.0]])
def test_weights_whose_sum_is_rounded_are_left_alone(weights):
    ballots = Ballots(np.zeros((2, 3), dtype=np.int16), np.array(weights), "wrong")
    assert merge_equal_items(ballots) is ballots


def test_items_that_only_seem_equal_are_left_alone(monkeypatch):
    monkeypatch.setattr(
        "haversack.searchers.exact_votes.equal_items._hash_items", lambda answers: np.zeros(answers.shape[1])
    )
    ballots = Ballots(np.array([[0, 1, 1]]), np.zeros(0), "wrong")
    assert merge_equal_items(ballots) is ballots
