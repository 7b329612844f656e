from __future__ import annotations

import numpy as np
import pytest

from haversack.searchers.exact import exchanges
from haversack.searchers.exact.exchanges import exchange_members


def test_an_exchange_takes_the_best_that_fits_and_keeps_count():
    values = np.array([0.0, -1.0, -3.0, -2.0])
    usage = np.array([[1.0], [1.5], [4.0], [2.0]])
    chosen, left = np.array([True, False, False, False]), np.array([1.0])
    assert exchange_members(values, usage, left, chosen)
    assert chosen.tolist() == [False, False, False, True]
    assert left.tolist() == [0.0]
    assert not exchange_members(values, usage, left, chosen)


@pytest.mark.parametrize(("left", "expected"), [(0.4, 3), (0.5, 2), (1.0, 1), (3.0, 0)])
def test_exchanges_use_up_what_is_left_the_largest_gain_first(left, expected):
    values, usage = -np.array([0.9, 0.8, 0.7, 0.6]), np.array([[4.0], [2.0], [1.5], [1.0]])
    chosen = np.array([False, False, False, True])
    exchange_members(values, usage, np.array([left]), chosen)
    assert np.flatnonzero(chosen).tolist() == [expected]


def test_every_resource_counts():
    values, usage = np.array([0.0, -1.0, -2.0]), np.array([[1.0, 1.0], [1.0, 1.0], [1.0, 3.0]])
    chosen = np.array([True, False, False])
    assert exchange_members(values, usage, np.array([5.0, 1.0]), chosen)
    assert chosen.tolist() == [False, True, False]


@pytest.mark.parametrize("inside", [0, 3])
def test_where_all_or_none_are_in_nothing_can_be_exchanged(inside):
    chosen = np.arange(3) < inside
    assert not exchange_members(np.arange(3.0), np.ones((3, 1)), np.ones(1), chosen)
    assert chosen.sum() == inside


def test_the_number_of_exchanges_is_limited(monkeypatch):
    monkeypatch.setattr(exchanges, "_MOST_ROUNDS", 1)
    chosen = np.array([True, True, False, False])
    assert exchange_members(np.array([2.0, 1.0, 0.0, 0.5]), np.zeros((4, 0)), np.zeros(0), chosen)
    assert chosen.tolist() == [False, True, True, False]
