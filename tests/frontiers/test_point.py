"""What changes from one budget to the next."""

from __future__ import annotations

import json
import math

import pytest

from haversack import FrontierPoint, Pool, frontier
from haversack.frontiers.point import link_points


def point(cost, loss, names):
    return FrontierPoint(cost, cost, tuple(range(len(names))), names, loss, 1 - loss, loss)


def test_changes_and_gains_are_those_between_neighbours():
    first, second, third = link_points(
        [point(1.0, 1e-2, ("a", "b")), point(3.0, 1e-4, ("b", "c")), point(4.0, 0.0, ("b", "c"))]
    )
    assert (first.enters, first.leaves) == (("a", "b"), ())
    assert (second.enters, second.leaves) == (("c",), ("a",))
    assert (third.enters, third.leaves) == ((), ())
    assert first.next_budget == 3.0
    assert first.value_gain == pytest.approx((1e-2 - 1e-4) / 2)
    assert first.digits_gain == pytest.approx(1.0)
    # An error of 0 has no logarithm.
    assert (second.value_gain, second.digits_gain) == (1e-4, None)
    assert (third.next_budget, third.value_gain, third.digits_gain) == (None, None, None)
    assert link_points([]) == ()


def test_gains_of_tiny_errors_keep_their_digits():
    first, _ = link_points([point(1.0, 3e-20, ("a",)), point(2.0, 1e-20, ("b",))])
    assert first.value_gain == pytest.approx(2e-20)
    assert first.digits_gain == pytest.approx(math.log10(3))


def test_a_gain_beyond_every_number_is_left_out():
    found = frontier(Pool(accuracies=[0.6, 0.9], costs=[1e-310, 2e-310]), seed=1)
    assert [point.value_gain for point in found.points] == [None, None]
    assert json.loads(found.to_json())["points"][0]["value_gain"] is None
    assert "inf" not in found.to_csv()
