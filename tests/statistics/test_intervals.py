"""Intervals of shares, against their defining equations."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from haversack.statistics.intervals import (
    compute_paired_interval,
    compute_wilson_interval,
    count_effective_items,
)

SHARES = st.floats(0.0, 1.0)
ITEMS = st.floats(2.0, 1e6)
Z = NormalDist().inv_cdf(0.975)


@given(SHARES, ITEMS)
def test_the_ends_of_wilson_are_where_the_share_is_barely_plausible(share, items):
    low, high = compute_wilson_interval(share, items)
    assert 0.0 <= low <= share <= high <= 1.0

    def excess(p):
        return (share - p) ** 2 - Z**2 * p * (1 - p) / items

    if 1e-9 < share < 1 - 1e-9:
        assert low == pytest.approx(brentq(excess, 0.0, share, xtol=1e-13), abs=1e-9)
        assert high == pytest.approx(brentq(excess, share, 1.0, xtol=1e-13), abs=1e-9)


def test_a_share_of_one_still_has_a_lower_end():
    low, high = compute_wilson_interval(1.0, 50)
    assert (low, high) == (pytest.approx(50 / (50 + Z**2)), 1.0)


def test_the_paired_interval_covers_as_often_as_it_says():
    generator = np.random.default_rng(0)
    chances, hits, items = np.array([0.12, 0.05, 0.83]), 0, 150
    for _ in range(2_000):
        better, worse, _ = generator.multinomial(items, chances)
        low, high = compute_paired_interval((better - worse) / items, (better + worse) / items, items)
        hits += low <= chances[0] - chances[1] <= high
    assert 0.93 <= hits / 2_000 <= 0.97


@given(st.floats(-1.0, 1.0), ITEMS)
def test_the_paired_interval_contains_the_difference(difference, items):
    low, high = compute_paired_interval(difference, abs(difference), items)
    assert -1.0 <= low <= difference <= high <= 1.0


def test_equal_weights_count_as_many_items_and_scale_does_not_matter():
    assert count_effective_items(np.full(7, 3.0)) == pytest.approx(7.0)
    weights = np.array([1.0, 2.0, 3.0])
    assert count_effective_items(weights) == pytest.approx(36 / 14)
    assert math.isclose(count_effective_items(weights * 1e200), 36 / 14)
