"""Mean and variance of q over the size of the panel, by formula and by simulation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.panels import panel_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json

NEAR = 0.01
"""So close to its limit the mean of q counts as having arrived."""

_ROWS = 20_000


def curve_of(alpha: float, beta: float, largest: int, draws: int, far: Sequence[int], seed: Sequence[int]) -> Json:
    """Return what is known of q for members from Beta(alpha, beta).

    Sums are taken of the errors 1 - q, about their exact means: nothing is lost where q is all but 1.
    """
    from haversack.statistics.majority_moments import majority_moments

    mean = alpha / (alpha + beta)
    variance = mean * (1.0 - mean) / (alpha + beta + 1.0)
    sizes = list(range(1, largest + 1, 2))
    exact = [majority_moments(size, mean, variance) for size in [*sizes, *far]]
    centres = np.array([[moments.mean_error] for moments in exact[: len(sizes)]])
    rng = np.random.default_rng(seed)
    sums = np.zeros((3, len(sizes)))
    for start in range(0, draws, _ROWS):
        misses = panel_errors(rng.beta(alpha, beta, (min(_ROWS, draws - start), largest)), sizes) - centres
        sums += [(misses**power).sum(axis=1) for power in (1, 2, 3)]
    first, second, third = sums / draws
    deviations = np.sqrt((second - first**2) * draws / (draws - 1))
    return {
        "name": f"Beta({alpha:g}, {beta:g})",
        "mean": mean,
        "variance": variance,
        "limit": 1.0 if mean > 0.5 else 0.0 if mean < 0.5 else 0.5,
        "arrival": _arrival(mean, max([*sizes, *far])),
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
        "rate": variance_rate(mean, variance),
    }


def _arrival(mean: float, largest: int) -> int | None:
    """Return the first odd size at which the mean of q is near its limit, if there is one up to the largest."""
    from haversack.statistics.binomial import majority_errors

    sizes = np.arange(1, largest + 1, 2)
    errors = majority_errors(sizes, np.full(len(sizes), max(mean, 1.0 - mean)))
    near = sizes[errors <= NEAR]
    return int(near[0]) if near.size else None


def variance_rate(mean: float, variance: float) -> float:
    """Return the factor per member by which the variance of q falls in the long run.

    The second moment of the error is the chance that two panels, whose members are right together as one member is
    right twice, both err. By Cramér's theorem it falls by the least value over u of s_F/u + 2 s_TF + s_T u.
    """
    both_right, both_wrong = variance + mean**2, variance + (1.0 - mean) ** 2
    return 2.0 * (math.sqrt(both_right * both_wrong) + mean * (1.0 - mean) - variance)


def measured_rate(curve: Json) -> float:
    """Return the factor per member between the last two sizes whose variance is a number, the 1/l taken out."""
    sizes, deviations = np.array(curve["sizes"], dtype=float), np.array(curve["deviations"])
    usable = np.flatnonzero(deviations > 1e-150)[-2:]
    (low, high), (before, after) = sizes[usable], deviations[usable]
    return math.exp((2.0 * math.log(after / before) + math.log(high / low)) / (high - low))


def mean_of(curve: Json, size: int) -> float:
    """Return the mean of q at a size, by the formula."""
    return 1.0 - float(curve["errors"][curve["sizes"].index(size)])


def variance_of(curve: Json, size: int) -> float:
    """Return the variance of q at a size, by the formula."""
    return float(curve["deviations"][curve["sizes"].index(size)]) ** 2


def small(value: float) -> str:
    """Write a number that may be too small for a computer.

    Examples
    --------
    >>> small(3.2e-7), small(0.0)
    ('3.2e-07', 'less than 1e-300')
    """
    return f"{value:.1e}" if value > 1e-300 else "less than 1e-300"
