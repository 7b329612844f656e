"""Error of the majority vote of independent members.

The number X of right votes is Poisson binomial. Its distribution grows by one member at a time,

    P(X' = k) = (1 - p) P(X = k) + p P(X = k - 1),

sums of products of non-negative numbers: each entry keeps its relative precision however small it is. Only entries up
to half of the votes are needed. When all of them have become small they are scaled up and the power of two is
remembered, so nothing underflows before the error itself does.

For large panels there is a faster way, by tilting. With c_i = log(1 - p_i (1 - exp(-t))) and the shares of
`haversack.statistics.tilts`, the error is exactly

    P(X <= r) = exp(sum c_i + t r) * sum_{k <= r} exp(-t (r - k)) P(Y = k),

Y being the number of right votes when members are right with their shares. Choose t so that Y has mean r. What matters
of the distribution then lies around its mean. All else is left out, which removes a share of less than 1e-17 of the
error and most of the work, and nothing underflows before the error itself does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

_SMALL = 2.0**-500
_SCALE_BITS = 500
_SCALE = 2.0**500
_RESCALE_EVERY = 256
LARGE = 1_500
"""From so many members on, the window of the tilted distribution is much narrower than half of the votes."""

_LOG_NEGLIGIBLE = 51.0  # exp(-51) is below 1e-22, for each of up to 100,000 members.


@jit
def grow(distribution: FloatArray, size: int, top: int, accuracy: float) -> None:
    """Let one member join: `distribution[0..top]` of `size` members becomes that of `size + 1`."""
    wrong = 1.0 - accuracy
    highest = min(size + 1, top)
    for right in range(highest, 0, -1):
        distribution[right] = wrong * distribution[right] + accuracy * distribution[right - 1]
    distribution[0] *= wrong


@jit
def rescale(distribution: FloatArray, top: int) -> int:
    """Scale a distribution up if all of it is small; return the number of bits it was scaled by."""
    largest = 0.0
    for right in range(top + 1):
        largest = max(largest, distribution[right])
    if largest == 0.0 or largest >= _SMALL:
        return 0
    for right in range(top + 1):
        distribution[right] *= _SCALE
    return _SCALE_BITS


@jit
def sum_lower_tail(distribution: FloatArray, size: int, tie_error: float) -> float:
    """Return the probability of a minority of right votes, plus `tie_error` times that of a tie."""
    half = size // 2
    tail = 0.0
    for right in range(half):
        tail += distribution[right]
    weight = 1.0 if size % 2 == 1 else tie_error
    return float(tail + weight * distribution[half])


@jit
def compute_large_error(accuracies: FloatArray, tilt: float, tie_error: float) -> float:
    """Return the error of all members together, by tilting."""
    size = accuracies.shape[0]
    half = size // 2
    distribution = np.empty(half + 2)
    shrink = math.exp(-tilt)
    log_factor = tilt * half
    lost = 0.0
    mean = 0.0
    variance = 0.0
    lowest = 0
    highest = 0
    distribution[0] = 1.0
    for member in range(size):
        accuracy = accuracies[member]
        norm = 1.0 - accuracy + accuracy * shrink
        right = accuracy * shrink / norm
        wrong = (1.0 - accuracy) / norm
        # Compensated: ten thousand plain additions would cost six digits of the error.
        term = math.log(norm) - lost
        total = log_factor + term
        lost = (total - log_factor) - term
        log_factor = total
        mean += right
        variance += right * wrong
        # Bernstein's inequality: beyond this distance from the mean lies less than exp(-51) on either side.
        reach = math.sqrt(2.0 * _LOG_NEGLIGIBLE * variance) + 2.0 * _LOG_NEGLIGIBLE / 3.0
        top = min(min(highest + 1, half), int(mean + reach) + 1)
        while highest < top:
            highest += 1
            distribution[highest] = 0.0
        highest = top
        bottom = max(lowest, int(mean - reach))
        for votes in range(highest, bottom, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        if bottom == lowest:
            distribution[bottom] = wrong * distribution[bottom]
        else:
            distribution[bottom] = wrong * distribution[bottom] + right * distribution[bottom - 1]
        lowest = bottom
    error = 0.0
    for votes in range(lowest, min(highest, half) + 1):
        weight = tie_error if votes == half and size % 2 == 0 else 1.0
        error += weight * math.exp(-tilt * (half - votes)) * distribution[votes]
    return float(math.exp(log_factor + math.log(error))) if error > 0.0 else 0.0


@jit
def compute_small_error(accuracies: FloatArray, size: int, tie_error: float, distribution: FloatArray) -> float:
    """Return the error of the first `size` accuracies, one or more, by the recurrence.

    `distribution` is scratch space for size // 2 + 2 numbers.
    """
    top = size // 2
    for right in range(top + 1):
        distribution[right] = 0.0
    distribution[0] = 1.0
    bits = 0
    for joined in range(size):
        grow(distribution, joined, top, accuracies[joined])
        if joined % _RESCALE_EVERY == _RESCALE_EVERY - 1:
            bits += rescale(distribution, top)
    return math.ldexp(sum_lower_tail(distribution, size, tie_error), -bits)


@jit
def write_set_errors(accuracies: FloatArray, sets: Sets, tie_error: float, errors: FloatArray) -> None:
    """Write the error of each set; that of the empty set is 1, and sets of `LARGE` and more members are left alone."""
    members = accuracies.shape[0]
    distribution = np.empty(members // 2 + 2)
    chosen = np.empty(members)
    for row in range(sets.shape[0]):
        size = members - members  # 0; a literal would make numba compile what it is passed to a second time.
        for member in range(members):
            # Written always, counted only if chosen: no branch to guess wrong.
            chosen[size] = accuracies[member]
            size += sets[row, member]
        if size == 0:
            errors[row] = 1.0
        elif size < LARGE:
            errors[row] = compute_small_error(chosen, size, tie_error, distribution)


@jit
def write_prefix_errors(accuracies: FloatArray, orders: IntArray, lengths: IntArray, errors: FloatArray) -> None:
    """Write the error of the first s + 1 members of each order where s + 1 is odd; leave the rest alone."""
    width = orders.shape[1]
    distribution = np.empty(width + 2)
    for row in range(orders.shape[0]):
        length = lengths[row]
        top = length // 2
        for right in range(top + 1):
            distribution[right] = 0.0
        distribution[0] = 1.0
        bits = 0
        for joined in range(length):
            grow(distribution, joined, top, accuracies[orders[row, joined]])
            if joined % _RESCALE_EVERY == _RESCALE_EVERY - 1:
                bits += rescale(distribution, top)
            if joined % 2 == 0:
                errors[row, joined] = math.ldexp(sum_lower_tail(distribution, joined + 1, 1.0), -bits)
