"""Tails of the binomial distribution with full relative precision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.clock import setting_up

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray


def compute_majority_errors(sizes: IntArray, accuracies: FloatArray) -> FloatArray:
    """Return the error of the majority vote of equally accurate members, ties counted as wrong.

    That is P(Binomial(m, p) <= floor(m/2)) for m voters of accuracy p, a regularised incomplete beta function.

    Examples
    --------
    >>> compute_majority_errors(np.array([3, 2, 0]), np.array([0.7, 0.7, 0.7])).round(12).tolist()
    [0.216, 0.51, 1.0]
    """
    with setting_up():
        from scipy.special import betainc

    sizes, accuracies = np.broadcast_arrays(np.asarray(sizes), np.asarray(accuracies, dtype=np.float64))
    most_right = sizes // 2
    # The beta function needs a positive first parameter; without voters the error is 1.
    errors = betainc(np.maximum(sizes - most_right, 1), most_right + 1, 1.0 - accuracies)
    return np.where(sizes == 0, 1.0, errors)
