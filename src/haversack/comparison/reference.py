"""The reference that answers are measured against."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.selection import Selection
    from haversack.comparison.answers import RunAnswer


ReferenceKind = Literal["optimum", "bound", "best-known", "best-found"]

REACHED = 1e-9
"""By which share an answer may miss the reference and still count as equal to it."""


@attrs.frozen
class Reference:
    """The best answer to one case, as far as it is known.

    Parameters
    ----------
    kind
        ``optimum``: proved to be the best. ``bound``: no set is better than this, and perhaps none is as good.
        ``best-known``: given by the caller. ``best-found``: the best that any of the runs found.
    value
        Value of the best set.
    error
        1 - value with full relative precision where the value is a probability, otherwise None.
    """

    kind: ReferenceKind
    value: float
    error: float | None = None

    def excess(self, value: float | None, error: float | None) -> float:
        """Return how much worse an answer is than this, as a share; infinite for no answer.

        For probabilities the share of this error, error/reference - 1; otherwise the share of this value that is
        missing.
        """
        if value is None:
            return math.inf
        if self.error is not None and error is not None:
            worse, unit = error - self.error, self.error
        else:
            worse, unit = self.value - value, abs(self.value)
        if worse == 0.0:
            return 0.0
        return worse / unit if unit > 0.0 else math.copysign(math.inf, worse)


def settle_reference(selections: Iterable[Selection | RunAnswer], known: Reference | None = None) -> Reference | None:
    """Return the best reference that all answers to one case give: what is known, proved, bounded or found.

    None if there is not a single answer.
    """
    answers = list(selections)
    if not answers:
        return known
    best = min(answers, key=_badness)
    if known is not None:
        # A file may give the value of a probability.
        return attrs.evolve(known, error=1.0 - known.value) if _lacks_error(known, best) else known
    if any(answer.proven for answer in answers):
        return Reference("optimum", best.value, best.error)
    if best.error is None:
        values = [answer.bound for answer in answers if answer.bound is not None]
        if values:
            return Reference("bound", min(values))
    else:
        # A bound of 0 says nothing.
        errors = [answer.error_bound for answer in answers if answer.error_bound]
        if errors:
            return Reference("bound", 1.0 - max(errors), max(errors))
    return Reference("best-found", best.value, best.error)


def _lacks_error(known: Reference, answer: Selection | RunAnswer) -> bool:
    return known.error is None and answer.error is not None


def _badness(answer: Selection | RunAnswer) -> float:
    return -answer.value if answer.error is None else answer.error
