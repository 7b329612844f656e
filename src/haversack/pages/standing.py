"""Where an answer stands among the best sets of all budgets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs

from haversack.pages.staircase import Stair, Staircase, make_stair

if TYPE_CHECKING:
    from haversack.api.selection import Selection

_NOTICEABLE = 1e-9
ENOUGH = 1e-9
"""Smaller shares of mistakes are as good as none to whoever pays for them."""


@attrs.frozen
class AnswerStanding:
    """What is known of an answer beside the answer itself.

    Parameters
    ----------
    panel
        The answer.
    staircase
        The best set for every budget, those of the run among them; None if only the run is known.
    rival
        The best set that the same budget buys, if it is better.
    cheaper
        The cheapest set that is as good, if it costs less; also one with fewer than one mistake in a billion, where the
        answer makes even fewer.
    upper
        The next useful set above the budget, else the next better one.
    is_useful
        Whether that removes a tenth of the remaining mistakes.
    is_enough
        Whether larger budgets buy less than one mistake in a billion.
    is_frugal
        Whether a cheaper panel than the best one was requested.
    is_missed
        Whether the run did not find the set that is better.
    has_limit
        Whether there is a budget at all.
    """

    panel: Stair
    staircase: Staircase | None = None
    rival: Stair | None = None
    cheaper: Stair | None = None
    upper: Stair | None = None
    is_useful: bool = False
    is_enough: bool = False
    is_frugal: bool = False
    is_missed: bool = False
    has_limit: bool = True

    @property
    def buyer(self) -> str:
        """What buys the set that is better, with a verb."""
        return "the same budget buys" if self.has_limit else "without a limit one can buy"

    def rate_cheaper(self) -> Literal["better", "enough", "as good"]:
        """Return how good the cheaper set is beside the answer."""
        if self.cheaper is not None and _is_better(self.cheaper, self.panel):
            return "better"
        is_worse = self.cheaper is not None and _is_better(self.panel, self.cheaper)
        return "enough" if is_worse else "as good"


def locate_answer(selection: Selection, staircase: Staircase | None = None) -> AnswerStanding:
    """Compare the answer of a run with the best set for every budget, as far as this is known.

    Parameters
    ----------
    selection
        The answer.
    staircase
        The best set for every budget, by the same energy and under the same conditions.
    """
    panel, best = make_stair(selection), selection.best_known
    if selection.standard_error is not None:
        # Of noisy evaluations one is better than another by chance: no set is said to have been missed.
        stairs = Staircase(()) if staircase is None else staircase
        upper, is_useful = stairs.find_next(panel, selection.budget)
        return AnswerStanding(panel, staircase, upper=upper, is_useful=is_useful)
    known = None if best is None else Stair(best.cost, best.cost, best.names, best.value, best.error)
    return locate_panel(panel, staircase, known, selection.budget, is_frugal=is_frugal(selection))


def is_frugal(selection: Selection) -> bool:
    """Return whether a cheaper panel than the best one was requested."""
    return bool((selection.settings or {}).get("frugal")) or any(note.title == "frugal" for note in selection.notes)


def locate_panel(
    panel: Stair,
    staircase: Staircase | None,
    known: Stair | None = None,
    limit: float | None = None,
    *,
    is_frugal: bool = False,
) -> AnswerStanding:
    """Compare a set with the best one for every budget.

    Parameters
    ----------
    panel
        The set, with its budget.
    staircase
        The best set for every budget, if known.
    known
        A set that the run knows to be better.
    limit
        What sets may cost, which is infinite without a limit; by default the budget of the set.
    is_frugal
        Whether a cheaper panel than the best one was requested.
    """
    stairs = Staircase(()) if staircase is None else staircase
    for each in (panel, known):
        stairs = stairs if each is None else stairs.add(each)
    limit = panel.budget if limit is None else limit
    best = stairs.find_at(limit)
    rival = best if best is not None and _is_better(best, panel) else None
    reference = panel if rival is None else rival
    upper, is_useful = stairs.find_next(reference, limit)
    is_enough = upper is not None and reference.error is not None and reference.error < ENOUGH
    # What a frugal run gave up on purpose is no failing of its search.
    is_given_up = is_frugal and known is not None and rival is not None and not _is_better(rival, known)
    return AnswerStanding(
        panel,
        None if staircase is None else stairs,
        rival,
        _find_cheaper(stairs, panel),
        None if is_enough else upper,
        is_useful=is_useful,
        is_enough=is_enough,
        is_frugal=is_frugal,
        is_missed=rival is not None and not is_given_up,
        has_limit=math.isfinite(limit),
    )


def _is_better(stair: Stair, other: Stair) -> bool:
    """Return whether a set is better by more than rounding."""
    return stair.loss < other.loss - _NOTICEABLE * abs(other.loss)


def _find_cheaper(staircase: Staircase, panel: Stair) -> Stair | None:
    most = panel.loss + _NOTICEABLE * abs(panel.loss)
    if panel.error is not None:
        most = max(most, ENOUGH)
    first = next((stair for stair in staircase.stairs if stair.loss <= most), None)
    return first if first is not None and first.cost < panel.cost * (1.0 - _NOTICEABLE) else None
