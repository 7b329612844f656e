"""Axes of costs: logarithmic where costs differ much, and never beyond the numbers that can be drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDE = 30.0
_LARGEST_DECADE = 300.0
_SMALLEST_LINEAR = 1e-280
"""Below this, matplotlib takes an interval for a point."""


def scale_costs(axes: Axes, least: float, most: float) -> None:
    """Choose the scale of the horizontal axis.

    Parameters
    ----------
    axes
        The axes, before their limits are known.
    least, most
        The smallest and the largest cost that is drawn.
    """
    if least <= 0.0 or (most <= _WIDE * least and most > _SMALLEST_LINEAR):
        return
    decades = math.log10(most) - math.log10(least)
    if max(-math.log10(least), math.log10(most)) + 0.1 * decades > _LARGEST_DECADE:
        # Room on both sides would be beyond the largest number, or below the smallest one.
        axes.margins(x=0.0)
    axes.set_xscale("log")
