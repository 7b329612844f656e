"""Shared mistakes against counting them one by one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from haversack.pages.shared_mistakes import compute_shared_mistakes
from haversack.pools.votes import RecordedVotes

SHAPES = st.tuples(st.integers(1, 8), st.integers(2, 4))


@st.composite
def recorded_votes(draw):
    items, members = draw(SHAPES)
    answers = draw(hnp.arrays(np.int64, (items, members), elements=st.integers(-1, 2)))
    truth = draw(hnp.arrays(np.int64, items, elements=st.integers(0, 2)))
    weights = draw(st.none() | hnp.arrays(np.float64, items, elements=st.sampled_from([0.5, 1.0, 2.0])))
    return RecordedVotes(answers, truth, ("a", "b", "c"), weights)


def count(votes, first, second):
    """Shares as fractions: both wrong, the first, the second; None without an item that both answered."""
    total = both = one = other = Fraction(0)
    for item in range(len(votes)):
        weight = Fraction(1 if votes.item_weights is None else float(votes.item_weights[item]))
        answers = votes.answers[item, [first, second]]
        if (answers < 0).any():
            continue
        wrong = answers != votes.truth[item]
        total += weight
        both += weight * bool(wrong.all())
        one, other = one + weight * bool(wrong[0]), other + weight * bool(wrong[1])
    return None if total == 0 else (both / total, one / total * (other / total))


@given(recorded_votes())
def test_it_equals_a_count(votes):
    mistakes = compute_shared_mistakes(votes, range(votes.members))
    for first in range(votes.members):
        for second in range(votes.members):
            expected = count(votes, first, second)
            if expected is None:
                assert np.isnan(mistakes.both[first, second])
            else:
                assert mistakes.both[first, second] == pytest.approx(float(expected[0]))
                assert mistakes.expected[first, second] == pytest.approx(float(expected[1]))


def test_the_worst_pair_is_the_one_furthest_above_independence():
    truth = np.zeros(4, dtype=int)
    answers = np.array([[1, 0, 1], [1, 0, 1], [0, 1, 0], [0, 0, 0]])
    mistakes = compute_shared_mistakes(RecordedVotes(answers, truth, ("a", "b")), [0, 1, 2])
    assert mistakes.find_worst_pair() == (0, 2)
    assert mistakes.ratio[0, 2] == 2.0


def test_without_a_pair_above_independence_there_is_no_worst():
    votes = RecordedVotes(np.array([[1, 0], [0, 1]]), np.zeros(2, dtype=int), ("a", "b"))
    assert compute_shared_mistakes(votes, [0, 1]).find_worst_pair() is None
