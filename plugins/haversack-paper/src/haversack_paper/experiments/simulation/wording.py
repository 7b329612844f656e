"""How differences and factors are written."""

from __future__ import annotations


def points(value: float) -> str:
    """Write a difference of accuracies in points, two significant digits where it is small.

    Examples
    --------
    >>> points(0.0159), points(0.00002)
    ('1.59 points', '0.002 points')
    """
    return f"{100.0 * value:.2f} points" if abs(value) >= 0.0005 else f"{100.0 * value:.2g} points"


def times(value: float) -> str:
    """Write a factor.

    Examples
    --------
    >>> times(1.234), times(12.34), times(3440.2)
    ('1.23 times', '12.3 times', '3,440 times')
    """
    return f"{value:,.0f} times" if value >= 100.0 else f"{value:.3g} times"
