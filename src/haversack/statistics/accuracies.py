"""A distribution of the accuracies of a pool: the first line of Algorithm 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.accuracy import AccuracyModel
from haversack.errors import HaversackError
from haversack.statistics.beta import fit_beta, measure_goodness_of_fit

if TYPE_CHECKING:
    from haversack.api.forecast import FitChoice
    from haversack.arrays import FloatArray

SIGNIFICANCE = 0.05


def fit_accuracies(accuracies: FloatArray, rng: np.random.Generator, choice: FitChoice = "auto") -> AccuracyModel:
    """Model the accuracies by a beta distribution if it fits, else by their sample mean and variance.

    Parameters
    ----------
    accuracies
        Accuracies of the members of a pool.
    rng
        Random generator for the test of the fit.
    choice
        ``"beta"`` and ``"empirical"`` skip the test.
    """
    sample_mean = float(accuracies.mean())
    # The variance of equal values is 0, although their mean may be rounded.
    varies = accuracies.size > 1 and float(np.ptp(accuracies)) > 0.0
    sample_variance = float(accuracies.var(ddof=1)) if varies else 0.0
    if choice == "empirical":
        return AccuracyModel(sample_mean, sample_variance, "empirical")
    fit = fit_beta(accuracies)
    if fit is None:
        if choice == "beta":
            raise HaversackError(
                "no beta distribution can be fitted: it needs two different accuracies, and none of exactly 0 or 1"
            )
        return AccuracyModel(sample_mean, sample_variance, "empirical")
    if choice == "beta":
        return AccuracyModel(fit.mean, fit.variance, "beta", fit.alpha, fit.beta)
    p_value = measure_goodness_of_fit(accuracies, fit, rng, level=SIGNIFICANCE)
    if p_value > SIGNIFICANCE:
        return AccuracyModel(fit.mean, fit.variance, "beta", fit.alpha, fit.beta, p_value)
    return AccuracyModel(sample_mean, sample_variance, "empirical", fit.alpha, fit.beta, p_value)
