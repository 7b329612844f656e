"""Each inequality that the bound is made of, against panels that come as close to it as can be found."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack.kernels.error_integral import TiltInterval, bound_integral
from haversack.kernels.interval_bound import Guesses, bound_cost_of_little_spread, bound_interval, bound_spreads
from haversack.kernels.jit import plain
from haversack.searchers.exact.balanced_panel import find_balanced_interval
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import odd_log_error, odd_sets, panel_tilt
from tilted import knapsack, sum_deviations, tilt_all


def bound_one_interval(accuracies, usage, limits, low, high, fewest):
    """Bound, base, keys and prices of an interval."""
    guesses = Guesses(np.array([0.1]), np.zeros(len(limits)), np.zeros(len(limits)))
    keys = np.empty(len(accuracies))
    gains, _, spreads, skew = tilt_all(accuracies, 0.5 * (low + high))
    tilts = TiltInterval(0.5 * (low + high), 0.5 * (high - low), 0.25 / math.sinh(0.5 * low) ** 2, skew)
    bound, base = bound_interval((gains, spreads), knapsack(usage, limits), plain(tilts), fewest, plain(guesses), keys)
    return bound, base, keys, guesses.prices


@settings(max_examples=200)
@given(
    keys=st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=7),
    data=st.data(),
    share=st.floats(0.0, 1.0),
)
def test_little_spread_costs_no_more_than_is_said(keys, data, share):
    spreads = np.array(data.draw(st.lists(st.floats(1e-6, 0.25), min_size=len(keys), max_size=len(keys))))
    keys, most = np.array(keys), share * spreads.sum()
    cost = bound_cost_of_little_spread(keys, spreads, most)
    assert cost >= 0.0
    negative = np.minimum(keys, 0.0).sum()
    rows = np.array([[bool(bits >> place & 1) for place in range(len(keys))] for bits in range(2 ** len(keys))])
    for row in rows[rows @ spreads <= most]:
        assert keys[row].sum() >= negative + cost - 1e-9


def pool(random, kind, count, resources):
    accuracies = {
        "good": lambda: random.beta(17, 5, count),
        "all sorts": lambda: random.uniform(0.2, 0.99, count),
        "weak": lambda: random.uniform(0.45, 0.6, count),
        "few kinds": lambda: random.choice([0.6, 0.75, 0.9], count),
        "excellent": lambda: 1.0 - 10 ** random.uniform(-6, -1, count),
    }[kind]()
    usage = random.exponential(1.0, (count, resources)) * (random.random((count, resources)) < 0.9)
    return accuracies, usage, random.uniform(0.2, 0.8) * usage.sum(axis=0)


@pytest.mark.parametrize("kind", ["good", "all sorts", "weak", "few kinds", "excellent"])
@pytest.mark.parametrize("resources", [0, 1, 2])
def test_no_odd_panel_of_a_small_pool_beats_the_bound_of_its_interval(kind, resources):
    """Nor what keys and prices add to the base for the panel."""
    random = np.random.default_rng(11)
    seen = 0
    for _ in range(8):
        accuracies, usage, limits = pool(random, kind, 8, resources)
        rows = odd_sets(8)
        rows = rows[(rows @ usage <= limits).all(axis=1)]
        fewest = int(random.choice([1, 3]))
        rows = rows[rows.sum(axis=1) >= fewest]
        panels = [(row, panel_tilt(accuracies[row]), odd_log_error(accuracies[row])) for row in rows]
        panels = [panel for panel in panels if 0.05 < panel[1] < 15.0]
        for start in sorted({round(tilt, 2) for _, tilt, _ in panels})[::4]:
            low, high = max(start - 0.05, 0.02), start + random.choice([0.01, 0.1, 0.5])
            bound, base, keys, prices = bound_one_interval(accuracies, usage, limits, low, high, fewest)
            assert base <= bound
            for row, tilt, log_error in panels:
                if low <= tilt <= high:
                    assert log_error >= bound
                    assert log_error >= base + sum_deviations(row, keys, prices, usage, limits) - 1e-9
                    seen += bound > -math.inf
    assert seen > 50 or resources == 2


def find_balanced_tilt(accuracies, usage, limits):
    """The tilt of the panel of members that are worth their price."""
    order = np.argsort(-accuracies)
    members = SortedMembers(
        order, accuracies[order], usage[order], limits, usage[order, 0], float(limits[0]), len(accuracies)
    )
    return find_balanced_interval(members, has_bound=False).low


@pytest.mark.parametrize("count", [20, 60, 200])
def test_panels_close_to_the_best_of_larger_pools_do_not_beat_the_bound(count):
    """Members are taken who are worth their price, and a few more or fewer."""
    random = np.random.default_rng(count)
    closest = math.inf
    for kind in "good", "all sorts", "few kinds":
        accuracies, usage, limits = pool(random, kind, count, 1)
        tilt = find_balanced_tilt(accuracies, usage, limits)
        for delta in 0.005, 0.05, 0.3:
            low, high = tilt - delta, tilt + delta
            bound, base, keys, prices = bound_one_interval(accuracies, usage, limits, low, high, 3)
            for _ in range(150):
                row = keys + random.normal(0, random.choice([0.0, 0.02, 0.2]), count) < 0.0
                order = np.flatnonzero(row)[np.argsort(keys[row])]
                fitting = order[np.cumsum(usage[order, 0]) <= limits[0]]
                row = np.zeros(count, dtype=bool)
                row[fitting[: len(fitting) - (len(fitting) % 2 == 0)]] = True
                if row.sum() < 3 or not low <= panel_tilt(accuracies[row]) <= high:
                    continue
                log_error = odd_log_error(accuracies[row])
                assert log_error >= bound
                assert log_error >= base + sum_deviations(row, keys, prices, usage, limits) - 1e-9
                closest = min(closest, log_error - bound)
    assert closest < 0.3


def test_the_base_does_not_count_on_keys_that_are_added_to_it():
    """What little spread costs a panel is made of its own deviations: it may raise the bound, but not the base."""
    accuracies = np.random.default_rng(0).beta(17, 5, 20)
    tilt, delta = 1.4, 0.03
    _, _, spreads, skew = tilt_all(accuracies, tilt)
    pole = 0.25 / math.sinh(0.5 * (tilt - delta)) ** 2
    keys, spread = -0.1 * spreads, 1.5
    least, most = 0.3, float(spreads.sum())
    by_hand = [
        bound_integral(plain(TiltInterval(tilt, delta, pole, skew)), low, 1.0001 * low, low, 0.5 / spread)
        for low in np.geomspace(least, most, 200)
    ]
    values = [
        bound_spreads(
            plain(TiltInterval(tilt, delta, pole, skew)), least, spread, most, 0.5 / spread, keys * strength, spreads
        )
        for strength in (0.0, 1.0, 100.0)
    ]
    bounds, bases = zip(*values, strict=True)
    assert bases[0] == bases[1] == bases[2] == bounds[0] <= min(by_hand)
    assert bounds[0] < bounds[2]
    usage = np.random.default_rng(1).exponential(1 / (1 - accuracies))[:, None]
    intervals = [
        bound_one_interval(accuracies, usage, 0.3 * usage.sum(axis=0), low, low + 0.05, 7)[:2]
        for low in np.arange(0.8, 2.4, 0.1)
    ]
    assert all(base <= bound for bound, base in intervals)
    assert any(base < bound - 0.005 for bound, base in intervals)


@pytest.mark.parametrize("slope", [0.0, 0.1, 0.5, 3.0])
def test_the_cells_hold_all_spreads_from_the_fewest_to_the_most(slope):
    """Without a slope the largest spread is the worst, with a large one the smallest."""
    tilt, delta, pole, skew, keys, spreads = 1.4, 0.03, 0.4, 0.3, np.zeros(2), np.full(2, 0.2)
    for least, spread, most in ((0.5, 1.5, 9.0), (1.5, 1.5, 9.0), (0.5, 9.0, 9.0)):
        bound, base = bound_spreads(
            plain(TiltInterval(tilt, delta, pole, skew)), least, spread, most, slope, keys, spreads
        )
        for own in np.geomspace(least, most, 30):
            alone = bound_integral(plain(TiltInterval(tilt, delta, pole, skew)), own, own, own, slope)
            assert base <= bound <= alone + 1e-6
