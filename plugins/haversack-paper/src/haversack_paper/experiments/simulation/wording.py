"""How differences and factors are written."""

from __future__ import annotations

import math


def in_points(value: float) -> str:
    """Write a difference of accuracies in points, with two decimals or, if it is small, two significant digits.

    Examples
    --------
    >>> in_points(0.0159), in_points(1.6e-7), in_points(0.0)
    ('1.59', '0.000016', '0.00')
    """
    digits = 2 if value == 0.0 else max(2, 1 - math.floor(math.log10(abs(100.0 * value))))
    return f"{100.0 * value:.{digits}f}"


def points(value: float) -> str:
    """Write a difference of accuracies with its unit, as in ``1.59 points``."""
    return f"{in_points(value)} points"


def times(value: float) -> str:
    """Write a factor.

    Examples
    --------
    >>> times(1.0), times(12.34), times(3440.2)
    ('1.00 times', '12.3 times', '3,440 times')
    """
    return f"{value:,.0f} times" if value >= 100.0 else f"{value:#.3g} times"
