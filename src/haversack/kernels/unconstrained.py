"""Errors of the most accurate members, for a range of sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.undecided import count_right_votes

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


@jit
def write_prefix_log_errors(
    gains: FloatArray,
    shares: FloatArray,
    rests: FloatArray,
    tilt: float,
    start: int,
    reach: float,
    log_errors: FloatArray,
) -> None:
    """Write the logarithms of the errors of the first start + 1, start + 2, ... members, where that is odd."""
    most = start + log_errors.shape[0]
    distribution = np.zeros(most // 2 + 2)
    distribution[0] = 1.0
    first = count_right_votes(shares[:start], rests[:start], reach, distribution)
    log_factor = 0.0
    for member in range(start):
        log_factor += gains[member]
    for place in range(log_errors.shape[0]):
        size = start + place + 1
        right, wrong = shares[size - 1], rests[size - 1]
        log_factor += gains[size - 1]
        for votes in range(distribution.shape[0] - 1, first, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        distribution[first] *= wrong
        if size % 2 == 1:
            total = 0.0
            for votes in range(first, (size - 1) // 2 + 1):
                total += math.exp(-tilt * (0.5 * size - votes)) * distribution[votes]
            log_errors[place] = log_factor + math.log(max(total, 1e-300))
