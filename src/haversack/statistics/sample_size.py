"""The number of random samples that an estimate needs."""

from __future__ import annotations

import math
from fractions import Fraction

from haversack.clock import setting_up


def sample_size(failure: float, precision: float, confidence: float) -> int:
    """Return the number N of samples that estimates a probability P = `failure` with a relative error of `precision`.

    The paper's error of the estimate, u sqrt((1 - P)/(N P)) with u the (1 + confidence)/2 quantile of the normal
    distribution, solved for N.

    Examples
    --------
    >>> sample_size(failure=0.01, precision=0.1, confidence=0.95)
    38031
    """
    with setting_up():
        from scipy.special import ndtri

    quantile = float(ndtri((1.0 + confidence) / 2.0))
    share = failure * precision**2
    samples = quantile**2 * (1.0 - failure) / share if share > 0.0 else math.inf
    if math.isinf(samples):
        # More than a float can hold.
        return math.ceil(Fraction(quantile**2) * Fraction(1.0 - failure) / Fraction(failure) / Fraction(precision) ** 2)
    return max(1, math.ceil(samples))
