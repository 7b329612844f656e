from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from haversack.kernels.item_scores import compute_tail, write_lost


def test_tails_are_those_of_the_normal_distribution():
    points = [*np.linspace(-7.9, 7.9, 1_000).tolist(), -9.0, 9.0, 0.0, 1 / 512, -1 / 512]
    expected = [NormalDist().cdf(-point) for point in points]
    assert [compute_tail(point) for point in points] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("leads", "answered", "lost", "by_coin"),
    [
        ([-1, -2], 1, 0.0, 0.0),
        ([3, -2], 1, 1.0, 1.0),
        ([0, -2], 1, 1.0, 0.5),
        ([0, 0], 2, 1.0, 2 / 3),
        ([1, 0], 2, 1.0, 1.0),
        ([-5, -5], 0, 1.0, 1.0),
        ([0, 0], 0, 1.0, 1.0),
    ],
)
def test_an_item_is_won_by_the_right_label_alone(leads, answered, lost, by_coin):
    numbers = np.array([[answered], *([lead] for lead in leads)], dtype=np.int32)
    for coin, expected in ((False, lost), (True, by_coin)):
        found = np.empty(1)
        write_lost(numbers, coin, 0.0, np.empty(1, dtype=np.int32), found)
        assert found[0] == pytest.approx(expected, rel=1e-15)
