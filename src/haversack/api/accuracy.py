"""The distribution of the accuracies of a pool."""

from __future__ import annotations

from typing import Literal

import attrs


@attrs.frozen
class AccuracyModel:
    """A distribution for the accuracies of a pool.

    Parameters
    ----------
    mean, variance
        Of the accuracy of a random member.
    fit
        ``"beta"`` when they come from a fitted beta distribution, ``"empirical"`` when they are the sample's own.
    alpha, beta
        Parameters of the fitted beta distribution, accepted or not; None if none could be fitted.
    p_value
        Of the goodness-of-fit test, by parametric bootstrap; None if it was not tested. A test that accepts stops
        sampling early, so a p-value above 0.05 is approximate.
    """

    mean: float
    variance: float
    fit: Literal["beta", "empirical"]
    alpha: float | None = None
    beta: float | None = None
    p_value: float | None = None
