"""Rules by which claims of several experiments are judged, the same for all of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack_paper.report import Claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.report import Verdict

SMALL_DROP = 0.01
"""A drop of accuracy that the paper would call small, slight or negligible: a point. Its own averages reach 1.8."""

MUCH_FASTER = 10.0
"""What the paper calls a considerable or enormous saving of time is taken to be at least tenfold."""

REFERENCE_STEPS = 200_000
"""The paper's long runs had a limit that nobody knows. Savings of time are told against so many steps, at every scale:
measured seconds per step times this number."""

_DEVIATIONS = 2.0


def judged(
    where: str, statement: str, paper: str, ours: str, agrees: bool | None, *, otherwise: str, note: str = ""
) -> Claim:
    """Return a claim with its verdict.

    Parameters
    ----------
    where, statement, paper, ours
        As in `Claim`.
    agrees
        Whether our results confirm it; None if they do not tell.
    otherwise
        Why it differs, or why they do not tell; used only then.
    note
        What is to be said beside if it agrees.

    Examples
    --------
    >>> judged("Table 0", "one is one", "1", "1", True, otherwise="arithmetic is broken").verdict
    'agrees'
    >>> judged("Table 0", "one is two", "2", "1", False, otherwise="of a slip").because
    'of a slip'
    """
    verdict: Verdict = "cannot be checked" if agrees is None else "agrees" if agrees else "differs"
    return Claim(where, statement, paper, ours, verdict, note if agrees else otherwise)


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
    """Tell whether the mean of some values is at most a limit; None if that is within two standard errors.

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
    """Tell whether the mean drop of accuracy is small, in points as the paper has it; None if too close to tell.

    Whoever tells the verdict tells beside it how many times as large the error is: near 1, points hide that.
    """
    return is_below(drops, SMALL_DROP)
