"""The bound on log H, against numerical integration and against panels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb, ctx
from haversack_verify.integrals import Phase, bound_log_h
from scipy.integrate import quad


def bound(tilt, width, twist, low, high, slope=0.0):
    with ctx.workprec(80):
        return float(bound_log_h(Phase(arb(tilt), arb(width), arb(twist)), arb(low), arb(high), arb(slope)))


def integrate(tilt, width, twist, spread):
    """Return log H as lemma 8 bounds it from below, up to the turn."""
    shrink, rate = math.exp(-tilt), 0.5 / math.tanh(0.5 * tilt) + width

    def phase(place):
        beta = 0.5 * place + math.atan(shrink * math.sin(place) / (1.0 - shrink * math.cos(place)))
        return rate * place - beta + twist * (2.0 * math.tan(0.5 * place) - place)

    def density(place):
        height = 1.0 / math.sqrt(2.0 * (math.cosh(tilt) - math.cos(place)))
        return math.cos(0.5 * place) ** (4.0 * spread) * height * max(math.cos(min(phase(place), math.pi)), 0.0)

    return math.log(quad(density, 0.0, math.pi * (1 - 1e-12), limit=1000, epsabs=0.0, epsrel=1e-9)[0] / math.pi)


def test_the_bound_is_below_the_integral_and_close_to_it():
    random = np.random.default_rng(0)
    close = 0
    for _ in range(25):
        tilt, spread = 10 ** random.uniform(-0.7, 0.5), 10 ** random.uniform(0.3, 2.0)
        width, twist = 0.1 * random.random() / math.sqrt(spread), random.random() * spread
        value = bound(tilt, width, twist, spread, spread)
        whole = integrate(tilt, width, twist, spread)
        assert value <= whole + 1e-7
        close += value > whole - 1e-3
    assert close >= 15


def test_the_bound_holds_for_panels_of_their_own_tilt():
    """H is summed over right votes: sum of exp(-t (l / 2 - k)) P(Y = k) for minorities k."""
    random = np.random.default_rng(1)
    finite = 0
    for _ in range(25):
        shares = random.uniform(0.2, 0.5, 2 * int(random.integers(2, 8)) + 1)
        lead = float((0.5 - shares).sum())
        if lead <= 0.55:
            continue
        tilt = 2.0 * math.atanh(0.5 / lead)
        chances = np.ones(1)
        for share in shares:
            chances = np.convolve(chances, [1.0 - share, share])
        minority = np.arange(len(shares) // 2 + 1)
        exact = math.log((np.exp(-tilt * (len(shares) / 2 - minority)) * chances[minority]).sum())
        spread = float((shares * (1 - shares)).sum())
        skew = float(np.abs(2 * shares - 1).max())
        for low, high in ((spread, spread), (0.9 * spread, 1.1 * spread)):
            value = bound(tilt, 0.0, 2 * skew * high, low, high)
            assert value <= exact + 1e-12
            finite += math.isfinite(value)
    assert finite > 10


def test_a_wider_cell_has_a_lower_bound():
    narrow, wide = bound(1.0, 0.01, 3.0, 9.9, 10.1), bound(1.0, 0.01, 3.0, 5.0, 20.0)
    assert wide < narrow


def test_where_nothing_is_known_the_bound_is_not_finite():
    assert bound(1.0, 50.0, 3.0, 0.01, 0.02) == -math.inf


@pytest.mark.parametrize("slope", [0.0, 0.2])
def test_the_slope_adds_what_it_says(slope):
    assert bound(1.0, 0.0, 1.0, 10.0, 10.0, slope) == pytest.approx(bound(1.0, 0.0, 1.0, 10.0, 10.0) + 10 * slope)
