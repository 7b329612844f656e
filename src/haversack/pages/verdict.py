"""The verdict on a selection: what a reader in a hurry needs to know."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from haversack.pages.measure import choose_measure, find_shown
from haversack.pages.model import Tile
from haversack.pages.resources import join_uses
from haversack.pages.silence import describe_silence
from haversack.pages.standing import AnswerStanding, is_frugal
from haversack.pages.wording import (
    count_members,
    format_number,
    format_share,
    format_small_share,
    format_times,
    show_name,
)
from haversack.reports.expected import advise

if TYPE_CHECKING:
    from haversack.api.selection import Selection

_FEW = 0.1
"""Largest share of mistakes that may be avoidable in a panel that is called nearly the best."""
_HARDLY_MORE = 1.05
_MOST_NAMES = 9
_LONGEST_ADVICE = 240


def write_title(selection: Selection) -> str:
    """Return the verdict in one line: how many members, their cost, how good they are, and whether that is proved."""
    words = [f"{len(selection.members):,} of {count_members(len(selection.pool))}"]
    if has_costs(selection):
        words.append(f"cost {join_uses(selection) or _describe_cost(selection)}")
    words.append(_describe_quality(selection))
    if selection.proven or not is_frugal(selection):
        words.append("proved" if selection.proven else "not proved")
    return ", ".join(words)


def write_lead(selection: Selection) -> str:
    """Return the verdict in a sentence or two."""
    most = len(selection.names) if len(selection.names) <= _MOST_NAMES else _MOST_NAMES - 2
    names = [show_name(name, 30) for name in selection.names[:most]]
    if len(selection.names) > most:
        names.append(f"{len(selection.names) - len(names):,} more")
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    sentences = [*_describe_thrift(selection), *_compare_with_single(selection), *_describe_conditions(selection)]
    return " ".join([f"Choose {listed}.", *sentences])


def _describe_conditions(selection: Selection) -> list[str]:
    """Return what every panel had to meet."""
    specs = (selection.settings or {}).get("constraints") or ()
    conditions = [_write_condition(spec) for spec in specs if isinstance(spec, Mapping)]
    if not conditions:
        return []
    return [f"Condition{'' if len(conditions) == 1 else 's'}: {'; '.join(conditions)}."]


def _write_condition(spec: Mapping[str, Any]) -> str:
    options = [
        f"{name} {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in spec.items()
        if name != "kind" and value is not None
    ]
    return show_name(" ".join([str(spec.get("kind")), *([f"({', '.join(options)})"] if options else [])]), 120)


def has_constraints(selection: Selection) -> bool:
    """Return whether not every panel within the budget is allowed."""
    return "constraints" in selection.parts


def build_tiles(selection: Selection, standing: AnswerStanding | None = None) -> list[Tile]:
    """Return the numbers of the verdict.

    Parameters
    ----------
    selection
        The result.
    standing
        What is known beside it.
    """
    size = len(selection.members)
    tiles = [Tile("Panel", f"{size:,} of {len(selection.pool):,}", "members" if size != 1 else "member")]
    if has_costs(selection):
        tiles.append(_build_cost_tile(selection))
    tiles.append(_build_quality_tile(selection))
    tiles.append(_build_proof_tile(selection, standing))
    return tiles


def list_warnings(selection: Selection) -> list[str]:
    """Return what casts doubt on the result: a part that failed, an interrupted search, notes of the energy."""
    warnings = []
    if selection.failed:
        warnings.append(f"A part of the run failed: {selection.stop_reason.removeprefix('failed: ')}")
    if selection.interrupted:
        warnings.append("The search was interrupted: the panel is the best one found until then.")
    warnings += [_to_sentence(note.text) for note in selection.notes if note.is_warning]
    if not selection.is_feasible():
        warnings.append("The panel costs more than the budget.")
    return warnings


def has_costs(selection: Selection) -> bool:
    """Return whether the panel costs anything that a reader would ask for."""
    return selection.pool.costs is not None or math.isfinite(selection.budget)


def _describe_cost(selection: Selection) -> str:
    cost = format_number(selection.cost)
    return f"{cost} of {format_number(selection.budget)}" if math.isfinite(selection.budget) else f"{cost}, no limit"


def _build_cost_tile(selection: Selection) -> Tile:
    share = selection.cost / selection.budget if math.isfinite(selection.budget) and selection.budget else None
    used = "" if share is None else f"{100.0 * share:.0f}\u00a0%"
    uses = join_uses(selection)
    if uses:
        return Tile("Cost", used, f"of the scarcest budget: {uses}")
    return Tile("Cost", _describe_cost(selection), used and f"{used} of the budget")


def _describe_quality(selection: Selection) -> str:
    expected = getattr(selection, "expected", None)
    if selection.error is None:
        return f"value {format_number(selection.value)}"
    if expected is not None:
        return f"right {format_share(expected.accuracy)}"
    return f"right {format_share(selection.value, selection.error)}"


def _build_quality_tile(selection: Selection) -> Tile:
    expected = getattr(selection, "expected", None)
    if selection.error is None:
        return Tile("Value", format_number(selection.value), _describe_noise(selection))
    recorded = format_share(selection.value, selection.error)
    shown, measure = find_shown(selection), choose_measure(selection)
    if expected is not None:
        recorded = recorded if shown is None else format_share(shown)
        interval = f"{format_share(expected.low)} to {format_share(expected.high)}"
        return Tile("Right", format_share(expected.accuracy), f"on new items, {interval}; {recorded} on recorded ones")
    if selection.assumes_independence:
        return Tile("Right", recorded, "if members err independently")
    if measure.place and shown is not None:
        return Tile("Right", recorded, f"{measure.place.strip()}; {format_share(shown)} {_describe_items(selection)}")
    return Tile("Right", recorded, _describe_noise(selection) or _describe_items(selection))


def _describe_noise(selection: Selection) -> str:
    if selection.standard_error is None:
        return ""
    return f"± {selection.standard_error:.2g}, mean of {selection.repeats} evaluations"


def _describe_items(selection: Selection) -> str:
    votes = selection.pool.votes
    return "" if votes is None else f"of {len(votes):,} recorded items"


def _build_proof_tile(selection: Selection, standing: AnswerStanding | None) -> Tile:
    rival = None if standing is None else standing.rival
    if standing is not None and rival is not None:
        worth = choose_measure(selection).say(rival.value, rival.error)
        if standing.is_missed:
            return Tile("Best possible?", "no", f"{standing.buyer} a panel that {worth}", "doubtful")
        return Tile("Best possible?", "no: cheaper", f"as requested; the best one within the budget {worth}")
    prover = "" if selection.bounded_by is None else f", according to {selection.bounded_by}"
    if selection.proven:
        allowed = "allowed " if has_constraints(selection) else ""
        rivals = f"{allowed}panel{' within the budget' if math.isfinite(selection.budget) else ''}"
        return Tile("Best possible?", "proved", f"no {rivals} is better{prover}", "good")
    if selection.error is None and selection.bound is not None and math.isfinite(selection.bound):
        rise = format_number(selection.bound - selection.value)
        return Tile("Best possible?", f"within {rise}", f"the value could rise by at most this{prover}")
    if selection.gap is not None and selection.error is not None and selection.gap <= _FEW:
        share = format_small_share(selection.gap)
        return Tile("Best possible?", f"within {share}", f"at most this share of the mistakes is avoidable{prover}")
    if selection.error_bound is not None and selection.error_bound > 0.0:
        best = format_share(1.0 - selection.error_bound, selection.error_bound)
        return Tile("Best possible?", "not proved", f"no panel is right more often than {best}{prover}")
    return Tile("Best possible?", "not proved", "the best panel found")


def _describe_thrift(selection: Selection) -> list[str]:
    """Return what a panel saves that is not the best one on purpose."""
    if not is_frugal(selection):
        return []
    best = selection.best_known
    if best is None or not best.cost > selection.cost:
        return ["A cheaper panel was requested (frugal), but none of those tried was statistically as good."]
    saved = format_small_share(1.0 - selection.cost / best.cost)
    worth = choose_measure(selection).say(best.value, best.error)
    return [
        f"A cheaper panel was requested (frugal): it saves {saved} of the cost of the best one found, which costs "
        f"{format_number(best.cost)} and {worth}; the difference may be chance."
    ]


def _compare_with_single(selection: Selection) -> list[str]:
    """Return sentences on the best member alone, unless it is the panel."""
    single = selection.best_single
    if single is None or single.members == selection.members:
        return []
    allowed = " that is allowed" if has_constraints(selection) else ""
    rival = getattr(selection.expected, "best_single", None)
    names = single.names if rival is None or not rival.names else rival.names
    alone = f"The best single member{allowed}, {show_name(names[0], 30)},"
    if rival is not None:
        # Chosen by the same items, it looks too good on them, too.
        advice = advise(selection)
        return [
            f"{alone} is expected to be right on {format_share(rival.accuracy)} of new items.",
            *describe_silence(selection, single),
            *([] if advice is None else [_to_sentence(show_name(advice, _LONGEST_ADVICE))]),
        ]
    if selection.error is None or single.error is None:
        gain = format_number(selection.value - single.value)
        return [f"{alone} is worth {format_number(single.value)}; the panel adds {gain}."]
    alone += f" is right {format_share(single.value, single.error)} of the time"
    if selection.error == 0.0 or single.error <= selection.error:
        return [f"{alone}."]
    ratio = single.error / selection.error
    more = "hardly more" if ratio < _HARDLY_MORE else f"{format_times(ratio)} as many"
    return [f"{alone} and makes {more} mistakes.", *describe_silence(selection, single)]


def _to_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
