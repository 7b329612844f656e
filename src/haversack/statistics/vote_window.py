"""The number of right votes of huge panels, around its mean.

Let Y count the right votes of members that are right with probabilities s_i, of mean m and variance v. Bernstein's
inequality leaves less than exp(-51) of its distribution outside a window of width M around the mean, so within it

    P(Y = k) = 1/M sum_j phi(2 pi j / M) exp(-2 pi i j k / M),    phi(a) = prod_i (1 - s_i + s_i exp(i a)),

but for exp(-51). As |phi(a)| <= exp(-2 v sin^2(a / 2)), at most about a hundred terms matter, mostly thirty. So the
time is proportional to the size, where growing the distribution member by member takes the size times the width.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

HUGE = 20_000
"""From this size on, this way is faster than others; it loses about 1e-16 times the size of the precision."""

_LOG_NEGLIGIBLE = 51.0


def compute_vote_window(shares: FloatArray, rests: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the numbers of right votes that matter, rising, and the probability of each; `rests` are 1 - shares."""
    mean, variance = float(shares.sum()), float(shares @ rests)
    reach = math.sqrt(2.0 * _LOG_NEGLIGIBLE * variance) + 2.0 * _LOG_NEGLIGIBLE / 3.0
    votes = np.arange(max(int(mean - reach), 0), min(int(mean + reach) + 2, len(shares) + 1))
    period = len(votes)
    places = np.arange(1, period // 2 + 1)
    terms = int(np.count_nonzero(2.0 * variance * np.sin(np.pi * places / period) ** 2 < _LOG_NEGLIGIBLE))
    real, imaginary = np.empty(terms), np.empty(terms)
    kernels.vote_window.write_characteristic(shares, period, terms, real, imaginary)
    probabilities = np.full(period, 1.0)
    for term in range(terms):
        # Whole turns are removed before rounding can matter.
        angles = 2.0 * np.pi * ((term + 1) * votes % period) / period
        weight = 1.0 if 2 * (term + 1) == period else 2.0
        probabilities += weight * (real[term] * np.cos(angles) + imaginary[term] * np.sin(angles))
    return votes, np.maximum(probabilities / period, 0.0)
