"""Tilted accuracies.

Under a tilt t a member of accuracy p is right with its share,

    share = p exp(-t / 2) / exp(gain),    gain = log((1 - p) exp(t / 2) + p exp(-t / 2)),    spread = share (1 - share).

A tilt brings the expected number of right votes of a panel to where the panel errs: what matters of the distribution
then lies around its mean, however unlikely the error is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

MOST_TILT = 60.0
"""The largest tilt considered: members that are never wrong would need an infinite one."""


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
def find_tilt(accuracies: FloatArray, size: int, target: float) -> float:
    """Return the tilt t >= 0 at which the shares sum to `target`, or 0 if they sum to less even untilted.

    The sum falls with t; it must be possible to reach the target. Bisection guards Newton's steps.
    """
    low, high, tilt = 0.0, math.inf, 0.0
    for _ in range(200):
        shrink = math.exp(-tilt)
        total = 0.0
        spread = 0.0
        for member in range(size):
            accuracy = accuracies[member]
            share = accuracy * shrink / (1.0 - accuracy + accuracy * shrink)
            total += share
            spread += share * (1.0 - share)
        excess = total - target
        if excess <= 0.0 and tilt == 0.0:
            return 0.0
        if abs(excess) <= 1e-6 * (1.0 + target) or high - low <= 1e-12 * low:
            break
        if excess > 0.0:
            low = tilt
        else:
            high = tilt
        tilt += excess / max(spread, 1e-300)
        if not low < tilt < high:
            tilt = 0.5 * (low + high) if high < math.inf else 2.0 * low + 1.0
    return tilt


@jit
def find_panel_tilt(accuracies: FloatArray, size: int) -> float:
    """Return the tilt of the panel of the first `size` accuracies.

    There sum of (share - 1/2) = -coth(tilt / 2) / 2: the right votes expected are as many as when the panel errs.
    """
    low, high = 0.0, MOST_TILT
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
