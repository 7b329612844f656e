"""Tails of the number of right votes of independent members under a tilt.

With a tilt t, shrink = exp(-t), a member of accuracy p is right with its share s = p shrink / (1 - p + p shrink). Y is
the number of right votes when all members are right with their shares, and

    tails[k] = sum_{j <= k} shrink^(k - j) P(Y = j).

A member with the share s who joins changes them to

    joined[k] = (1 - s) tails[k] + s tails[k - 1],

sums of positive numbers. When a member leaves, this is undone, upwards from the bottom if s <= 1/2 and downwards from
the top else, so that each step shrinks the errors of the steps before it by min(s, 1 - s) / max(s, 1 - s).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

LOG_NEGLIGIBLE = 37.0
"""exp(-37) is below 1e-16."""


@jit
def compute_share(accuracy: float, shrink: float) -> float:
    """Return the probability of a right vote under the tilt of which `shrink` is exp(-tilt)."""
    right = accuracy * shrink
    return right / (1.0 - accuracy + right)


@jit
def find_tilt(accuracies: FloatArray, size: int, target: float) -> float:
    """Return the tilt t >= 0 at which the shares sum to about `target`, or 0 if they sum to less even untilted.

    The sum falls with t; it must be possible to reach the target. Bisection guards Newton's steps. As in
    `haversack.statistics.tilts`, but less exactly: any tilt gives the same error.
    """
    low, high, tilt = 0.0, math.inf, 0.0
    for _ in range(200):
        shrink, total, spread = math.exp(-tilt), 0.0, 0.0
        for member in range(size):
            share = compute_share(accuracies[member], shrink)
            total += share
            spread += share * (1.0 - share)
        excess = total - target
        if excess <= 0.0 and tilt == 0.0:
            return 0.0
        if abs(excess) <= 1e-3 * (1.0 + math.sqrt(spread)) or high - low <= 1e-9 * low:
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
def write_tails(
    accuracies: FloatArray,
    size: int,
    shrink: float,
    window: tuple[int, int, float],
    distribution: FloatArray,
    tails: FloatArray,
) -> float:
    """Write the tails of the first `size` accuracies; return the sum of log(1 - p + p shrink).

    Parameters
    ----------
    accuracies, size, shrink
        The panel and its tilt.
    window
        First and last k to write, and how far from the mean votes matter.
    distribution
        Scratch space, for more than the last k.
    tails
        Receives the tails: ``tails[k - first]``.
    """
    first, last, reach = window
    log_factor, lost, mean, lowest, highest = 0.0, 0.0, 0.0, 0, 0
    distribution[0] = 1.0
    for member in range(size):
        accuracy = accuracies[member]
        norm = 1.0 - accuracy + accuracy * shrink
        right, wrong = accuracy * shrink / norm, (1.0 - accuracy) / norm
        # Compensated, as in `majority.compute_large_error`.
        term = math.log(norm) - lost
        total = log_factor + term
        lost = (total - log_factor) - term
        log_factor = total
        mean += right
        top = min(highest + 1, int(mean + reach) + 1)
        if top > highest:
            distribution[top] = 0.0
        highest = top
        bottom = max(lowest, int(mean - reach))
        for votes in range(top, bottom, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        below = distribution[bottom - 1] if bottom > lowest else 0.0
        distribution[bottom] = wrong * distribution[bottom] + right * below
        lowest = bottom
    tail = 0.0
    for votes in range(first, last + 1):
        tail = tail * shrink + (distribution[votes] if lowest <= votes <= highest else 0.0)
        tails[votes - first] = tail
    return log_factor


@jit
def add_share(tails: FloatArray, width: int, share: float) -> None:
    """Let a member of this share join."""
    for place in range(width - 1, 0, -1):
        tails[place] = (1.0 - share) * tails[place] + share * tails[place - 1]
    tails[0] = (1.0 - share) * tails[0]


@jit
def remove_share(source: FloatArray, target: FloatArray, width: int, share: float, shrink: float) -> None:
    """Write the tails without a member of this share. `source` and `target` may be the same array."""
    if share <= 0.5:
        scale, ratio, tail = 1.0 / (1.0 - share), share / (1.0 - share), 0.0
        for place in range(width):
            tail = scale * source[place] - ratio * tail
            target[place] = tail
    else:
        scale, ratio = 1.0 / share, (1.0 - share) / share
        # Above the window the tails fall by the factor `shrink`.
        tail = scale * shrink * source[width - 1] / (1.0 + ratio * shrink)
        for place in range(width - 2, -1, -1):
            above = source[place + 1]
            target[place + 1] = tail
            tail = scale * above - ratio * tail
        target[0] = tail


@jit
def solve_up(source: FloatArray, place: int, scale: float, ratio: float) -> float:
    """Return one tail without a member: the sum of scale (-ratio)^j source[place - j]. By fours, for speed."""
    terms = place + 1
    if (1.0 - ratio) * terms > LOG_NEGLIGIBLE:
        terms = int(LOG_NEGLIGIBLE / (1.0 - ratio)) + 1
    start = place + 1 - terms
    tail = 0.0
    while terms % 4:
        tail = scale * source[start] - ratio * tail
        start += 1
        terms -= 1
    second = -ratio * scale
    third = -ratio * second
    fourth = -ratio * third
    fade = ratio**4
    for at in range(start, start + terms, 4):
        tail = (scale * source[at + 3] + second * source[at + 2] + third * source[at + 1] + fourth * source[at]) + (
            fade * tail
        )
    return tail


@jit
def solve_down(source: FloatArray, place: int, width: int, scale: float, ratio: float, shrink: float) -> float:
    """Return one tail without a member: the sum of scale (-ratio)^j source[place + 1 + j]."""
    terms = width - 1 - place
    if (1.0 - ratio) * terms > LOG_NEGLIGIBLE:
        terms = int(LOG_NEGLIGIBLE / (1.0 - ratio)) + 1
        tail = 0.0
    else:
        tail = scale * shrink * source[width - 1] / (1.0 + ratio * shrink)
    start = place + terms
    while terms % 4:
        tail = scale * source[start] - ratio * tail
        start -= 1
        terms -= 1
    second = -ratio * scale
    third = -ratio * second
    fourth = -ratio * third
    fade = ratio**4
    for at in range(start, start - terms, -4):
        tail = (scale * source[at - 3] + second * source[at - 2] + third * source[at - 1] + fourth * source[at]) + (
            fade * tail
        )
    return tail
