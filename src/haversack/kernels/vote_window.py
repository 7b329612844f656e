"""The distribution of the right votes of huge panels, by its characteristic function."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


@jit
def write_characteristic(shares: FloatArray, period: int, terms: int, real: FloatArray, imaginary: FloatArray) -> None:
    """Write the characteristic function of the right votes at 2 pi j / period, for j = 1, ..., terms."""
    falls, sines = np.empty(terms), np.empty(terms)
    for term in range(terms):
        angle = 2.0 * math.pi * (term + 1) / period
        # 1 - cos, written so that small angles keep their digits.
        falls[term] = 2.0 * math.sin(0.5 * angle) ** 2
        sines[term] = math.sin(angle)
        real[term] = 1.0
        imaginary[term] = 0.0
    for member in range(shares.shape[0]):
        share = shares[member]
        for term in range(terms):
            factor = 1.0 - share * falls[term]
            turn = share * sines[term]
            changed = real[term] * factor - imaginary[term] * turn
            imaginary[term] = real[term] * turn + imaginary[term] * factor
            real[term] = changed
