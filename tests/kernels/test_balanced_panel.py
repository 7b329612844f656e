from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.balanced_panel import exchange_members, find_balanced_tilt
from oracles import odd_log_error, panel_tilt
from tilted import knapsack


@pytest.mark.parametrize("seed", range(5))
def test_the_members_inside_have_the_tilt_and_about_the_error_that_is_said(seed):
    random = np.random.default_rng(seed)
    accuracies = random.beta(17, 5, 201)
    usage = random.exponential(1.0, (201, 1))
    keys, prices = np.empty(201), np.zeros(1)
    tilt, estimate = find_balanced_tilt(accuracies, knapsack(usage, 0.3 * usage.sum(axis=0)), 1, prices, keys)
    inside = np.flatnonzero(keys < 0.0)
    panel = accuracies[inside[: len(inside) - (len(inside) % 2 == 0)]]
    assert 20 < len(panel) < 150
    assert prices[0] > 0.0
    assert tilt == pytest.approx(panel_tilt(panel), abs=0.05)
    assert estimate == pytest.approx(odd_log_error(panel), rel=0.1)


def test_an_exchange_takes_the_best_that_fits_and_keeps_count():
    values = np.array([0.0, -1.0, -3.0, -2.0])
    usage = np.array([[1.0], [1.5], [4.0], [2.0]])
    chosen, left = np.array([True, False, False, False]), np.array([1.0])
    assert exchange_members(values, usage, left, np.arange(4), chosen)
    assert chosen.tolist() == [False, False, False, True]
    assert left.tolist() == [0.0]
    assert not exchange_members(values, usage, left, np.arange(4), chosen)


def test_only_candidates_are_exchanged():
    values, usage = np.array([0.0, -1.0]), np.ones((2, 1))
    chosen = np.array([True, False])
    assert not exchange_members(values, usage, np.array([0.0]), np.array([0]), chosen)
    assert chosen.tolist() == [True, False]
