"""The number of random samples that an estimate needs."""

from __future__ import annotations

import math


def sample_size(failure: float, precision: float, confidence: float) -> int:
    """Return the number N of samples that estimates a probability P = `failure` with a relative error of `precision`.

    The paper's error of the estimate, u sqrt((1 - P)/(N P)) with u the (1 + confidence)/2 quantile of the normal
    distribution, solved for N.

    Examples
    --------
    >>> sample_size(failure=0.01, precision=0.1, confidence=0.95)
    38031
    """
    from scipy.special import ndtri

    quantile = float(ndtri((1.0 + confidence) / 2.0))
    return max(1, math.ceil(quantile**2 * (1.0 - failure) / (failure * precision**2)))
