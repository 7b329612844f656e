"""The expected number of members that a budget buys: the paper's l-hat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_NORMAL_QUANTILE_95 = 1.64  # As the paper prints it.


def compute_beta_mean_cost(alpha: float, beta: float, scale: float) -> float:
    """Return the mean cost of a member of rate c (1 - p), for p ~ Beta(alpha, beta): (1 + alpha/(beta - 1)) / c."""
    return (1.0 + alpha / (beta - 1.0)) / scale


def compute_shared_rate_cost(alpha: float, beta: float, scale: float) -> float:
    """Return the cost per expected member when all members share one random rate c (1 - p): (alpha + beta)/(c beta)."""
    return (alpha + beta) / (scale * beta)


def fit_rate_scale(accuracies: FloatArray, costs: FloatArray) -> float:
    """Return the maximum-likelihood scale c of exponential costs of rates c (1 - p): n / sum t (1 - p)."""
    total = float((costs * (1.0 - accuracies)).sum())
    return len(costs) / total if total > 0.0 else math.inf


def compute_poisson_size(expected: float, largest: int) -> int:
    """Return the smallest m, at most `largest`, that a Poisson variable of this mean exceeds with at most 5 %."""
    from scipy.special import pdtrc

    low, high = 0, largest
    while low < high:
        middle = (low + high) // 2
        if pdtrc(middle, expected) <= 0.05:
            high = middle
        else:
            low = middle + 1
    return low


def compute_poisson_normal_size(expected: float) -> float:
    """Return the normal approximation of `poisson_size`: mean + 0.5 + 1.64 sqrt(mean)."""
    return expected + 0.5 + _NORMAL_QUANTILE_95 * math.sqrt(expected)
