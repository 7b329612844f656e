from __future__ import annotations

import numpy as np
import pytest

from haversack.pools.shrinkage import shrink_accuracies


def test_equal_members_are_drawn_to_the_mean_most():
    right, given = np.array([7.0, 7.0, 7.0]), np.array([10.0, 10.0, 10.0])
    assert shrink_accuracies(right, given) == pytest.approx([0.7] * 3)


def test_members_who_differ_are_drawn_less():
    """Variance of the shares less the noise of chance, by hand: s = mu (1 - mu) / sigma^2 - 1."""
    right, given = np.array([90.0, 50.0]), np.array([100.0, 100.0])
    variance = 0.04 - 0.7 * 0.3 / 100
    strength = 0.7 * 0.3 / variance - 1
    assert 2 < strength < 200
    expected = [(90 + strength * 0.7) / (100 + strength), (50 + strength * 0.7) / (100 + strength)]
    assert shrink_accuracies(right, given) == pytest.approx(expected)


def test_a_member_without_answers_has_the_mean():
    assert shrink_accuracies(np.array([6.0, 0.0]), np.array([10.0, 0.0]))[1] == pytest.approx(0.6)


def test_without_any_answer_nothing_is_known():
    assert shrink_accuracies(np.zeros(2), np.zeros(2)).tolist() == [0.5, 0.5]
