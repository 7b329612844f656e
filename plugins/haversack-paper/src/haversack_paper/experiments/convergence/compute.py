"""Mean and variance of q over the size of the panel, by formula and by simulation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.laws import Law
from haversack_paper.panels import random_panel_slices

if TYPE_CHECKING:
    from haversack_paper.experiment import Json

NEAR = 0.01
"""A mean of q that is this close to its limit counts as converged."""


def compute_curve(alpha: float, beta: float, largest: int, draws: int, far: list[int], seed: list[int]) -> Json:
    """Return moments of q for members from Beta(alpha, beta): at odd sizes up to the largest, and at those far off.

    Sums are taken of the errors 1 - q, about their exact means: no precision is lost where q is close to 1.
    """
    from haversack.statistics.majority_moments import compute_majority_moments

    law = Law("beta", (alpha, beta))
    mean, variance = law.moments()
    sizes = list(range(1, largest + 1, 2))
    exact = [compute_majority_moments(size, mean, variance) for size in [*sizes, *far]]
    centres = np.array([[moments.mean_error] for moments in exact[: len(sizes)]])
    sums = np.zeros((3, len(sizes)))
    for errors in random_panel_slices(law, draws, sizes, np.random.default_rng(seed)):
        sums += [((errors - centres) ** power).sum(axis=1) for power in (1, 2, 3)]
    first, second, third = sums / draws
    deviations = np.sqrt((second - first**2) * draws / (draws - 1))
    return {
        "name": law.name,
        "mean": mean,
        "variance": variance,
        "limit": 1.0 if mean > 0.5 else 0.0 if mean < 0.5 else 0.5,
        "arrival": _arrival(mean, far[-1]),
        "draws": draws,
        "sizes": [*sizes, *far],
        "errors": [moments.mean_error for moments in exact],
        "deviations": [moments.standard_deviation for moments in exact],
        "simulated_sizes": sizes,
        "simulated_errors": (centres[:, 0] + first).tolist(),
        "standard_errors": (deviations / math.sqrt(draws)).tolist(),
        "simulated_deviations": deviations.tolist(),
        # Of q, not of the error.
        "skewness": (-(third - 3.0 * first * second + 2.0 * first**3) / deviations**3).tolist(),
        "rate": _variance_rate(mean, variance),
    }


def _arrival(mean: float, largest: int) -> int | None:
    """Return the first odd size at which the mean of q is near its limit, if there is one up to the largest."""
    from haversack.statistics.binomial import compute_majority_errors

    sizes = np.arange(1, largest + 1, 2)
    near = sizes[compute_majority_errors(sizes, np.full(len(sizes), max(mean, 1.0 - mean))) <= NEAR]
    return int(near[0]) if near.size else None


def _variance_rate(mean: float, variance: float) -> float:
    """Return the factor per member by which the variance of q falls in the long run.

    The second moment of the error is the probability that two panels, whose members are right together as one member is
    right twice, both err. By Cramér's theorem it falls by the minimum over u of s_F/u + 2 s_TF + s_T u.
    """
    both_right, both_wrong = variance + mean**2, variance + (1.0 - mean) ** 2
    return 2.0 * (math.sqrt(both_right * both_wrong) + mean * (1.0 - mean) - variance)


def measure_rate(curve: Json) -> float:
    """Return the factor per member between the last two sizes whose variance is a number, the 1/l taken out."""
    sizes, deviations = np.array(curve["sizes"], dtype=float), np.array(curve["deviations"])
    usable = np.flatnonzero(deviations > 1e-150)[-2:]
    (low, high), (before, after) = sizes[usable], deviations[usable]
    return math.exp((2.0 * math.log(after / before) + math.log(high / low)) / (high - low))
