"""Errors of the most accurate members, for a range of sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray


@jit
def write_prefix_log_errors(
    gains: FloatArray,
    shares: FloatArray,
    rests: FloatArray,
    tilt: float,
    start: int,
    first: int,
    distribution: FloatArray,
    log_errors: FloatArray,
) -> None:
    """Write the logarithms of the errors of the first start + 1, start + 2, ... members, where that is odd.

    `distribution` is that of the right votes of the first `start`, from `first` on, up to half of all; it is changed.
    """
    log_factor = 0.0
    for member in range(start):
        log_factor += gains[member]
    for place in range(log_errors.shape[0]):
        size = start + place + 1
        right, wrong = shares[size - 1], rests[size - 1]
        log_factor += gains[size - 1]
        for votes in range(distribution.shape[0] - 1, 0, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        distribution[0] *= wrong
        if size % 2 == 1:
            total = 0.0
            for votes in range(first, (size - 1) // 2 + 1):
                total += math.exp(-tilt * (0.5 * size - votes)) * distribution[votes - first]
            log_errors[place] = log_factor + math.log(max(total, 1e-300))


@jit
def write_next_errors(
    accuracies: FloatArray,
    joined: int,
    distribution: FloatArray,
    weights: FloatArray,
    starts: IntArray,
    errors: FloatArray,
) -> None:
    """Let members join a panel one by one, and write its error after each.

    Parameters
    ----------
    accuracies
        Of the members that join.
    joined
        How many have joined before.
    distribution
        Of the right votes of those; becomes that of all.
    weights, starts
        ``weights[starts[i] + k]`` is the error of k right votes after i + 1 more members have joined.
    errors
        Receives the errors.
    """
    for place in range(accuracies.shape[0]):
        right, wrong = accuracies[place], 1.0 - accuracies[place]
        size = joined + place + 1
        distribution[size] = 0.0
        for votes in range(size, 0, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        distribution[0] *= wrong
        error = 0.0
        for votes in range(size + 1):
            error += distribution[votes] * weights[starts[place] + votes]
        errors[place] = error
