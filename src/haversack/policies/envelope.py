"""The upper concave envelope of cost and accuracy: what random mixtures of policies reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

ROUNDING = 1e-12
"""Difference of two shares, and relative difference of two costs, up to which they are the same."""


def find_corners(costs: FloatArray, accuracies: FloatArray) -> IntArray:
    """Return the corners of the envelope, from the cheapest point to the most accurate one.

    Between two neighbouring corners lies what mixing them at random reaches; no point is above by more than rounding.
    Of equal points the first counts.

    Examples
    --------
    >>> find_corners(np.array([1.0, 2.0, 3.0, 2.5]), np.array([0.5, 0.6, 0.9, 0.7])).tolist()
    [0, 2]
    """
    corners: list[int] = []
    for place in np.lexsort((-accuracies, costs)).tolist():
        if corners and accuracies[place] <= accuracies[corners[-1]] + ROUNDING:
            continue
        while len(corners) > 1 and not _is_above(costs, accuracies, corners[-2], corners[-1], place):
            corners.pop()
        corners.append(place)
    return np.array(corners, dtype=np.int64)


def _is_above(costs: FloatArray, accuracies: FloatArray, left: int, middle: int, right: int) -> bool:
    """Return whether the middle one of three points, of rising costs, is above the line between the others."""
    rise = (accuracies[middle] - accuracies[left]) * (costs[right] - costs[left])
    return bool(rise > (accuracies[right] - accuracies[left]) * (costs[middle] - costs[left]))


def mix(costs: FloatArray, budget: float) -> list[tuple[int, float]]:
    """Return which corners meet a mean cost, and with which shares.

    Parameters
    ----------
    costs
        Of the corners, rising; the first is at most the budget.
    budget
        The mean cost.

    Examples
    --------
    >>> mix(np.array([1.0, 3.0, 9.0]), 4.5), mix(np.array([1.0, 3.0]), 5.0)
    ([(1, 0.75), (2, 0.25)], [(1, 1.0)])
    """
    # Prices that are equal but for rounding are equal: the last corner of them is the most accurate.
    left = int(np.searchsorted(costs, budget * (1.0 + ROUNDING), side="right")) - 1
    if left == len(costs) - 1 or costs[left] >= budget:
        return [(left, 1.0)]
    share = float((budget - costs[left]) / (costs[left + 1] - costs[left]))
    return [(left, 1.0 - share), (left + 1, share)]


def interpolate(costs: FloatArray, accuracies: FloatArray, budget: float) -> float:
    """Return the accuracy of the mixture of corners that costs a budget.

    Examples
    --------
    >>> interpolate(np.array([1.0, 3.0]), np.array([0.5, 0.7]), 2.0).__round__(6)
    0.6
    """
    return sum(share * float(accuracies[place]) for place, share in mix(costs, budget))


def find_slope(costs: FloatArray, accuracies: FloatArray, budget: float) -> float:
    """Return the gain in accuracy per unit of cost at a budget, towards the next corner; 0 beyond the last one.

    Examples
    --------
    >>> find_slope(np.array([1.0, 3.0]), np.array([0.5, 0.7]), 2.0).__round__(6)
    0.1
    """
    left = int(np.searchsorted(costs, budget, side="right")) - 1
    if left >= len(costs) - 1:
        return 0.0
    left = max(left, 0)
    return float((accuracies[left + 1] - accuracies[left]) / (costs[left + 1] - costs[left]))
