"""A lower bound on H, the weighted probability that a panel errs under a tilt.

As defined in `haversack.statistics.tilts`: let Y count the right votes of an odd panel S of l members that are right
with their shares under a tilt t, and let u = exp(-t). Then

    H(S) = sum_{k < l/2} u^(l/2 - k) P(Y = k)

depends on S almost only through two sums, the margin d = sum of (share - 1/2) and the spread v = sum of spreads. For
its Fourier integral is

    H = 1/pi int_0^pi rho(s) r(s) cos(d s + beta(s) + omega(s)) ds,

where r exp(i beta) = sqrt(u) exp(i s / 2) / (1 - u exp(i s)) does not depend on S, and, with y = sin^2(s / 2),

    (1 - y)^(2 v) <= rho <= exp(-2 v y),    |omega(s)| <= 2 m v (2 tan(s / 2) - s),    m = max |2 share - 1|.

The left bound holds because log(1 - 4 spread y) is concave in the spread and spreads are at most 1/4; the one on omega
because a member's phase differs from share * s by the integral of spread (2 share - 1) (1 - cos) / (1 - 2 spread
(1 - cos)). The tilt of a panel is where d = -b, b = coth(t / 2) / 2; as a function of t, d + b falls at the rate
v + 1 / (4 sinh^2(t / 2)), and v changes by a factor exp(dt) at most. So a panel whose tilt differs from t by at most
delta has |d + b| <= w = delta (v exp(delta) + 1 / (4 sinh^2)), which leaves a bound that depends on v alone.

Where delta is large, w exceeds a deviation of Y, and nothing is left of the integral. Then the panel is bounded under
its own tilt, where w = 0: the sum of its gains there is at least that at t, less delta (b + w), because it changes with
the tilt at the rate -d.

Integrals are computed by Gauss's rule in pieces that get shorter towards 0. The integrand is the real part of an
analytic function, and a bound on that function in an ellipse around the piece bounds what the rule misses; it is
subtracted. Decision 69 derives it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from haversack.kernels.jit import jit

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_PIECES = 5
_ELLIPSES = np.array([1.25, 1.6, 2.2, 3.2])
_TAIL_POINTS = 32
_REACH = 6.5  # Beyond so many deviations what is left of the integral is positive and below 1e-9 of it.
_FARTHEST = 2.7  # So is what is left beyond here; at pi the integrand is not smooth.
_ROUNDING = 1e-9  # Decision 69 says why this is more than rounding amounts to.


class TiltInterval(NamedTuple):
    """An interval of tilts.

    Parameters
    ----------
    tilt, delta
        Its middle, and half of its length.
    pole
        The largest 1 / (4 sinh^2(t / 2)) in it.
    skew
        The largest |2 share - 1| of a member at its middle.
    """

    tilt: float
    delta: float
    pole: float
    skew: float


@jit
def phase(place: float, tilt: float, width: float, twist: float) -> float:
    """Return the largest distance from 0 of the phase in the integral; `twist` is 2 m v."""
    shrink = math.exp(-tilt)
    beta = math.atan2(shrink * math.sin(place), 1.0 - shrink * math.cos(place)) + 0.5 * place
    centred = beta - 0.5 * place / math.tanh(0.5 * tilt)
    return abs(centred) + width * place + twist * (2.0 * math.tan(0.5 * place) - place)


@jit
def height(place: float, tilt: float) -> float:
    """Return r: 1 / |exp(t / 2) - exp(i s - t / 2)|."""
    return 1.0 / math.sqrt(2.0 * (math.cosh(tilt) - math.cos(place)))


@jit
def bound_cell(
    low: float, high: float, width: float, skew: float, least_spread: float, most_spread: float, spread: float
) -> tuple[float, float]:
    """Bound log H under every tilt from low to high for panels whose spread lies between the least and the most.

    r falls with the tilt, and so does the distance of the centred phase from 0.

    Returns
    -------
    tuple
        a and b such that log H >= a - b (v - spread) for every spread v in the cell.
    """
    twist = 2.0 * skew * most_spread
    # Where the cosine of the largest phase turns negative.
    turn, beyond = 0.0, math.pi * (1.0 - 1e-9)
    for _ in range(40):
        middle = 0.5 * (turn + beyond)
        if phase(middle, low, width, twist) < 0.5 * math.pi:
            turn = middle
        else:
            beyond = middle
    # As a function of v this part is an integral of exp(-v times something), so its logarithm is convex in v: it lies
    # above its tangent.
    top = min(min(turn, _REACH / math.sqrt(spread)), _FARTHEST)  # numba compiles one function more for three.
    positive = slope = missed = slope_missed = 0.0
    end = top
    for piece in range(_PIECES):
        start = 0.5 * end if piece < _PIECES - 1 else 0.0
        radius = 0.5 * (end - start)
        for point in range(_NODES.shape[0]):
            place = start + radius * (1.0 + _NODES[point])
            decay = 4.0 * math.log(math.cos(0.5 * place))
            term = radius * _WEIGHTS[point] * math.cos(phase(place, low, width, twist)) * height(place, high)
            term *= math.exp(spread * decay)
            positive += term
            slope -= term * decay
        most_missed, most_slope_missed = bound_missed(start, end, low, high, width, twist, spread)
        missed += most_missed
        slope_missed += most_slope_missed
        end = start
    slope /= positive
    if not missed < positive:
        return -np.inf, slope
    positive -= missed
    slope_error = (slope_missed + slope * missed) / positive
    # Beyond, the integrand is at worst negative; in size it is largest for the least spread, and its factors fall or
    # rise with the place.
    negative = 0.0
    step = (math.pi - turn) / _TAIL_POINTS
    for point in range(_TAIL_POINTS):
        place = turn + point * step
        end = place + step
        fall = math.exp(-2.0 * least_spread * math.sin(0.5 * place) ** 2)
        sink = -math.cos(min(phase(end, low, width, twist), math.pi)) if point < _TAIL_POINTS - 1 else 1.0
        negative += step * fall * height(place, low) * max(sink, 0.0)
    # For smaller v the positive part is larger; for larger v it falls at the rate `slope` at most, which is slower than
    # the negative part does, or else no further than at the end of the cell.
    least_positive = positive
    if 2.0 * math.sin(0.5 * turn) ** 2 < slope + slope_error:
        least_positive *= math.exp(-(slope + slope_error) * (most_spread - spread))
    if not negative < least_positive:
        return -np.inf, slope
    value = math.log(positive / math.pi) + math.log1p(-negative / least_positive)
    return value - slope_error * max(most_spread - spread, spread - least_spread) - _ROUNDING, slope


@jit
def bound_missed(
    start: float, end: float, low: float, high: float, width: float, twist: float, spread: float
) -> tuple[float, float]:
    """Bound the error of Gauss's rule from start to end, for the integral and for its derivative by the spread.

    With n nodes it is at most radius * 64 / 15 * M / (q^(2 n) (1 - q^-2)), if the function is at most M in size in the
    ellipse around the piece whose half axes have the sum radius * q. Any q will do; the best of some is taken.
    """
    radius, shrink = 0.5 * (end - start), math.exp(-low)
    rate = 0.5 / math.tanh(0.5 * low) + width - 0.5
    best, best_slope = np.inf, np.inf
    for ellipse in _ELLIPSES:
        above = 0.5 * radius * (ellipse - 1.0 / ellipse)
        beyond = 0.5 * radius * (ellipse + 1.0 / ellipse) - radius
        nearest, farthest = max(start - beyond, 0.0), end + beyond
        # Distances of the denominators from their zeros, at the places where they are smallest.
        gap = max(1.0 - shrink * math.exp(above), 0.0) ** 2
        gap += 4.0 * shrink * math.exp(-above) * math.sin(0.5 * nearest) ** 2
        if farthest > 3.0 or gap <= 0.0 or (high > low and above >= low):
            continue
        log_size = rate * above - 0.5 * low - 0.5 * math.log(gap)
        log_size += 2.0 * spread * math.log(math.cos(0.5 * nearest) ** 2 + math.sinh(0.5 * above) ** 2)
        turning = 2.0 * math.sinh(above) / (1.0 + math.cos(farthest)) - above
        log_size += twist * max(turning, above - 2.0 * math.tanh(0.5 * above))
        if high > low:
            log_size += 0.5 * (low - high)
            log_size += 0.5 * (math.log1p(math.exp(above - low)) + math.log1p(math.exp(-above - low)))
            log_size -= 0.5 * (math.log1p(-math.exp(above - high)) + math.log1p(-math.exp(-above - high)))
        decay = 2.0 * math.pi + 4.0 * max(-math.log(math.cos(0.5 * farthest)), math.log(math.cosh(0.5 * above)))
        log_size -= 2.0 * _NODES.shape[0] * math.log(ellipse) + math.log1p(-(ellipse**-2))
        missed = 64.0 / 15.0 * radius * math.exp(min(log_size, 600.0))
        best, best_slope = min(best, missed), min(best_slope, missed * decay)
    return best, best_slope


@jit
def bound_distance(tilts: TiltInterval, spread: float) -> float:
    """Return an upper bound on |d + b| for a panel of that spread whose own tilt is within the interval."""
    _, delta, pole, _ = tilts
    return delta * (spread * math.exp(delta) + pole)


@jit
def bound_integral(tilts: TiltInterval, low: float, high: float, spread: float, slope: float) -> float:
    """Bound log H + slope * v from below, for spreads v between low and high; the bound is tightest at `spread`."""
    tilt, delta, _, skew = tilts
    change = math.exp(delta)
    width = bound_distance(tilts, high)
    value, own_slope = bound_cell(tilt, tilt, width, skew, low, high, spread)
    if value == -np.inf:
        least, most = low / change, high * change
        value, _ = bound_cell(tilt - delta, tilt + delta, 0.0, 1.0, least, most, most)
        return value - delta * (0.5 / math.tanh(0.5 * (tilt - delta)) + width) + slope * low
    at_low = value + own_slope * (spread - low) + slope * low
    at_high = value - own_slope * (high - spread) + slope * high
    return min(at_low, at_high)
