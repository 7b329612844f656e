"""Tilted accuracies.

Under a tilt t a member of accuracy p is right with its share,

    share = p exp(-t / 2) / exp(gain),    gain = log((1 - p) exp(t / 2) + p exp(-t / 2)),    spread = share (1 - share).

A tilt brings the expected number of right votes of a panel to where the panel errs: what matters of the distribution
then lies around its mean, however unlikely the error is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

MOST_TILT = 60.0
"""The largest tilt considered: members that are never wrong would need an infinite one."""

_UNDERFLOW = 700.0


class TiltedMembers(NamedTuple):
    """Gain, share and 1 - share of each member, all with their relative precision."""

    gains: FloatArray
    shares: FloatArray
    rests: FloatArray


def tilt_members(accuracies: FloatArray, tilt: float) -> TiltedMembers:
    """Return what members are under a tilt."""
    wrong, right = (1.0 - accuracies) * math.exp(0.5 * tilt), accuracies * math.exp(-0.5 * tilt)
    norms = wrong + right
    return TiltedMembers(np.log(norms), right / norms, wrong / norms)


def find_panel_tilt(accuracies: FloatArray, guess: float = 1.5) -> float:
    """Return the tilt at which as many right votes of a panel are expected as when it errs.

    There sum of (share - 1/2) = -coth(tilt / 2) / 2. The search begins at the guess.
    """
    size, rests = len(accuracies), 1.0 - accuracies
    low, high = 0.0, MOST_TILT
    tilt = guess
    for _ in range(100):
        shares = accuracies / (accuracies + rests * math.exp(tilt))
        total = float(shares.sum())
        margin = 0.5 / math.tanh(0.5 * tilt) + total - 0.5 * size
        if margin > 0.0:
            low = tilt
        else:
            high = tilt
        if abs(margin) <= 1e-9 * (size + 1) or high - low <= 1e-9:
            break
        speed = 0.25 / math.sinh(0.5 * tilt) ** 2 + total - float(shares @ shares)
        tilt += margin / max(speed, 1e-300)
        if not low < tilt < high:
            tilt = 0.5 * (low + high)
    return tilt


def find_tilt(accuracies: FloatArray, target: float) -> float:
    """Return the tilt t >= 0 at which the shares sum to `target`, or 0 if they sum to less even untilted.

    The sum falls with t. Bisection guards Newton's steps. Where the target cannot be reached, because too many members
    are never wrong, the tilt is above 700.
    """
    rests = 1.0 - accuracies
    low, high, tilt = 0.0, math.inf, 0.0
    while tilt < _UNDERFLOW:
        right = accuracies * math.exp(-tilt)
        shares = right / (rests + right)
        total = float(shares.sum())
        excess = total - target
        if excess <= 0.0 and tilt == 0.0:
            return 0.0
        if abs(excess) <= 1e-6 * (1.0 + target) or high - low <= 1e-12 * low:
            break
        if excess > 0.0:
            low = tilt
        else:
            high = tilt
        tilt += excess / max(total - float(shares @ shares), 1e-300)
        # A step from where nearly all shares are 1 leads too far.
        if not low < tilt < min(high, _UNDERFLOW):
            tilt = 0.5 * (low + high) if high < math.inf else 2.0 * low + 1.0
    return tilt
