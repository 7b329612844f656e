"""A distribution for the accuracies of a pool: the first line of Algorithm 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.accuracy import AccuracyModel
from haversack.errors import HaversackError
from haversack.statistics.beta import fit_beta, goodness_of_fit

if TYPE_CHECKING:
    from haversack.api.forecast import FitChoice
    from haversack.arrays import FloatArray

SIGNIFICANCE = 0.05


def accuracy_model(accuracies: FloatArray, rng: np.random.Generator, choice: FitChoice = "auto") -> AccuracyModel:
    """Model the accuracies by a beta distribution if it fits, by their own mean and variance if not.

    Parameters
    ----------
    accuracies
        Of the members of a pool.
    rng
        For the test of the fit.
    choice
        ``"beta"`` and ``"empirical"`` decide without a test.
    """
    sample_mean = float(accuracies.mean())
    # Equal values do not vary, whatever rounding makes of their mean.
    varies = accuracies.size > 1 and float(np.ptp(accuracies)) > 0.0
    sample_variance = float(accuracies.var(ddof=1)) if varies else 0.0
    if choice == "empirical":
        return AccuracyModel(sample_mean, sample_variance, "empirical")
    fit = fit_beta(accuracies)
    if fit is None:
        if choice == "beta":
            raise HaversackError(
                "no beta distribution can be fitted: that takes two different accuracies, and none of exactly 0 or 1"
            )
        return AccuracyModel(sample_mean, sample_variance, "empirical")
    if choice == "beta":
        return AccuracyModel(fit.mean, fit.variance, "beta", fit.alpha, fit.beta)
    p_value = goodness_of_fit(accuracies, fit, rng, level=SIGNIFICANCE)
    if p_value > SIGNIFICANCE:
        return AccuracyModel(fit.mean, fit.variance, "beta", fit.alpha, fit.beta, p_value)
    return AccuracyModel(sample_mean, sample_variance, "empirical", fit.alpha, fit.beta, p_value)
