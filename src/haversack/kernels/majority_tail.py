"""Error of the majority vote of a large panel, by tilting.

With c_i = log(1 - p_i (1 - exp(-t))) and tilted accuracies p_i exp(-t) / (1 - p_i (1 - exp(-t))), the error is exactly

    P(X <= r) = exp(sum c_i + t r) * sum_{k <= r} exp(-t (r - k)) P(Y = k),

Y being the number of right votes under the tilted accuracies. Choose t so that Y has mean r: what matters of the
distribution then lies around its mean, however unlikely the error is. All else is left out, which removes a share of
less than 1e-17 of the error and most of the work, and nothing underflows before the error itself does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_LOG_NEGLIGIBLE = 51.0  # exp(-51) is below 1e-22, for each of up to 100,000 members.


@jit
def tilt_for(accuracies: FloatArray, size: int, target: float) -> float:
    """Return t >= 0 at which the tilted accuracies sum to `target`, or 0 if they sum to less even untilted.

    The sum falls with t; it must be possible to reach the target. Bisection guards Newton's steps.
    """
    low, high, tilt = 0.0, math.inf, 0.0
    for _ in range(200):
        shrink = math.exp(-tilt)
        total = 0.0
        spread = 0.0
        for member in range(size):
            accuracy = accuracies[member]
            tilted = accuracy * shrink / (1.0 - accuracy + accuracy * shrink)
            total += tilted
            spread += tilted * (1.0 - tilted)
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
def majority_error(accuracies: FloatArray, size: int, tie_error: float, distribution: FloatArray) -> float:
    """Return the error of the first `size` accuracies; `distribution` is scratch space for size // 2 + 2 numbers."""
    half = size // 2
    certain = 0
    for member in range(size):
        certain += accuracies[member] == 1.0
    if certain > half:
        return 0.0
    tilt = tilt_for(accuracies, size, max(float(half), certain + 0.25))
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
        top = min(highest + 1, half, int(mean + reach) + 1)
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
