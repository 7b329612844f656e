"""A lower bound on the error of every odd panel whose tilt lies in an interval, for all sizes at once.

With the gains of `tilts`, for any tilt, exactly

    log e(S) = sum of gains + log H(S).

The gains add up, so prices on the resources bound their sum from below. `error_integral` bounds H by a function of the
spread of S alone; and the spread, being a sum over members, is bounded like the gains.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.error_integral import TiltInterval, bound_cell, bound_distance, bound_integral
from haversack.kernels.jit import jit
from haversack.kernels.lagrangian_bounds import bound_at_price, bound_sum, bound_sum_of_many, sum_smallest
from haversack.kernels.tilts import tilt_members

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.kernels.resources import Knapsack

CLOSE = 1.04
"""Spreads within this factor of each other are bounded together."""

_CELL = 1.3


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
    accuracies: FloatArray, knapsack: Knapsack, low: float, high: float, fewest: int, guesses: Guesses, keys: FloatArray
) -> tuple[float, float]:
    """Bound from below the logarithm of the error of every odd panel whose tilt lies between low and high.

    Parameters
    ----------
    accuracies, knapsack
        The members, and the resources within whose limits a panel stays.
    low, high
        The interval of tilts.
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
    slope, prices, spread_prices = guesses
    members = accuracies.shape[0]
    gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
    tilt, delta = 0.5 * (low + high), 0.5 * (high - low)
    skew = tilt_members(accuracies, tilt, gains, shares, spreads)
    tilts = TiltInterval(tilt, delta, 0.25 / math.sinh(0.5 * low) ** 2, skew)
    least, _ = sum_smallest(spreads, fewest)
    most = -bound_sum(-spreads, knapsack, spread_prices)
    if not least > 0.0:
        return -np.inf, -np.inf
    # The spread of the panel that the bound is about, and then how much it matters.
    bound_gains(gains, spreads, knapsack, fewest, 0.5 / slope[0], prices, keys)
    spread = min(max(sum_spread_inside(keys, spreads), least), most)
    close = min(spread * CLOSE, most)
    _, slope[0] = bound_cell(tilt, tilt, bound_distance(tilts, close), skew, spread / CLOSE, close, spread)
    bound = bound_gains(gains, spreads, knapsack, fewest, 0.5 / slope[0], prices, keys)
    with_cost, plain = bound_spreads(tilts, least, spread, most, slope[0], keys, spreads)
    return bound + with_cost, bound + plain


@jit
def bound_gains(
    gains: FloatArray,
    spreads: FloatArray,
    knapsack: Knapsack,
    fewest: int,
    spread: float,
    prices: FloatArray,
    keys: FloatArray,
) -> float:
    """Bound the sum of gains, less what a change of the spread from the given one is worth; write the keys."""
    slope = 0.5 / spread
    for member in range(keys.shape[0]):
        keys[member] = gains[member] - slope * spreads[member]
    return bound_sum_of_many(keys, knapsack, fewest, prices)


@jit
def sum_spread_inside(keys: FloatArray, spreads: FloatArray) -> float:
    """Return the spread of the members whose keys are negative."""
    spread = 0.0
    for member in range(keys.shape[0]):
        if keys[member] < 0.0:
            spread += spreads[member]
    return spread


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
    least = bound_integral(tilts, low, high, spread, slope)
    plain = least
    ratio = _CELL
    while low > least_spread and least > -np.inf:
        end, low = low, max(low / ratio, least_spread)
        value = bound_integral(tilts, low, end, end, slope)
        plain = min(plain, value)
        if value < least:
            value += bound_cost_of_little_spread(keys, spreads, end)
        least = min(least, value)
        ratio *= 1.1
    while high < most_spread and least > -np.inf:
        start, high = high, min(high * _CELL, most_spread)
        value = bound_integral(tilts, start, high, start, slope)
        least, plain = min(least, value), min(plain, value)
    return least, plain


@jit
def bound_cost_of_little_spread(keys: FloatArray, spreads: FloatArray, most: float) -> float:
    """Bound by how much the sum of keys over a set with at most so much spread exceeds the sum of negative keys."""
    least = 0.0
    for member in range(keys.shape[0]):
        least += min(keys[member], 0.0)
    best = least
    low, high, price = 0.0, np.inf, 0.01
    for _ in range(40):
        total, spread = bound_at_price(keys, spreads, most, price)
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
def bound_margin(accuracies: FloatArray, knapsack: Knapsack, fewest: int, tilt: float) -> float:
    """Return an upper bound on d + b of panels of at least `fewest`: if it is negative, all have smaller tilts."""
    members = accuracies.shape[0]
    gains, shares, spreads = np.empty(members), np.empty(members), np.empty(members)
    tilt_members(accuracies, tilt, gains, shares, spreads)
    _, limits = knapsack
    prices = np.zeros(limits.shape[0])
    return 0.5 / math.tanh(0.5 * tilt) - bound_sum_of_many(0.5 - shares, knapsack, fewest, prices)
