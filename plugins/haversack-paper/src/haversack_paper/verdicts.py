"""Rules by which claims of several experiments are judged, the same for all of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack_paper.report import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SMALL_DROP = 0.01
"""A drop of accuracy that the paper would call small, slight or negligible: a point. Its own averages reach 1.8."""

MUCH_FASTER = 10.0
"""What the paper calls a considerable or enormous saving of time is taken to be at least tenfold."""

REFERENCE_STEPS = 200_000
"""The paper does not state the limit of its long runs. Savings of time refer to this number of steps at every scale:
measured seconds per step times this number."""

MOST_DEVIATIONS = 4.5
"""A simulated mean that is further from a formula, in standard errors, refutes it."""

NEAR_SIZE = 0.25
"""An expected size counts as right if it is off by this share of the true one, or less, in the mean."""

_DEVIATIONS = 2.0

ALWAYS = Rule("no exception", "The statement holds in every case that was computed; one exception, and it differs.")
DIGITS = Rule("digits", "Our numbers, rounded as the printed ones are, equal them.")
ORDER = Rule("order", "Our numbers are in the order that is claimed.")
MOSTLY = Rule("mostly", "It holds for more than half of the samples.")
FORMULA = Rule(
    "formula",
    f"Simulated values are within {MOST_DEVIATIONS:g} standard errors of the formula; where haversack computes it too, "
    "that is within a share of 1e-9.",
)
AHEAD = Rule(
    "ahead",
    "The mean over the cases is on the claimed side by two standard errors or more; within two, it cannot be checked.",
)
ONE_POINT = Rule(
    "one point",
    f"The accuracy drops by {100 * SMALL_DROP:g} point at most in the mean; within two standard errors of that, it "
    "cannot be checked.",
)
TENFOLD = Rule(
    "tenfold", f"It takes at most a share of 1/{MUCH_FASTER:g} of the time that {REFERENCE_STEPS:,} steps take."
)
NEAR_SIZES = Rule(
    "near size",
    f"Expected sizes are off by {100 * NEAR_SIZE:.0f} % of the best panel's at most, in the mean and for every number "
    "of members; within two standard errors of that, it cannot be checked.",
)
PRINTED_TEXT = Rule(
    "printed text", "What is printed agrees with itself, or with what it is computed from; no data plays a part."
)
NOT_STATED = Rule("not stated", "Never: the paper does not state what a result could be compared with.")


def combine(answers: Iterable[bool | None]) -> bool | None:
    """Return whether all answers are yes: no if one is no, None if one of the others is undecided.

    Examples
    --------
    >>> combine([True, True]), combine([True, None]), combine([None, False])
    (True, None, False)
    """
    found = set(answers)
    return False if False in found else None if None in found else True


def largest_deviation(rows: Iterable[Mapping[str, float]], found: str, expected: str, error: str) -> float:
    """Return how far a value of some rows is from the expected one at most, in standard errors.

    Examples
    --------
    >>> largest_deviation([{"mean": 1.0, "formula": 2.0, "error": 0.5}], "mean", "formula", "error")
    2.0
    """
    return max(abs(row[found] - row[expected]) / row[error] for row in rows)


def mean_with_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error, which of a single value is 0.

    Examples
    --------
    >>> mean_with_error([1.0, 3.0])
    (2.0, 1.0)
    """
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def is_below(values: Sequence[float], limit: float) -> bool | None:
    """Return whether the mean of some values is at most a limit; None if it is within two standard errors of it.

    Examples
    --------
    >>> is_below([0.1, 0.2, 0.3], 1.0), is_below([0.1, 2.2, 0.3], 1.0), is_below([5.1, 5.2], 1.0)
    (True, None, False)
    """
    mean, error = mean_with_error(values)
    if abs(mean - limit) < _DEVIATIONS * error:
        return None
    return mean <= limit


def is_small_drop(drops: Sequence[float]) -> bool | None:
    """Return whether the mean drop of accuracy is small, in points as in the paper; None if undecided.

    A report should state the ratio of the errors as well: near 1, points hide it.
    """
    return is_below(drops, SMALL_DROP)


def are_near(expected: Sequence[float], best: Sequence[float]) -> bool | None:
    """Return whether expected sizes of the best panels are right in the mean; None if undecided.

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
