"""Error of the majority vote of independent members.

The number X of right votes is Poisson binomial. Its distribution grows by one member at a time,

    P(X' = k) = (1 - p) P(X = k) + p P(X = k - 1),

sums of products of non-negative numbers: each entry keeps its relative precision however small it is. Only entries up
to half of the votes are needed. When all of them have become small they are scaled up and the power of two is
remembered, so nothing underflows before the error itself does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets

_SMALL = 2.0**-500
_SCALE_BITS = 500
_SCALE = 2.0**500
_RESCALE_EVERY = 256


@jit
def grow(distribution: FloatArray, size: int, top: int, accuracy: float) -> None:
    """Let one member join: `distribution[0..top]` of `size` members becomes that of `size + 1`."""
    wrong = 1.0 - accuracy
    highest = min(size + 1, top)
    for right in range(highest, 0, -1):
        distribution[right] = wrong * distribution[right] + accuracy * distribution[right - 1]
    distribution[0] *= wrong


@jit
def grow_by_two(distribution: FloatArray, size: int, top: int, first: float, second: float) -> None:
    """Let two members join at once: fewer passes over the distribution."""
    none = (1.0 - first) * (1.0 - second)
    one = first * (1.0 - second) + second * (1.0 - first)
    both = first * second
    highest = min(size + 2, top)
    for right in range(highest, 1, -1):
        distribution[right] = (
            none * distribution[right] + one * distribution[right - 1] + both * distribution[right - 2]
        )
    if highest >= 1:
        distribution[1] = none * distribution[1] + one * distribution[0]
    distribution[0] *= none


@jit
def grow_by_four(distribution: FloatArray, size: int, top: int, accuracies: FloatArray, start: int) -> None:
    """Let four members join at once, `accuracies[start]` and the next three."""
    a, b, c, d = accuracies[start], accuracies[start + 1], accuracies[start + 2], accuracies[start + 3]
    ab0, ab1, ab2 = (1.0 - a) * (1.0 - b), a * (1.0 - b) + b * (1.0 - a), a * b
    cd0, cd1, cd2 = (1.0 - c) * (1.0 - d), c * (1.0 - d) + d * (1.0 - c), c * d
    w0, w1, w2 = ab0 * cd0, ab0 * cd1 + ab1 * cd0, ab0 * cd2 + ab1 * cd1 + ab2 * cd0
    w3, w4 = ab1 * cd2 + ab2 * cd1, ab2 * cd2
    highest = min(size + 4, top)
    for right in range(highest, 3, -1):
        distribution[right] = (
            w0 * distribution[right]
            + w1 * distribution[right - 1]
            + w2 * distribution[right - 2]
            + w3 * distribution[right - 3]
            + w4 * distribution[right - 4]
        )
    if highest >= 3:
        distribution[3] = w0 * distribution[3] + w1 * distribution[2] + w2 * distribution[1] + w3 * distribution[0]
    if highest >= 2:
        distribution[2] = w0 * distribution[2] + w1 * distribution[1] + w2 * distribution[0]
    if highest >= 1:
        distribution[1] = w0 * distribution[1] + w1 * distribution[0]
    distribution[0] *= w0


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
def lower_tail(distribution: FloatArray, size: int, tie_error: float) -> float:
    """Return the chance of a minority of right votes, plus `tie_error` times that of a tie."""
    half = size // 2
    tail = 0.0
    for right in range(half):
        tail += distribution[right]
    weight = 1.0 if size % 2 == 1 else tie_error
    return float(tail + weight * distribution[half])


@jit
def set_errors(accuracies: FloatArray, sets: Sets, tie_error: float, errors: FloatArray) -> None:
    """Write the error of each set; the empty set errs always."""
    members = accuracies.shape[0]
    distribution = np.empty(members // 2 + 1)
    chosen = np.empty(members)
    for row in range(sets.shape[0]):
        size = 0
        for member in range(members):
            # Written always, counted only if chosen: no branch to guess wrong.
            chosen[size] = accuracies[member]
            size += sets[row, member]
        if size == 0:
            errors[row] = 1.0
            continue
        top = size // 2
        distribution[: top + 1] = 0.0
        distribution[0] = 1.0
        bits = 0
        joined = 0
        while joined + 4 <= size:
            grow_by_four(distribution, joined, top, chosen, joined)
            joined += 4
            if joined % _RESCALE_EVERY == 0:
                bits += rescale(distribution, top)
        while joined < size:
            grow(distribution, joined, top, chosen[joined])
            joined += 1
        errors[row] = math.ldexp(lower_tail(distribution, size, tie_error), -bits)


@jit
def prefix_errors(
    accuracies: FloatArray, orders: IntArray, lengths: IntArray, tie_error: float, odd_only: bool, errors: FloatArray
) -> None:
    """Write the error of the first s + 1 members of each order, all or where s + 1 is odd; leave the rest alone."""
    width = orders.shape[1]
    distribution = np.empty(width + 2)
    for row in range(orders.shape[0]):
        length = lengths[row]
        top = length // 2
        distribution[: top + 1] = 0.0
        distribution[0] = 1.0
        bits = 0
        joined = 0
        while joined < length:
            if odd_only and joined % 2 == 1 and joined + 1 < length:
                grow_by_two(
                    distribution, joined, top, accuracies[orders[row, joined]], accuracies[orders[row, joined + 1]]
                )
                joined += 2
            else:
                grow(distribution, joined, top, accuracies[orders[row, joined]])
                joined += 1
            if joined % _RESCALE_EVERY < 2:
                bits += rescale(distribution, top)
            if joined % 2 == 1 or not odd_only:
                errors[row, joined - 1] = math.ldexp(lower_tail(distribution, joined, tie_error), -bits)
