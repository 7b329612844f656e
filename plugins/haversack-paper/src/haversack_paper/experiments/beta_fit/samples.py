"""Which family fits simulated values of q best, and where STOP stands among them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.beta_fit import families
from haversack_paper.experiments.beta_fit.families import Family
from haversack_paper.laws import Law
from haversack_paper.panels import random_panel_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray
    from haversack_paper.experiment import Json

_TESTED = 200  # Values in a test of the fit: a few hundred, as an analyst would look at.
_BINS = 60


AS_NAMED = (
    Family("beta", 2, families.fit_beta_family),
    Family("gamma", 2, partial(families.fit_gamma, reflected=False)),
    Family("normal", 2, families.fit_normal),
    Family("Weibull", 2, partial(families.fit_weibull, reflected=False)),
    Family("Gumbel, maxima", 2, partial(families.fit_gumbel, reflected=False)),
)
"""The paper's five, of q itself; extreme values as in textbooks, with the long tail on the right."""

BOTH_WAYS = (
    *AS_NAMED,
    Family("gamma of 1 - q", 2, partial(families.fit_gamma, reflected=True)),
    Family("Weibull of 1 - q", 2, partial(families.fit_weibull, reflected=True)),
    Family("Gumbel, minima", 2, partial(families.fit_gumbel, reflected=True)),
)
"""The same, and those that are not symmetric turned round as well: q has its long tail on the left."""

ALL = (
    *BOTH_WAYS,
    Family("extreme value, maxima", 3, partial(families.fit_extreme_value, reflected=False)),
    Family("extreme value, minima", 3, partial(families.fit_extreme_value, reflected=True)),
)
"""The same and the generalised extreme value distribution, which has a parameter more."""


def setting(
    kind: str,
    numbers: Sequence[float],
    size: int,
    sample: int,
    repetitions: int,
    draws: int,
    seed: Sequence[int],
    shown: bool,
) -> Json:
    """Return what became of the fits to samples of q, and the place of STOP among many draws of it."""
    from haversack.statistics.beta import fit_beta, goodness_of_fit

    law = Law(kind, tuple(numbers))
    rng = np.random.default_rng(seed)
    samples = [random_panel_errors(law, sample, [size], rng)[0] for _ in range(repetitions)]
    fits = [{one.name: one.measured(errors) for one in ALL} for errors in samples]
    accepted = 0
    for errors in samples:
        tested = errors[:_TESTED]
        fit = fit_beta(tested)
        accepted += fit is not None and goodness_of_fit(tested, fit, rng) > 0.05
    many = random_panel_errors(law, draws, [size], rng)[0]
    return {
        "law": law.name,
        "is_beta": law.is_beta,
        "size": size,
        "fits": fits,
        "accepted": accepted,
        "repetitions": repetitions,
        "skewness": -float((((many - many.mean()) / many.std()) ** 3).mean()),
        "stop": _stop(law, size, many),
        "picture": _picture(many, samples[0]) if shown else None,
    }


def _stop(law: Law, size: int, errors: FloatArray) -> Json:
    """Return the paper's STOP for panels of this size, and the share of random panels that stay below it."""
    from haversack.statistics.majority_moments import majority_moments
    from haversack.statistics.thresholds import paper_threshold

    moments = majority_moments(size, *law.moments())
    threshold = paper_threshold(moments, size)
    return {
        "rule": threshold.rule,
        "alpha": threshold.alpha,
        "beta": threshold.beta,
        "gamma": threshold.gamma,
        "rho": threshold.quantile,
        "stop": 1.0 - threshold.error,
        "skewness_by_pearson": None
        if threshold.mode is None
        else (1.0 - moments.mean_error - threshold.mode) / moments.standard_deviation,
        "below": float((errors > threshold.error).mean()),
    }


def _picture(many: FloatArray, sample: FloatArray) -> Json:
    """Return a histogram of q, and the densities of the families fitted to a sample."""
    most = float(np.quantile(many, 0.995))
    counts, edges = np.histogram(many, bins=_BINS, range=(0.0, most))
    grid = np.linspace(most / 400, most, 200)
    densities = {one.name: np.exp(one.fit(sample).log_densities(grid)).tolist() for one in BOTH_WAYS}
    heights = counts / (len(many) * (edges[1] - edges[0]))
    return {"edges": (1.0 - edges).tolist(), "heights": heights.tolist(), "grid": (1.0 - grid).tolist(), **densities}
