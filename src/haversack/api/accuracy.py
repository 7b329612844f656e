"""How the accuracies of a pool are spread."""

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
        Parameters of the fitted beta distribution, whether or not it was accepted; None where none could be fitted.
    p_value
        Of the goodness of that fit, by parametric bootstrap; None where it was not tested. A test that accepts stops
        sampling early, so a p-value above 0.05 is rough.
    """

    mean: float
    variance: float
    fit: Literal["beta", "empirical"]
    alpha: float | None = None
    beta: float | None = None
    p_value: float | None = None
