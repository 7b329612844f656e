"""What is computed about the energy before any search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import attrs

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.api.cost import SizeEstimate
    from haversack.api.energy import Moments


@attrs.frozen
class Forecast:
    """The first half of Algorithm 2: accuracies, expected size, moments of the energy at that size.

    Parameters
    ----------
    pool_size
        Number of members of the pool.
    accuracy
        The distribution of accuracies.
    size
        The number of members that the budget is expected to buy.
    moments
        Mean and spread of the energy at that size.
    """

    pool_size: int
    accuracy: AccuracyModel
    size: SizeEstimate
    moments: Moments


FitChoice = Literal["auto", "beta", "empirical"]


class Forecaster(Protocol):
    """Makes the forecast on request, so that a rule that does not need it does not pay for it."""

    def __call__(self, *, fit: FitChoice = "auto", odd_size: bool = False) -> Forecast:
        """Make the forecast.

        Parameters
        ----------
        fit
            Source of the mean and variance of the accuracies: a beta distribution if it fits (``"auto"``), a beta
            distribution in any case, or the sample.
        odd_size
            Round the expected size up to an odd number.
        """


@attrs.frozen
class Plan:
    """What Algorithm 2 computed before the search.

    Parameters
    ----------
    accuracy_mean, accuracy_variance
        Of the members' accuracies.
    accuracy_fit
        ``"beta"`` or ``"empirical"``: their source.
    size
        The expected size, l-hat in the paper.
    mean, variance
        Of the energy q of a random set of that size.
    alpha, beta
        Parameters of the beta distribution with that mean and variance; None if there is none.
    rule
        ``"beta"`` or ``"normal"``: which of the paper's two thresholds applies.
    threshold
        STOP: the search ends when q reaches it.
    max_steps
        MAXSTEP: the search ends after this many steps. May be a very large number.
    mean_error, error_threshold
        1 - mean and 1 - threshold with full relative precision.
    size_rule
        How the expected size was found.
    mode, gamma, quantile
        For the beta rule: the mode of q, its distance (1 - mode)/sd from 1, and the probability that the paper's
        table gives for it. The paper calls gamma a skewness coefficient, which it is not.
    accuracy_alpha, accuracy_beta, accuracy_p_value
        The beta distribution fitted to the accuracies and how well it fits.
    """

    accuracy_mean: float
    accuracy_variance: float
    accuracy_fit: Literal["beta", "empirical"]
    size: int
    mean: float
    variance: float
    alpha: float | None
    beta: float | None
    rule: Literal["beta", "normal"]
    threshold: float
    max_steps: int
    mean_error: float
    error_threshold: float
    size_rule: str
    mode: float | None = None
    gamma: float | None = None
    quantile: float | None = None
    accuracy_alpha: float | None = None
    accuracy_beta: float | None = None
    accuracy_p_value: float | None = None
