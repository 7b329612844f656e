"""How differences and factors are written."""

from __future__ import annotations

import math


def points(value: float) -> str:
    """Write a difference of accuracies in points.

    Examples
    --------
    >>> points(0.0159), points(0.00002)
    ('1.59 points', '0.0020 points')
    """
    return f"{in_points(value)} points"


def in_points(value: float | None) -> str:
    """Write it without the word, with two decimals or, where they say less, two digits.

    Examples
    --------
    >>> in_points(0.0159), in_points(1.6e-7), in_points(0.0), in_points(None)
    ('1.59', '0.000016', '0.00', '')
    """
    if value is None:
        return ""
    digits = 2 if value == 0.0 else max(2, 1 - math.floor(math.log10(abs(100.0 * value))))
    return f"{100.0 * value:.{digits}f}"


def times(value: float) -> str:
    """Write a factor by which something is larger.

    Examples
    --------
    >>> times(1.0), times(12.34), times(3440.2)
    ('1.00 times', '12.3 times', '3,440 times')
    """
    return f"{value:,.0f} times" if value >= 100.0 else f"{value:#.3g} times"


def fold(value: float) -> str:
    """Write a factor by which something is smaller.

    Examples
    --------
    >>> fold(14.2), fold(3440.2)
    ('14-fold', '3,440-fold')
    """
    return f"{value:,.0f}-fold"
