"""Sentences on budgets: what the same one buys, a smaller one that suffices, and the next useful one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.standing import ENOUGH
from haversack.pages.wording import count_members, format_number, format_small_share

if TYPE_CHECKING:
    from haversack.pages.measure import Measure
    from haversack.pages.staircase import Stair
    from haversack.pages.standing import AnswerStanding

_BILLION = "one mistake in a billion"


def describe_budget(standing: AnswerStanding, measure: Measure) -> list[str]:
    """Return sentences on what stays unspent, on better and cheaper sets within the budget, and on the next useful one.

    Parameters
    ----------
    standing
        The answer among the best sets of all budgets.
    measure
        What the numbers are.
    """
    panel, sentences = standing.panel, []
    if panel.cost < panel.budget * (1.0 - 1e-9):
        spare = format_number(panel.budget - panel.cost)
        sentences.append(f"The panel costs {format_number(panel.cost)}: {spare} of the budget stays unspent.")
    sentences += describe_rival(standing, measure)
    if standing.cheaper is not None:
        sentences.append(_describe_cheaper(standing, standing.cheaper, measure))
    sentences.append(_describe_next(standing, measure))
    return sentences


def describe_rival(standing: AnswerStanding, measure: Measure) -> list[str]:
    """Return a sentence on the better set that the same budget buys, if there is one."""
    rival, panel = standing.rival, standing.panel
    if rival is None:
        return []
    worth = f"a panel that {measure.say(rival.value, rival.error)}"
    if measure.say(rival.value, rival.error) == measure.say(panel.value, panel.error):
        worth = "a slightly better panel"
    reason = "this search did not find it" if standing.is_missed else "a cheaper panel was requested (frugal)"
    size = count_members(len(rival.names))
    buyer = f"{standing.buyer[:1].upper()}{standing.buyer[1:]}"
    return [f"{buyer} {worth} (cost {format_number(rival.cost)}, {size}); {reason}."]


def _describe_cheaper(standing: AnswerStanding, cheaper: Stair, measure: Measure) -> str:
    start = f"A budget of {format_number(cheaper.cost)} ({count_members(len(cheaper.names))})"
    if standing.rate_cheaper() == "enough":
        return f"{start} is enough for fewer than {_BILLION}."
    if standing.rate_cheaper() == "better":
        panel, worth = standing.panel, measure.describe(cheaper.value, cheaper.error)
        if worth == measure.describe(panel.value, panel.error):
            return f"{start} is enough for slightly more than this panel reaches."
        return f"{start} is enough for more than this panel reaches: {worth}."
    return f"{start} reaches the same{measure.place}."


def _describe_next(standing: AnswerStanding, measure: Measure) -> str:
    reference = standing.panel if standing.rival is None else standing.rival
    upper = standing.upper
    if standing.is_enough:
        return "A larger budget is not useful: fewer than one decision in a billion is wrong."
    if upper is None:
        return "No larger budget is known to buy a better panel."
    more = upper.cost - standing.panel.budget
    name = "next useful budget" if standing.is_useful else "next larger budget that changes anything"
    gain = _describe_gain(reference, upper, measure)
    return f"The {name} is {format_number(upper.cost)}, {format_number(more)} more: {gain}."


def _describe_gain(reference: Stair, upper: Stair, measure: Measure) -> str:
    if reference.error is None or upper.error is None:
        before, after = format_number(reference.value), format_number(upper.value)
        return f"the value rises from {before} to {after}" if before != after else f"the value stays at about {before}"
    before, after = format_small_share(reference.error), format_small_share(upper.error)
    if before == after:
        return f"{measure.mistakes} stay at about {before}"
    if upper.error < ENOUGH:
        return f"{measure.mistakes} fall from {before} to fewer than one in a billion"
    return f"{measure.mistakes} fall from {before} to {after}"
