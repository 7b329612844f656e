"""Interval of a share."""

from __future__ import annotations

import math

_QUANTILE = 1.959963984540054  # Of 97.5 % of the standard normal distribution.


def compute_wilson_interval(share: float, items: float) -> tuple[float, float]:
    """Return the interval of 95 % for a probability of which a share was seen on so many independent items.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
    Association 22 (1927).

    Examples
    --------
    >>> [round(end, 4) for end in compute_wilson_interval(0.9, 100)]
    [0.8256, 0.9448]
    """
    square = _QUANTILE**2 / items
    middle = (share + square / 2.0) / (1.0 + square)
    reach = math.sqrt(share * (1.0 - share) * square + square**2 / 4.0) / (1.0 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
