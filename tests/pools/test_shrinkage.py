"""Shrunk accuracies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.pools.shrinkage import MOST_STRENGTH, shrink_accuracies

MEMBERS = st.lists(st.integers(0, 30).flatmap(lambda k: st.tuples(st.integers(0, k), st.just(k))), min_size=1)


@given(MEMBERS)
def test_every_member_lies_between_its_own_share_and_the_mean(members):
    right, answers = np.array(members, dtype=float).T
    shrunk = shrink_accuracies(right, answers)
    mean = right.sum() / answers.sum() if answers.any() else 0.5
    for share, k, r in zip(shrunk, answers, right, strict=True):
        own = r / k if k else mean
        assert min(own, mean) - 1e-12 <= share <= max(own, mean) + 1e-12


def test_the_formula_by_hand():
    # mu = 20/30; variance of 1, .5, .5 less mu (1 - mu)/10; s = mu (1 - mu)/v - 1.
    right, answers = np.array([10.0, 5.0, 5.0]), np.array([10.0, 10.0, 10.0])
    mean = 2 / 3
    between = np.var([1.0, 0.5, 0.5], ddof=1) - mean * (1 - mean) / 10
    strength = mean * (1 - mean) / between - 1
    assert strength == pytest.approx(2.6364, abs=1e-4)
    assert shrink_accuracies(right, answers) == pytest.approx((right + strength * mean) / (10 + strength))


@pytest.mark.parametrize(
    ("right", "answers", "strength", "mean"),
    [
        ([8.0, 8.0], [10.0, 10.0], MOST_STRENGTH, 0.8),  # no spread between members
        ([10.0, 0.0], [10.0, 10.0], 2.0, 0.5),  # more than any strength explains
        ([5.0], [10.0], MOST_STRENGTH, 0.5),  # one member has no spread
        ([3.0, 3.0], [3.0, 3.0], MOST_STRENGTH, 1.0),
    ],
)
def test_the_strength_is_limited(right, answers, strength, mean):
    right, answers = np.array(right), np.array(answers)
    assert shrink_accuracies(right, answers) == pytest.approx((right + strength * mean) / (answers + strength))


def test_a_member_with_three_of_three_is_not_taken_for_perfect():
    right = np.array([3.0, *[70.0] * 9])
    answers = np.array([3.0, *[100.0] * 9])
    assert shrink_accuracies(right, answers)[0] < 0.75


def test_without_any_answer_nothing_is_known():
    assert shrink_accuracies(np.zeros(2), np.zeros(2)).tolist() == [0.5, 0.5]
