"""What a page says about a frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.pages.budget_section import build_budget_section
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.measure import Measure
from haversack.pages.model import Chapter, Column, Section, Table, Tile
from haversack.pages.provenance_section import build_frontier_provenance
from haversack.pages.wording import count_nouns, format_number, format_share, join_names, show_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.pages.staircase import Stair, Staircase
    from haversack.pages.standing import AnswerStanding

_MOST_SHOWN = 12
_MOST_PANELS = 200
_LONGEST_PANEL = 400


def build_frontier_chapter(
    staircase: Staircase,
    key: str,
    document: Mapping[str, Any],
    standing: AnswerStanding | None = None,
    *,
    place: str = "",
) -> Chapter:
    """Return the chapter on a frontier.

    Parameters
    ----------
    staircase
        The frontier.
    key
        Begins the names in its figures.
    document
        The frontier as plain values.
    standing
        The answer of a run on the same pool, to be marked.
    place
        Where the accuracies were measured, as in `haversack.pages.measure.Measure`, if a page says so of this run.
    """
    first, last = staircase.stairs[0], staircase.stairs[-1]
    start, end = format_number(first.cost), format_number(last.cost)
    low, high = _describe_value(first), _describe_value(last)
    measure = Measure(last.error is not None, place)
    proof = "proved" if staircase.whole else "not proved for every budget"
    warnings = []
    if staircase.failed:
        warnings.append("A part failed at some budgets; the best panels found in spite of it are shown.")
    if staircase.interrupted:
        warnings.append("The search was interrupted: the panels are the best ones found until then.")
    facts = [("stopped", staircase.stop_reason)]
    if staircase.seed is not None:
        facts.append(("seed", str(staircase.seed)))
    facts += [
        (kind, text) for kind, part in dict(document.get("parts") or {}).items() if (text := _describe_part(part))
    ]
    carried = carry_result(document, is_too_large=has_large_pools(document))
    return Chapter(
        kind="frontier",
        title=_write_title(staircase, measure),
        lead=_describe_stairs(staircase),
        tiles=[
            Tile("Cheapest panel", start, low),
            Tile("Best panel", end, high),
            Tile("Best possible?", proof, f"searched by {staircase.searcher}", "good" if staircase.whole else "plain"),
        ],
        warnings=warnings,
        sections=[
            build_budget_section(staircase, standing, f"{key}-budget", place=place),
            Section("Panels", tables=[_list_panels(staircase, measure)]),
            build_frontier_provenance(document, facts, is_too_large=has_large_pools(carried)),
        ],
        document=carried,
    )


def _write_title(staircase: Staircase, measure: Measure) -> str:
    first, last = staircase.stairs[0], staircase.stairs[-1]
    name = f"{measure.title.partition(' ')[0]} {_describe_value(first)}"
    if len(staircase.stairs) == 1:
        return f"From a budget of {format_number(first.cost)}: {name}{measure.place}"
    costs = f"Budgets from {format_number(first.cost)} to {format_number(last.cost)}"
    return f"{costs}: {name} to {_describe_value(last)}{measure.place}"


def _list_panels(staircase: Staircase, measure: Measure) -> Table:
    """Return who is in the panel of each budget."""
    stairs = staircase.stairs
    rows = [
        [format_number(stair.cost), _describe_value(stair), join_names(stair.names, _LONGEST_PANEL)]
        for stair in stairs[:_MOST_PANELS]
    ]
    cut = f": the first {_MOST_PANELS} of {len(stairs):,}" if len(stairs) > _MOST_PANELS else ""
    columns = [
        Column("from a budget of", is_number=True),
        Column(measure.title, is_number=True),
        Column("panel", is_name=True),
    ]
    return Table(
        columns,
        rows,
        caption=f"The members of {count_nouns(len(stairs), 'panel')}{cut}",
        folded=len(rows) > _MOST_SHOWN,
    )


def _describe_value(stair: Stair) -> str:
    return format_number(stair.value) if stair.error is None else format_share(stair.value, stair.error)


def _describe_stairs(staircase: Staircase) -> str:
    count = len(staircase.stairs)
    if count == 1:
        where = (
            "for every budget that allows a panel" if staircase.whole else "known for all budgets that were searched"
        )
        return f"One panel is the best {where}."
    if staircase.whole:
        return f"From the cheapest panel to the best one, the best choice changes at {count:,} budgets."
    return f"The best panels known for the budgets that were searched: {count:,} different ones."


def _describe_part(part: Any) -> str:
    """Return the name of a part and where it comes from; nothing for one that has no registered name."""
    if not isinstance(part, dict) or not part.get("distribution"):
        return ""
    return show_name(f"{part.get('name')} of {part['distribution']} {part.get('version')}")
