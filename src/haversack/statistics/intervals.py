"""Confidence intervals of shares of right items."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

LEVEL = 0.95


def count_effective_items(weights: FloatArray) -> float:
    """Return how many items of equal weight tell as much as these.

    Examples
    --------
    >>> count_effective_items(np.array([1.0, 1.0, 1.0])), count_effective_items(np.array([8.0, 1.0, 1.0])).__round__(2)
    (3.0, 1.52)
    """
    # Divided by the largest first, so that no square is out of range.
    scaled = np.asarray(weights) / np.max(weights)
    return float(scaled.sum() ** 2 / (scaled**2).sum())


def compute_wilson_interval(share: float, items: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a share of so many items: all p with (share - p)^2 <= z^2 p (1 - p) / items.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
    Association 22 (1927).

    Examples
    --------
    >>> [round(end, 3) for end in compute_wilson_interval(0.9, 100)]
    [0.826, 0.945]
    """
    square = _find_quantile(level) ** 2 / items
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(max(0.0, square * (share * (1 - share) + square / 4))) / (1 + square)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def compute_paired_interval(
    difference: float, mean_square: float, items: float, level: float = LEVEL
) -> tuple[float, float]:
    """Return the interval of a difference of two shares of the same items.

    Half an item is added to each of the four cells: both right, both wrong, either one right alone.

    Parameters
    ----------
    difference
        The mean difference by item.
    mean_square
        The mean squared difference by item: where an item is right or wrong, the share of items on which the two
        differ.
    items, level
        Number of items, and the confidence.

    References
    ----------
    Agresti, Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine 24
    (2005).

    Examples
    --------
    >>> [round(end, 3) for end in compute_paired_interval(0.05, 0.15, 100)]
    [-0.027, 0.125]
    """
    more = items + 2.0
    middle = difference * items / more
    variance = max(0.0, (mean_square * items + 1.0) / more - middle**2) / more
    half = _find_quantile(level) * math.sqrt(variance)
    return max(-1.0, min(difference, middle - half)), min(1.0, max(difference, middle + half))


def _find_quantile(level: float) -> float:
    return NormalDist().inv_cdf(0.5 + level / 2)
