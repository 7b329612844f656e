"""Axes of accuracies: up is better, and 99 % is as far from 90 % as 99.9 % is from 99 %."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from haversack.pages.wording import format_number, format_share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

_WIDE = 4.0
_MOST_TICKS = 7


@attrs.frozen
class ValueScale:
    """Heights of values in a figure.

    Parameters
    ----------
    is_share
        Whether the values are probabilities.
    least_error
        The height of errors below this is that of this one; None for a scale that is not logarithmic in the error.
    """

    is_share: bool
    least_error: float | None = None

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float | None]]) -> ValueScale:
        """Return the scale for values and their errors, which is logarithmic if errors differ much.

        Examples
        --------
        >>> ValueScale.of([(0.9, 0.1), (0.99, 0.01)]), ValueScale.of([(0.9, 0.1), (0.95, 0.05)])
        (ValueScale(is_share=True, least_error=0.01), ValueScale(is_share=True, least_error=None))
        """
        errors = [error for _, error in pairs]
        known = [error for error in errors if error is not None and error > 0.0]
        is_share = all(error is not None for error in errors)
        is_wide = is_share and bool(known) and max(known) > _WIDE * min(known)
        least = min(known) / (3.0 if len(known) < len(errors) else 1.0) if is_wide else None
        return cls(is_share, least)

    def get_height(self, value: float, error: float | None) -> float:
        """Return where a value stands."""
        if self.least_error is None or error is None:
            return value
        return -math.log10(max(error, self.least_error))

    def label(self, axes: Axes, title: str = "right") -> None:
        """Put ticks and a title on the vertical axis."""
        from matplotlib.ticker import FixedLocator, FuncFormatter

        axes.set_ylabel(title if self.is_share else "value")
        low, high = axes.get_ylim()
        if not self.is_share:
            axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: format_number(height)))
        elif self.least_error is None:
            # Beside a single value the axis may reach beyond what a share can be.
            axes.yaxis.set_major_locator(
                FixedLocator([tick for tick in axes.get_yticks() if max(low, 0.0) <= tick <= min(high, 1.0 + 1e-9)])
            )
            axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: f"{100.0 * height:.4g}\u00a0%"))
        else:
            errors = _choose_ticks(low, high)
            axes.yaxis.set_major_locator(FixedLocator([-math.log10(error) for error in errors]))
            axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: _format_height(height)))


def _format_height(height: float) -> str:
    error = 10.0**-height
    return format_share(1.0 - error, error) if error > 1e-6 else f"1 − {error:.0e}"


def _choose_ticks(low: float, high: float) -> list[float]:
    """Return round errors between two heights, few enough to be read."""
    first, last = math.floor(low), math.ceil(high)
    for digits in ((5, 2, 1), (3, 1), (1,)):
        errors = [digit * 10.0 ** -(power + 1) for power in range(first - 1, last) for digit in digits]
        # Below 0 there are no heights: nothing is wrong more often than always.
        inside = [error for error in errors if error < 1.0 and low <= -math.log10(error) <= high]
        if len(inside) <= _MOST_TICKS:
            return inside
    return inside[:: -(-len(inside) // _MOST_TICKS)]
