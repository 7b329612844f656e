"""What a page says about a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.pages.alternatives_section import build_alternatives_section
from haversack.pages.budget_section import build_budget_section
from haversack.pages.budget_words import describe_rival
from haversack.pages.computing import Computed
from haversack.pages.expectation_section import build_expectation_section
from haversack.pages.measure import choose_measure
from haversack.pages.members_section import build_members_section
from haversack.pages.mistakes_section import build_mistakes_section
from haversack.pages.model import Chapter, Section
from haversack.pages.provenance_section import build_provenance_section
from haversack.pages.resources import describe_limits
from haversack.pages.standing import locate_answer
from haversack.pages.verdict import build_tiles, list_warnings, write_lead, write_title

if TYPE_CHECKING:
    from haversack.api.selection import Selection
    from haversack.pages.staircase import Staircase


def build_selection_chapter(
    selection: Selection, key: str, computed: Computed | None = None, frontier: Staircase | None = None
) -> Chapter:
    """Return the chapter on a selection.

    Parameters
    ----------
    selection
        The result.
    key
        Begins the names in its figures.
    computed
        What is known beside the result.
    frontier
        The best set for every budget where another chapter shows it, in place of that which was computed.
    """
    computed = Computed() if computed is None else computed
    without = () if computed.alternatives is None else computed.alternatives.without
    measure = choose_measure(selection)
    standing = locate_answer(selection, computed.staircase if frontier is None else frontier)
    budget = None
    if computed.staircase is not None and standing.staircase is not None:
        budget = build_budget_section(standing.staircase, standing, f"{key}-budget", place=measure.place)
        budget = attrs.evolve(budget, paragraphs=[*describe_limits(selection), *budget.paragraphs])
    sections = [
        build_members_section(selection, without, f"{key}-members"),
        budget,
        build_alternatives_section(selection, computed.alternatives, standing),
        build_expectation_section(selection, f"{key}-expectation"),
        build_mistakes_section(selection, f"{key}-mistakes"),
        Section("Not shown", paragraphs=computed.remarks) if computed.remarks else None,
        build_provenance_section(selection),
    ]
    return Chapter(
        kind="selection",
        title=write_title(selection),
        lead=write_lead(selection),
        tiles=build_tiles(selection, standing),
        warnings=[*list_warnings(selection), *(describe_rival(standing, measure) if standing.is_missed else [])],
        sections=[section for section in sections if section is not None],
        document=selection.to_dict(),
    )
