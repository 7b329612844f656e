"""Each inequality that the bound on the integral is made of, against panels that come as close as can be found."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from haversack.kernels.error_integral import (
    TiltInterval,
    bound_cell,
    bound_distance,
    bound_integral,
    bound_missed,
    height,
    phase,
)
from haversack.kernels.jit import plain
from oracles import odd_log_error, panel_tilt
from tilted import half, log_integral, tilt_all

SHARES = {
    "all sorts": lambda random, size: random.uniform(0, 1, size),
    "low": lambda random, size: random.uniform(0, 0.3, size),
    "tiny": lambda random, size: 10 ** random.uniform(-9, -1, size),
    "near 0 and near 1": lambda random, size: abs((random.random(size) < 0.5) - 10 ** random.uniform(-9, -1, size)),
    "equal": lambda random, size: np.full(size, random.uniform(0, 1)),
    "near a half": lambda random, size: 0.5 + random.normal(0, 0.02, size),
    "one half": lambda random, size: np.full(size, 0.5),
    "two groups": lambda random, size: np.where(np.arange(size) < size // 3, 0.9, 0.1),
}
SIZES = [1, 3, 5, 7, 15, 31, 61]


@pytest.mark.parametrize("kind", SHARES)
def test_no_panel_beats_the_bound_of_its_cell(kind):
    """The width is just as large as the panel needs it, the spread anywhere in the cell, also at its ends."""
    random = np.random.default_rng(len(kind))
    bounded = 0
    for _ in range(1_500):
        shares = SHARES[kind](random, int(random.choice(SIZES)))
        spread, margin = float((shares * (1 - shares)).sum()), float((shares - 0.5).sum())
        own = 2.0 * math.atanh(-0.5 / margin) if margin < -0.5001 else 10 ** random.uniform(-2, 1.3)
        tilt = own * math.exp(random.choice([0.0, random.normal(0, 0.2)]))
        low, high = tilt * random.choice([1.0, 0.9]), tilt * random.choice([1.0, 1.1])
        skew = float(abs(2 * shares - 1).max())
        least, most = spread / random.choice([1, 1.04, 1.3, 2]), spread * random.choice([1, 1.04, 1.3, 2])
        around = float(random.choice([least, most, spread]))
        value, slope = bound_cell(low, high, abs(margin + half(tilt)), skew, least, most, around)
        assert slope >= 0.0
        assert log_integral(shares, tilt) >= value - slope * (spread - around)
        bounded += value > -math.inf
    assert bounded > 100


def test_the_bound_of_a_cell_is_tight_where_shares_are_a_half():
    """There the spreads are as large as they get, so that what is taken off for rounding is all that is lost."""
    shares = np.full(61, 0.5)
    tilt = 9.5
    value, _ = bound_cell(tilt, tilt, half(tilt), 0.0, 15.25, 15.25, 15.25)
    assert 0.0 <= log_integral(shares, tilt) - value < 2e-5


@pytest.mark.parametrize("skew", [0.0, 0.1])
def test_the_rule_for_integrals_loses_next_to_nothing(skew):
    """With so much spread the part that may be negative is next to nothing, too."""
    random = np.random.default_rng(3)
    for _ in range(100):
        tilt, spread = 10 ** random.uniform(0, 1.4), 10 ** random.uniform(2.5, 5)
        width = random.choice([0.0, 0.1]) * math.sqrt(spread)
        value, _ = bound_cell(tilt, tilt, width, skew, spread, spread, spread)

        def density(place, tilt=tilt, spread=spread, width=width):
            largest = phase(place, tilt, width, 2 * skew * spread)
            decay = math.exp(4 * spread * math.log(math.cos(0.5 * place)))
            return max(math.cos(min(largest, math.pi)), 0.0) * height(place, tilt) * decay

        reach = 6.5 / math.sqrt(spread)
        near = min(5 * tilt, 0.5 * reach)  # where the pole is
        integral = sum(
            quad(density, start, end, limit=500, epsabs=0.0, epsrel=1e-11)[0]
            for start, end in ((0.0, near), (near, reach))
        )
        assert 0.0 < math.log(integral / math.pi) - value < 1e-8


def test_what_the_rule_for_integrals_misses_is_bounded(monkeypatch):
    """The integral in balls, over the same places: also for tiny spreads and tilts, where the rule is at its worst."""
    flint = pytest.importorskip("flint", reason="python-flint is not installed")
    integrals = pytest.importorskip("haversack_verify.integrals")
    # The checker gives up early, with a wide ball.
    monkeypatch.setattr(integrals, "_MOST_EVALUATIONS", 1_000_000)
    random = np.random.default_rng(5)
    tight = 0
    for _ in range(250):
        tilt, spread = 10 ** random.uniform(-1.3, 1.1), 10 ** random.uniform(-2, 4)
        width = random.choice([0.0, 0.5]) * random.random() / math.sqrt(spread)
        skew = random.random()
        with flint.ctx.workprec(80):
            worst = integrals.Phase(*(flint.arb(each) for each in (tilt, width, 2 * skew * spread)))
            turn = float(worst.find_turn())
            top = min(turn, 6.5 / math.sqrt(spread), 2.7)
            places = flint.arb(spread), flint.arb(top)
            ball = integrals._integrate(worst, *places, is_derivative=False)
            assert ball.rel_accuracy_bits() > 25
            integral = float(ball)
            slope = -float(integrals._integrate(worst, *places, is_derivative=True)) / integral
        value, own_slope = bound_cell(tilt, tilt, width, skew, spread, spread, spread)
        assert value <= math.log(integral / math.pi)
        missed, slope_missed, end = 0.0, 0.0, top
        for piece in range(5):
            start = 0.5 * end if piece < 4 else 0.0
            further = bound_missed(start, end, tilt, tilt, width, 2 * skew * spread, spread)
            missed, slope_missed, end = missed + further[0], slope_missed + further[1], start
        assert abs(own_slope - slope) <= (slope_missed + slope * missed) / integral * (1 + 1e-6) + 1e-9 * slope
        tight += missed < 1e-9 * integral
    assert tight > 150


@given(
    tilts=st.lists(st.floats(0.05, 20.0), min_size=3, max_size=3).map(sorted),
    spread=st.floats(1e-6, 300.0),
    width=st.floats(0.0, 2.0),
    skew=st.floats(0.0, 1.0),
)
def test_a_bound_for_an_interval_of_tilts_is_one_for_each_of_them(tilts, spread, width, skew):
    low, tilt, high = tilts
    for place in np.linspace(0.01, 3.1, 20):
        assert height(place, low) >= height(place, tilt) >= height(place, high)
        assert phase(place, low, width, skew) >= phase(place, tilt, width, skew) - 1e-12
        assert phase(place, low, width, skew) >= phase(0.9 * place, low, width, skew) - 1e-12
    together, _ = bound_cell(low, high, width, skew, spread, spread, spread)
    alone, _ = bound_cell(tilt, tilt, width, skew, spread, spread, spread)
    assert together <= alone + 1e-6


@pytest.mark.parametrize("spreads", [(1e-6, 2e-6), (0.4, 0.6), (3.0, 9.0), (50.0, 500.0)])
def test_the_line_of_a_cell_stays_below_what_its_parts_give(spreads):
    """For every spread in the cell the line lies below that of a cell of its own, which loses least."""
    least, most = spreads
    for tilt in 0.3, 1.5, 6.0:
        for around in least, 0.5 * (least + most), most:
            value, slope = bound_cell(tilt, tilt, 0.0, 1.0, least, most, around)
            for spread in np.linspace(least, most, 7):
                own, _ = bound_cell(tilt, tilt, 0.0, 1.0, spread, spread, spread)
                assert value - slope * (spread - around) <= own + 2e-6


@pytest.mark.parametrize("kind", ["good", "all sorts", "equal", "extreme", "hardly better than a coin"])
@pytest.mark.parametrize("delta", [1e-4, 0.02, 0.1, 0.3, 1.0])
def test_no_panel_whose_tilt_is_at_the_end_of_the_interval_beats_the_cell(kind, delta):
    random = np.random.default_rng(7)
    bounded = 0
    for _ in range(200):
        size = int(random.choice([3, 5, 9, 21, 51, 101]))
        accuracies = {
            "good": lambda size=size: random.beta(17, 5, size),
            "all sorts": lambda size=size: random.uniform(0.05, 0.95, size),
            "equal": lambda size=size: np.full(size, random.uniform(0.3, 0.95)),
            "extreme": lambda size=size: abs((random.random(size) < 0.7) - 10 ** random.uniform(-7, -1, size)),
            "hardly better than a coin": lambda size=size: random.uniform(0.5, 0.55, size),
        }[kind]()
        own = panel_tilt(accuracies)
        tilt = own + random.choice([-1.0, 1.0, 0.0]) * delta
        if tilt - delta <= 1e-3 or own == np.inf:
            continue
        gains, _, spreads, skew = tilt_all(accuracies, tilt)
        spread, slope = spreads.sum(), random.choice([0.5, 2.0]) / spreads.sum()
        low, high = spread / random.choice([1.0, 1.04, 1.3]), spread * random.choice([1.0, 1.04, 1.3])
        pole = 0.25 / math.sinh(0.5 * (tilt - delta)) ** 2
        value = bound_integral(
            plain(TiltInterval(tilt, delta, pole, skew)), low, high, random.choice([low, high]), slope
        )
        assert odd_log_error(accuracies) >= gains.sum() - slope * spread + value
        bounded += value > -math.inf
    assert bounded > 20 or delta == 1.0


@pytest.mark.parametrize("delta", [0.001, 0.1, 1.0, 3.0])
@pytest.mark.parametrize("low", [0.1, 1.0, 8.0])
def test_no_panel_is_further_off_than_its_tilt_and_spread_allow(delta, low):
    """Members who are hardly ever right, or hardly ever wrong, change their spread as fast as can be."""
    random = np.random.default_rng(2)
    tightest = np.inf
    for _ in range(300):
        own = low + random.choice([0.0, 2.0]) * delta
        accuracies = 1 / (1 + np.exp(random.choice([-12.0, 12.0, 1.0], 400) * random.uniform(0, 1, 400) - own))
        _, shares, _, _ = tilt_all(accuracies, own)
        # Just as many of them that this is the tilt of the panel, up to less than one vote, which is put right below.
        sums = np.cumsum(shares - 0.5) + half(own)
        tilt = low + delta
        _, shifted, spreads, _ = tilt_all(accuracies, tilt)
        size = int(np.argmin(abs(sums[::2]))) * 2 + 1
        off = (shifted[:size] - 0.5).sum() + half(tilt) - sums[size - 1]
        pole = 0.25 / math.sinh(0.5 * low) ** 2
        most = bound_distance(plain(TiltInterval(tilt, delta, pole, 1.0)), spreads[:size].sum())
        assert abs(off) <= most
        tightest = min(tightest, most / abs(off))
    assert tightest < 40.0


def test_the_spread_of_a_panel_may_grow_by_the_exponential_of_the_distance():
    accuracies = np.full(5, 1e-9)
    for delta in 0.5, 2.0:
        _, here, spreads, _ = tilt_all(accuracies, 20.0 + delta)
        _, there, _, _ = tilt_all(accuracies, 20.0)
        moved = (there - here).sum()
        assert (
            0.7 * spreads.sum() * (math.exp(delta) - 1)
            < moved
            <= bound_distance(plain(TiltInterval(20.0 + delta, delta, 0.0, 1.0)), spreads.sum())
        )
        assert moved > delta * spreads.sum()


def test_panels_of_an_interval_are_bounded_also_where_their_phases_are_lost():
    """So far from the middle of the interval, each is bounded under its own tilt."""
    accuracies = np.full(101, 0.8)
    own, delta = panel_tilt(accuracies), 0.6
    gains, _, spreads, skew = tilt_all(accuracies, own + delta)
    spread, pole = spreads.sum(), 0.25 / math.sinh(0.5 * own) ** 2
    width = delta * (spread * math.exp(delta) + pole)
    assert bound_cell(own + delta, own + delta, width, skew, spread, spread, spread)[0] == -math.inf
    value = bound_integral(plain(TiltInterval(own + delta, delta, pole, skew)), spread, spread, spread, 0.0)
    assert -math.inf < gains.sum() + value <= odd_log_error(accuracies)
    # Of the spreads in the cell the least is the least expensive.
    wide = [
        bound_integral(plain(TiltInterval(own + delta, delta, pole, skew)), spread, 1.2 * spread, spread, slope)
        for slope in (0, 0.1)
    ]
    assert wide[1] - wide[0] == pytest.approx(0.1 * spread)
