"""A first panel: the members that are worth their price, improved by exchanges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.error_integral import TiltInterval, bound_integral
from haversack.kernels.interval_bound import CLOSE, bound_gains, sum_spread_inside
from haversack.kernels.jit import jit
from haversack.kernels.tilts import MOST_TILT, find_panel_tilt, tilt_members

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.resources import Knapsack

_MOST_ROUNDS = 100


@jit
def find_balanced_tilt(
    accuracies: FloatArray, knapsack: Knapsack, fewest: int, prices: FloatArray, keys: FloatArray
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
    low, high = 0.0, MOST_TILT
    tilt = 1.5
    spread = 0.25 * members
    for step in range(40):
        skew = tilt_members(accuracies, tilt, gains, shares, spreads)
        for _ in range(3 if step == 0 else 1):
            bound = bound_gains(gains, spreads, knapsack, fewest, spread, prices, keys)
            spread = max(sum_spread_inside(keys, spreads), 0.1)
        size = copy_inside(keys, accuracies, inside)
        # At too high a tilt no member is worth its price.
        own = find_panel_tilt(inside, size) if size > 0 else 0.0
        if abs(own - tilt) <= 1e-4 or high - low <= 1e-4:
            break
        if own > tilt:
            low = max(low, tilt)
        else:
            high = min(high, tilt)
        tilt = own if low < own < high else 0.5 * (low + high)
    tilts = TiltInterval(tilt, 0.0, 0.25 / math.sinh(0.5 * tilt) ** 2, skew)
    return tilt, bound + bound_integral(tilts, spread / CLOSE, spread * CLOSE, spread, 0.5 / spread)


@jit
def copy_inside(keys: FloatArray, accuracies: FloatArray, inside: FloatArray) -> int:
    """Write the accuracies of the members whose keys are negative; return how many they are."""
    size = 0
    for member in range(keys.shape[0]):
        if keys[member] < 0.0:
            inside[size] = accuracies[member]
            size += 1
    return size


@jit
def exchange_members(
    values: FloatArray, usage: FloatArray, left: FloatArray, candidates: IntArray, chosen: Sets
) -> bool:
    """Exchange members while the sum of values falls, the best exchange first.

    Parameters
    ----------
    values, usage
        Of all members.
    left
        What is left of each resource; kept up to date.
    candidates
        The members that may join or leave.
    chosen
        The set, changed in place.

    Returns
    -------
    bool
        Whether anything changed.
    """
    changed = False
    for _ in range(_MOST_ROUNDS):
        best = -1e-12
        out = into = -1
        for leaving in candidates:
            if not chosen[leaving]:
                continue
            for joining in candidates:
                change = values[joining] - values[leaving]
                if chosen[joining] or change >= best:
                    continue
                fits = True
                for resource in range(left.shape[0]):
                    fits &= usage[joining, resource] - usage[leaving, resource] <= left[resource]
                if fits:
                    best, out, into = change, leaving, joining
        if out < 0:
            break
        for resource in range(left.shape[0]):
            left[resource] -= usage[into, resource] - usage[out, resource]
        chosen[out], chosen[into] = False, True
        changed = True
    return changed
