"""When an expected size of the best panel counts as right: one rule for synthetic pools and for real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.verdicts import is_below, mean_with_error

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR_SIZE = 0.25
"""An expected size counts as right if it is off by this share of the true one, or less, in the mean."""


def are_near(expected: Sequence[float], best: Sequence[float]) -> bool | None:
    """Return whether expected sizes are right in the mean; None if undecided.

    Examples
    --------
    >>> are_near([9, 10, 9], [9, 10, 10]), are_near([9, 9, 9], [15, 14, 16])
    (True, False)
    """
    return is_below(_shares_off(expected, best), NEAR_SIZE)


def off_text(expected: Sequence[float], best: Sequence[float]) -> str:
    """Write how far they are off.

    Examples
    --------
    >>> off_text([9, 9], [12, 12])
    'off by 25 ± 0 %'
    """
    mean, error = mean_with_error(_shares_off(expected, best))
    return f"off by {100 * mean:.0f} ± {100 * error:.0f} %"


def _shares_off(expected: Sequence[float], best: Sequence[float]) -> list[float]:
    return [abs(guess - size) / size for guess, size in zip(expected, best, strict=True)]
