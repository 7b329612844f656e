"""Error of a vote in which k right votes of l err with a given probability.

The distribution of right votes grows as in the majority vote; here all of it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.majority import grow

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


@jit
def write_set_errors(
    accuracies: FloatArray, sets: Sets, weights: FloatArray, starts: IntArray, errors: FloatArray
) -> None:
    """Write the error of each set.

    ``weights[starts[l] + k]`` is the error of l members of which k are right; that of the empty set is 1.
    """
    members = accuracies.shape[0]
    distribution = np.empty(members + 1)
    for row in range(sets.shape[0]):
        size = 0
        distribution[0] = 1.0
        for member in range(members):
            if sets[row, member]:
                distribution[size + 1] = 0.0
                grow(distribution, size, size + 1, accuracies[member])
                size += 1
        errors[row] = compute_error(distribution, size, weights, starts)


@jit
def write_prefix_errors(
    accuracies: FloatArray,
    orders: IntArray,
    lengths: IntArray,
    weights: FloatArray,
    starts: IntArray,
    errors: FloatArray,
) -> None:
    """Write the error of the first s + 1 members of each order; leave entries beyond a row's length alone."""
    distribution = np.empty(orders.shape[1] + 1)
    for row in range(orders.shape[0]):
        distribution[0] = 1.0
        for joined in range(lengths[row]):
            distribution[joined + 1] = 0.0
            grow(distribution, joined, joined + 1, accuracies[orders[row, joined]])
            errors[row, joined] = compute_error(distribution, joined + 1, weights, starts)


@jit
def compute_error(distribution: FloatArray, size: int, weights: FloatArray, starts: IntArray) -> float:
    """Return the mean of the weights under a distribution of right votes."""
    if size == 0:
        return 1.0
    error = 0.0
    for right in range(size + 1):
        error += distribution[right] * weights[starts[size] + right]
    return error
