"""Ticks of logarithmic axes: plain numbers, and several of them even where the axis is shorter than a decade."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONG = 2.0
"""In decades: from here on powers of ten are enough."""
_VERY_LONG = 50.0
"""From here on numbers take more room."""
_FEWEST, _MOST = 3, 7
_DIGITS = ((1, 2, 5), (1, 2, 3, 4, 5, 6, 7, 8, 9))


def write_plain_ticks(axes: Axes) -> None:
    """Label logarithmic axes without formulas, which are not parsed in figures of a page."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullFormatter

    for axis, scale in ((axes.xaxis, axes.get_xscale()), (axes.yaxis, axes.get_yscale())):
        if scale != "log":
            continue
        low, high = sorted(axis.get_view_interval())
        decades = math.log10(high) - math.log10(low)
        if decades < _LONG:
            ticks = choose_ticks(low, high)
            axis.set_major_locator(FixedLocator(ticks) if ticks else MaxNLocator(4))
        elif decades > _VERY_LONG:
            powers = range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1, math.ceil(decades / 4.0))
            axis.set_major_locator(FixedLocator([10.0**power for power in powers]))
        axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
        axis.set_minor_formatter(NullFormatter())


def choose_ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two others, enough to read a scale by; none where there are too few.

    Examples
    --------
    >>> choose_ticks(0.8, 30.0), choose_ticks(0.021, 0.052), choose_ticks(0.101, 0.108)
    ([1.0, 2.0, 5.0, 10.0, 20.0], [0.03, 0.04, 0.05], [])
    """
    powers = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    for digits in _DIGITS:
        # As text, so that 3 tenths are 0.3.
        numbers = [float(f"{digit}e{power}") for power in powers for digit in digits]
        ticks = [number for number in numbers if low <= number <= high]
        if _FEWEST <= len(ticks) <= _MOST:
            return ticks
    return []
