"""A lower bound on the error of every odd panel whose tilt lies in an interval, for all sizes at once.

With the gains of `haversack.statistics.tilts`, for any tilt, exactly

    log e(S) = sum of gains + log H(S).

The gains add up, so prices on the resources bound their sum from below. `error_integral` bounds H by a function of the
spread of S alone; and the spread, being a sum over members, is bounded like the gains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.error_integral import bound_cell, bound_distance, bound_integral
from haversack.kernels.jit import jit
from haversack.kernels.lagrangian_bounds import BLOCK, bound_sum_of_many, sum_smallest

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.kernels.error_integral import TiltInterval
    from haversack.kernels.resources import Knapsack

CLOSE = 1.04
"""Spreads within this factor of each other are bounded together."""

_CELL = 1.3
_EPSILON = float(np.finfo(np.float64).eps)
_LEAST_SPREAD = 1e-290  # Below the range of normal numbers a factor such as that of the cells is lost in rounding.


class GainsAndSpreads(NamedTuple):
    """Gain and spread of each member under a tilt; see `haversack.statistics.tilts`."""

    gains: FloatArray
    spreads: FloatArray


class Guesses(NamedTuple):
    """Where a bound starts from; afterwards, what it used.

    Parameters
    ----------
    slope
        Of length 1: how much the spread matters.
    prices, spread_prices
        Prices of the resources in terms of the error, and in terms of the spread.
    """

    slope: FloatArray
    prices: FloatArray
    spread_prices: FloatArray


@jit
def bound_interval(
    members: GainsAndSpreads,
    knapsack: Knapsack,
    tilts: TiltInterval,
    fewest: int,
    guesses: Guesses,
    keys: FloatArray,
) -> tuple[float, float]:
    """Bound from below the logarithm of the error of every odd panel whose tilt lies in an interval.

    Parameters
    ----------
    members, knapsack
        The members under the tilt in the middle of the interval, and the resources within whose limits a panel stays.
    tilts
        The interval.
    fewest
        Size of the smallest panels that need to be bounded.
    guesses
        Used and improved.
    keys
        Receives, for each member, how much the base rises if it is in (where positive) or out (where negative).

    Returns
    -------
    tuple
        The bound, and the base: a bound that is no larger and to which keys and prices may be added.
    """
    gains, spreads = members
    tilt, _, _, skew = tilts
    slope, prices, spread_prices = guesses
    least, _ = sum_smallest(spreads, fewest)
    if not least > _LEAST_SPREAD:
        return -np.inf, -np.inf
    # First the most spread, then the spread of the panel that the bound is about, and at last the bound.
    most = bound = spread = 0.0
    for step in range(3):
        for member in range(keys.shape[0]):
            keys[member] = (gains[member] if step > 0 else 0.0) - (slope[0] if step > 0 else 1.0) * spreads[member]
        bound = bound_sum_of_many(keys, knapsack, fewest if step > 0 else 0, prices if step > 0 else spread_prices)
        if step == 0:
            most = -bound
        elif step == 1:
            for member in range(keys.shape[0]):
                if keys[member] < 0.0:
                    spread += spreads[member]
            spread = min(max(spread, least), most)
            close = min(spread * CLOSE, most)
            _, slope[0] = bound_cell(tilt, tilt, bound_distance(tilts, close), skew, spread / CLOSE, close, spread)
    bound -= bound_rounding(members, knapsack, slope[0], prices)
    with_cost, plain = bound_spreads(tilts, least, spread, most, slope[0], keys, spreads)
    return bound + with_cost, bound + plain


@jit
def bound_rounding(members: GainsAndSpreads, knapsack: Knapsack, slope: float, prices: FloatArray) -> float:
    """Bound the rounding of a sum of keys: a share of what is added up, for every operation on one summand."""
    gains, spreads = members
    usage, limits = knapsack
    total = 0.0
    for member in range(gains.shape[0]):
        # A gain is a logarithm, whose argument is rounded.
        total += 1.0 + abs(gains[member]) + slope * spreads[member]
    for resource in range(limits.shape[0]):
        if prices[resource] > 0.0:
            amount = abs(limits[resource])
            for member in range(gains.shape[0]):
                amount += abs(usage[member, resource])
            total += prices[resource] * amount
    operations = BLOCK + gains.shape[0] / BLOCK + 16.0
    return float(operations * _EPSILON * total)


@jit
def bound_spreads(
    tilts: TiltInterval,
    least_spread: float,
    spread: float,
    most_spread: float,
    slope: float,
    keys: FloatArray,
    spreads: FloatArray,
) -> tuple[float, float]:
    """Bound log H + slope * v over the spreads v from the least to the most, in cells around `spread`.

    A panel with little spread lacks members with negative keys.

    Returns
    -------
    tuple
        The least value if what little spread costs a panel is added, and if it is not: that cost consists of the same
        deviations from the keys as a panel's own, so to the first one they must not be added.
    """
    low, high = max(spread / CLOSE, least_spread), min(spread * CLOSE, most_spread)
    start, end, at = low, high, spread
    least = plain = np.inf
    ratio = _CELL
    is_below = False
    while True:
        value = bound_integral(tilts, start, end, at, slope)
        plain = min(plain, value)
        if is_below and value < least:
            value += bound_cost_of_little_spread(keys, spreads, end)
        least = min(least, value)
        is_below = low > least_spread
        if least == -np.inf:
            break
        if is_below:
            end, low = low, max(low / ratio, least_spread)
            start, at = low, end
            ratio *= 1.1
        elif high < most_spread:
            start, high = high, min(high * _CELL, most_spread)
            end, at = high, start
        else:
            break
    return least, plain


@jit
def bound_cost_of_little_spread(keys: FloatArray, spreads: FloatArray, most: float) -> float:
    """Bound by how much the sum of keys over a set with at most so much spread exceeds the sum of negative keys."""
    least = 0.0
    for member in range(keys.shape[0]):
        if keys[member] < 0.0:
            least += keys[member]
    best = least
    low, high, price = 0.0, np.inf, 0.01
    for _ in range(40):
        total, spread = -price * most, 0.0
        for member in range(keys.shape[0]):
            key = keys[member] + price * spreads[member]
            if key < 0.0:
                total += key
                spread += spreads[member]
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
