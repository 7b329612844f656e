"""A lower bound on the error of every odd panel whose tilt lies in an interval, for all sizes at once.

Write t for the tilt, u = exp(-t), and for each member

    gain = log((1 - p) exp(t / 2) + p exp(-t / 2)),    share = p exp(-t / 2) / exp(gain),    spread = share (1 - share).

Under the tilt a member is right with its share. Let Y count the right votes of an odd panel S of l members. Exactly,

    log e(S) = sum of gains + log H(S),    H(S) = sum_{k < l/2} u^(l/2 - k) P(Y = k).

The gains add up. H depends on S almost only through two other sums, the margin d = sum of (share - 1/2) and the spread
v = sum of spreads. For its Fourier integral is

    H = 1/pi int_0^pi rho(s) r(s) cos(d s + beta(s) + omega(s)) ds,

where r exp(i beta) = sqrt(u) exp(i s / 2) / (1 - u exp(i s)) does not depend on S, and, with y = sin^2(s / 2),

    (1 - y)^(2 v) <= rho <= exp(-2 v y),    |omega(s)| <= 2 m v (2 tan(s / 2) - s),    m = max |2 share - 1|.

The left bound holds because log(1 - 4 spread y) is concave in the spread and spreads are at most 1/4; the one on omega
because a member's phase differs from share * s by the integral of spread (2 share - 1) (1 - cos) / (1 - 2 spread
(1 - cos)). The tilt of a panel is where d = -b, b = coth(t / 2) / 2; as a function of t, d + b falls at the rate
v + 1 / (4 sinh^2(t / 2)), and v changes by a factor exp(dt) at most. So a panel whose tilt differs from t by at most
delta has |d + b| <= w = delta (v exp(delta) + 1 / (4 sinh^2)), which leaves a bound that depends on v alone; and v,
being a sum over members, is dealt with like the gains.

Where delta is large, w exceeds a deviation of Y, and nothing is left of the integral. Then the panel is looked at under
its own tilt, where w = 0: the sum of its gains there is at least that at t, less delta (b + w), because it changes with
the tilt at the rate -d.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.lagrangian_sums import bounded_sum, priced_minimum, priced_sum, smallest

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_POINTS = 96  # of Simpson's rule; doubling them changes a bound by less than a millionth
_TAIL_POINTS = 32
_REACH = 6.5  # Beyond so many deviations what is left of the integral is positive and below 1e-9 of it.
_ROUNDING = 1e-5
_MOST_TILT = 60.0
_CLOSE = 1.04
_CELL = 1.3


@jit
def tilt_members(
    accuracies: FloatArray, tilt: float, gains: FloatArray, shares: FloatArray, spreads: FloatArray
) -> float:
    """Write gain, share and spread of each member; return the largest |2 share - 1|."""
    up, down = math.exp(0.5 * tilt), math.exp(-0.5 * tilt)
    skew = 0.0
    for member in range(accuracies.shape[0]):
        wrong, right = (1.0 - accuracies[member]) * up, accuracies[member] * down
        norm = wrong + right
        gains[member] = math.log(norm)
        shares[member] = right / norm
        spreads[member] = right / norm * (wrong / norm)
        skew = max(skew, abs(right - wrong) / norm)
    return skew


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
def cell_bound(
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
    top = min(turn, _REACH / math.sqrt(spread))
    step = top / _POINTS
    positive = 0.0
    slope = 0.0
    for point in range(_POINTS + 1):
        place = point * step
        weight = 1.0 if point in (0, _POINTS) else (4.0 if point % 2 == 1 else 2.0)
        decay = 4.0 * math.log(math.cos(0.5 * place))
        term = weight * math.cos(phase(place, low, width, twist)) * height(place, high) * math.exp(spread * decay)
        positive += term
        slope -= term * decay
    slope /= positive
    positive *= step / 3.0
    # Beyond, the integrand is at worst negative; in size it is largest for the least spread, and its factors fall or
    # rise with the place.
    negative = 0.0
    step = (math.pi - turn) / _TAIL_POINTS
    for point in range(_TAIL_POINTS):
        place = turn + point * step
        end = min(place + step, math.pi * (1.0 - 1e-9))
        fall = math.exp(-2.0 * least_spread * math.sin(0.5 * place) ** 2)
        sink = -math.cos(min(phase(end, low, width, twist), math.pi))
        negative += step * fall * height(place, low) * max(sink, 0.0)
    # For smaller v the positive part is larger; for larger v it falls at the rate `slope` at most, which is slower than
    # the negative part does, or else no further than at the end of the cell.
    least_positive = positive
    if 2.0 * math.sin(0.5 * turn) ** 2 < slope:
        least_positive *= math.exp(-slope * (most_spread - spread))
    if not negative < least_positive:
        return -np.inf, slope
    return math.log(positive / math.pi) + math.log1p(-negative / least_positive) - _ROUNDING, slope


@jit
def cells_bound(
    tilt: float,
    delta: float,
    pole: float,
    skew: float,
    fewest: float,
    spread: float,
    most: float,
    slope: float,
    keys: FloatArray,
    spreads: FloatArray,
) -> tuple[float, float]:
    """Bound log H + slope * v over the spreads v from the fewest to the most, in cells around one.

    A panel with little spread lacks members with negative keys.

    Returns
    -------
    tuple
        The least value if what little spread costs a panel is added, and if it is not: that cost is made of the same
        deviations from the keys as a panel's own, so to the first one they must not be added.
    """
    low, high = max(spread / _CLOSE, fewest), min(spread * _CLOSE, most)
    least = on_cell(tilt, delta, pole, skew, low, high, spread, slope)
    plain = least
    ratio = _CELL
    while low > fewest and least > -np.inf:
        end, low = low, max(low / ratio, fewest)
        value = on_cell(tilt, delta, pole, skew, low, end, end, slope)
        plain = min(plain, value)
        if value < least:
            value += cost_of_little_spread(keys, spreads, end)
        least = min(least, value)
        ratio *= 1.1
    while high < most and least > -np.inf:
        start, high = high, min(high * _CELL, most)
        value = on_cell(tilt, delta, pole, skew, start, high, start, slope)
        least, plain = min(least, value), min(plain, value)
    return least, plain


@jit
def cost_of_little_spread(keys: FloatArray, spreads: FloatArray, most: float) -> float:
    """Return by how much the sum of keys over a set with no more spread than that exceeds the sum of negative keys."""
    least = 0.0
    for member in range(keys.shape[0]):
        least += min(keys[member], 0.0)
    best = least
    low, high, price = 0.0, np.inf, 0.01
    for _ in range(40):
        total, spread = priced_sum(keys, spreads, most, price)
        best = max(best, total)
        if spread > most:
            low = price
            price = 4.0 * price if high == np.inf else 0.5 * (low + high)
        else:
            high = price
            price = 0.5 * (low + high)
        if high < np.inf and high - low <= 1e-3 * high:
            break
    return best - least


@jit
def most_distance(spread: float, delta: float, pole: float) -> float:
    """Return what |d + b| does not exceed for a panel of that spread whose own tilt is within delta."""
    return delta * (spread * math.exp(delta) + pole)


@jit
def on_cell(
    tilt: float, delta: float, pole: float, skew: float, low: float, high: float, spread: float, slope: float
) -> float:
    """Return the least of log H + slope * v for spreads between low and high."""
    change = math.exp(delta)
    width = most_distance(high, delta, pole)
    value, own_slope = cell_bound(tilt, tilt, width, skew, low, high, spread)
    if value == -np.inf:
        least, most = low / change, high * change
        value, _ = cell_bound(tilt - delta, tilt + delta, 0.0, 1.0, least, most, most)
        return value - delta * (0.5 / math.tanh(0.5 * (tilt - delta)) + width) + slope * low
    at_low = value + own_slope * (spread - low) + slope * low
    at_high = value - own_slope * (high - spread) + slope * high
    return min(at_low, at_high)


@jit
def look(
    accuracies: FloatArray,
    usage: FloatArray,
    limits: FloatArray,
    low: float,
    high: float,
    fewest: int,
    slope: FloatArray,
    prices: FloatArray,
    spread_prices: FloatArray,
    keys: FloatArray,
) -> tuple[float, float]:
    """Bound from below the logarithm of the error of every odd panel whose tilt lies between low and high.

    Parameters
    ----------
    accuracies, usage, limits
        The members and the resources that a panel keeps.
    low, high
        The interval of tilts.
    fewest
        Size of the smallest panels that need to be bounded.
    slope, prices, spread_prices
        Guesses at how much the spread matters, and at the prices of the resources in terms of the error and in terms of
        the spread; afterwards those of the bound.
    keys
        Receives, for each member, how much the base rises if it is in (where positive) or out (where negative).

    Returns
    -------
    tuple
        The bound, and the base: a bound that is no larger and to which keys and prices may be added.
    """
    members = accuracies.shape[0]
    tilt, delta = 0.5 * (low + high), 0.5 * (high - low)
    gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
    skew = tilt_members(accuracies, tilt, gains, shares, spreads)
    pole = 0.25 / math.sinh(0.5 * low) ** 2
    least, _ = smallest(spreads, fewest)
    most = -priced_minimum(-spreads, usage, limits, spread_prices)
    if not least > 0.0:
        return -np.inf, -np.inf
    # The spread of the panel that the bound is about, and then how much it matters.
    balance(gains, spreads, usage, limits, fewest, 0.5 / slope[0], prices, keys)
    spread = min(max(spread_inside(keys, spreads), least), most)
    close = min(spread * _CLOSE, most)
    width = most_distance(close, delta, pole)
    _, slope[0] = cell_bound(tilt, tilt, width, skew, spread / _CLOSE, close, spread)
    bound = balance(gains, spreads, usage, limits, fewest, 0.5 / slope[0], prices, keys)
    with_cost, plain = cells_bound(tilt, delta, pole, skew, least, spread, most, slope[0], keys, spreads)
    return bound + with_cost, bound + plain


@jit
def balance(
    gains: FloatArray,
    spreads: FloatArray,
    usage: FloatArray,
    limits: FloatArray,
    fewest: int,
    spread: float,
    prices: FloatArray,
    keys: FloatArray,
) -> float:
    """Bound the sum of gains, less what a change of the spread from the given one is worth; write the keys."""
    slope = 0.5 / spread
    for member in range(gains.shape[0]):
        keys[member] = gains[member] - slope * spreads[member]
    return bounded_sum(keys, usage, limits, fewest, prices)


@jit
def spread_inside(keys: FloatArray, spreads: FloatArray) -> float:
    """Return the spread of the members whose keys are negative."""
    spread = 0.0
    for member in range(keys.shape[0]):
        if keys[member] < 0.0:
            spread += spreads[member]
    return spread


@jit
def balanced_tilt(
    accuracies: FloatArray, usage: FloatArray, limits: FloatArray, fewest: int, prices: FloatArray, keys: FloatArray
) -> tuple[float, float]:
    """Find the tilt at which the members that are worth their price, `fewest` at least, have just that tilt.

    Returns
    -------
    tuple
        The tilt, and about what the logarithm of the best error is; `keys` and `prices` belong to it.
    """
    members = accuracies.shape[0]
    gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
    inside = np.empty(members)
    low, high = 0.0, _MOST_TILT
    tilt = 1.5
    spread = 0.25 * members
    for step in range(40):
        skew = tilt_members(accuracies, tilt, gains, shares, spreads)
        for _ in range(3 if step == 0 else 1):
            bound = balance(gains, spreads, usage, limits, fewest, spread, prices, keys)
            spread = max(spread_inside(keys, spreads), 0.1)
        size = members_inside(keys, accuracies, inside)
        # Nobody is worth a vote at too high a tilt.
        own = own_tilt(inside, size) if size > 0 else 0.0
        if abs(own - tilt) <= 1e-4 or high - low <= 1e-4:
            break
        if own > tilt:
            low = max(low, tilt)
        else:
            high = min(high, tilt)
        tilt = own if low < own < high else 0.5 * (low + high)
    pole = 0.25 / math.sinh(0.5 * tilt) ** 2
    return tilt, bound + on_cell(tilt, 0.0, pole, skew, spread / _CLOSE, spread * _CLOSE, spread, 0.5 / spread)


@jit
def members_inside(keys: FloatArray, accuracies: FloatArray, inside: FloatArray) -> int:
    """Write the accuracies of the members whose keys are negative; return how many they are."""
    size = 0
    for member in range(keys.shape[0]):
        if keys[member] < 0.0:
            inside[size] = accuracies[member]
            size += 1
    return size


@jit
def own_tilt(accuracies: FloatArray, size: int) -> float:
    """Return the tilt at which d + b of a panel is 0: there its right votes are as many as when it errs."""
    low, high = 0.0, _MOST_TILT
    tilt = 1.5
    for _ in range(100):
        up, down = math.exp(0.5 * tilt), math.exp(-0.5 * tilt)
        margin = 0.5 / math.tanh(0.5 * tilt)
        speed = 0.25 / math.sinh(0.5 * tilt) ** 2
        for member in range(size):
            wrong, right = (1.0 - accuracies[member]) * up, accuracies[member] * down
            share = right / (wrong + right)
            margin += share - 0.5
            speed += share * (1.0 - share)
        if margin > 0.0:
            low = tilt
        else:
            high = tilt
        if abs(margin) <= 1e-9 * (size + 1) or high - low <= 1e-9:
            break
        tilt += margin / speed
        if not low < tilt < high:
            tilt = 0.5 * (low + high)
    return tilt


@jit
def most_margin(accuracies: FloatArray, usage: FloatArray, limits: FloatArray, fewest: int, tilt: float) -> float:
    """Return what d + b of no panel of at least `fewest` exceeds: if it is negative, all have smaller tilts."""
    members = accuracies.shape[0]
    gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
    tilt_members(accuracies, tilt, gains, shares, spreads)
    prices = np.zeros(limits.shape[0])
    return 0.5 / math.tanh(0.5 * tilt) - bounded_sum(0.5 - shares, usage, limits, fewest, prices)
