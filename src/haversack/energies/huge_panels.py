"""Errors of panels of tens of thousands, under any vote that counts right votes.

The sum of w(k) P(X = k), where X counts the right votes under the accuracies themselves, is computed under a tilt t
with (see `haversack.statistics.tilts`)

    P(X = k) = exp(sum_i gain_i + t (k - l / 2)) P(Y = k),

chosen so that the terms that matter lie around the mean of Y, the right votes under the tilt: then they keep their
relative precision.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.statistics.tilts import find_tilt, tilt_members
from haversack.statistics.vote_window import HUGE, compute_vote_window

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.arrays import FloatArray, IntArray, Sets

_MOST_TILTS = 60
_NEAR = 3.0  # In deviations: so near the mean, rounding is small against the terms of the sum.


def split_huge_sets(sets: Sets) -> tuple[IntArray, IntArray]:
    """Return the rows of huge sets, and the others. Takes no time in pools that have none."""
    if sets.shape[1] < HUGE:
        return np.zeros(0, dtype=np.int64), np.arange(len(sets))
    is_huge = sets.sum(axis=1) >= HUGE
    return np.flatnonzero(is_huge), np.flatnonzero(~is_huge)


def compute_huge_errors(accuracies: FloatArray, sets: Sets, error_weights: Callable[[int], FloatArray]) -> FloatArray:
    """Return the error of each set, from the error of every number of right votes of a size, which must fall."""
    log_sums = [compute_log_sum(accuracies[row], error_weights(int(row.sum()))) for row in sets]
    return np.minimum(np.exp(log_sums), 1.0)


class TiltedSum(NamedTuple):
    """A weighted sum under a tilt: its logarithm, the centre of its terms, and the mean and deviation of Y."""

    log_sum: float
    centre: float
    mean: float
    deviation: float

    @property
    def is_precise(self) -> bool:
        """Whether the terms lie around the mean."""
        return self.log_sum > -math.inf and abs(self.centre - self.mean) <= _NEAR * self.deviation + 1.0


def compute_log_sum(accuracies: FloatArray, weights: FloatArray) -> float:
    """Return the logarithm of the sum over k of ``weights[k]``, which must fall, times P(k right votes)."""
    found = _compute_tilted_sum(accuracies, weights, 0.0)
    low, high = 0.0, found.mean
    # Where the terms lie below the mean, a tilt brings it there, probably to where the weights fall.
    target = float(np.count_nonzero(weights >= 0.5 * weights[0]) - 1)
    for _ in range(_MOST_TILTS):
        if found.is_precise or high - low < 1.0:
            break
        if not low < target < high:
            target = 0.5 * (low + high)
        found = _compute_tilted_sum(accuracies, weights, find_tilt(accuracies, target))
        if found.centre < found.mean:
            high = target
        else:
            low = target
        target = 0.0
    return found.log_sum


def _compute_tilted_sum(accuracies: FloatArray, weights: FloatArray, tilt: float) -> TiltedSum:
    """Compute a sum; its logarithm is minus infinity, and its centre 0, if all weights around the mean are 0."""
    size = len(accuracies)
    gains, shares, rests = tilt_members(accuracies, tilt)
    mean, deviation = float(shares.sum()), math.sqrt(float(shares @ rests))
    votes, probabilities = compute_vote_window(shares, rests)
    terms = weights[votes] * probabilities
    with np.errstate(divide="ignore"):
        logs = np.log(terms) + tilt * (votes - 0.5 * size)
    largest = float(logs.max())
    if largest == -math.inf:
        return TiltedSum(-math.inf, 0.0, mean, deviation)
    terms = np.exp(logs - largest)
    total = float(terms.sum())
    log_sum = math.fsum(gains) + largest + math.log(total)
    return TiltedSum(log_sum, float(terms @ votes) / total, mean, deviation)
