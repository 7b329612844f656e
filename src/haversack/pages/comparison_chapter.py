"""What a page says about a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.comparison.description import list_unnamed_parts
from haversack.comparison.ranking import rank_contestants
from haversack.pages.canvas import draw_svg
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.comparison_verdict import list_comparison_tiles, write_comparison_lead, write_comparison_title
from haversack.pages.legend import take_legend
from haversack.pages.model import Chapter, Column, Drawing, Section, Table
from haversack.pages.provenance_section import build_joint_provenance
from haversack.pages.wording import are_long, format_number, join_words, show_name
from haversack.plots.comparison import plot_comparison
from haversack.reports.comparison import STOP, build_columns, list_notes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.comparison.result import Comparison
    from haversack.pages.model import LegendEntry

_MOST_FIGURES = 6
_MOST_LINES = 16
"""Twice as many as there are colours: the second half is dashed."""


def build_comparison_chapter(comparison: Comparison, key: str, *, is_too_large: bool = False) -> Chapter:
    """Return the chapter on a comparison.

    Parameters
    ----------
    comparison
        The result.
    key
        Begins the names in its figures.
    is_too_large
        Whether a page that it was read from had left out its pools.
    """
    document = carry_result(comparison.to_dict(), is_too_large=is_too_large)
    ranking, table = rank_contestants(comparison.rows), _list_standings(comparison)
    groups = list(dict.fromkeys(row.group for row in comparison.rows))
    warnings = [f"{failure[:1].upper()}{failure[1:]}." for failure in comparison.failures[:10]]
    if comparison.interrupted:
        warnings.append(f"Interrupted: {len(comparison.rows):,} of {comparison.planned:,} runs are complete.")
    return Chapter(
        kind="comparison",
        title=write_comparison_title(comparison, ranking),
        lead=write_comparison_lead(ranking),
        tiles=list_comparison_tiles(comparison, ranking),
        warnings=warnings,
        sections=[
            Section("Standings", tables=[table], facts=_list_notes(comparison, table)),
            *_draw_groups(comparison, groups, key),
            _build_provenance(comparison, is_too_large=has_large_pools(document)),
        ],
        document=document,
    )


def _list_standings(comparison: Comparison) -> Table:
    texts = build_columns(comparison)
    columns = [Column(text.title.strip(), is_number=text.right, is_name=are_long(text.cells)) for text in texts]
    return Table(columns, list(zip(*([show_name(cell) for cell in text.cells] for text in texts), strict=True)))


def _list_notes(comparison: Comparison, table: Table) -> list[tuple[str, str]]:
    has_multiples = any(cell.endswith(" x") for row in table.rows for cell in row)
    notes = [note.partition(": ") for note in list_notes(comparison, has_multiples=has_multiples)]
    facts = [(term, description) for term, _, description in notes]
    if any(STOP in row for row in table.rows):
        facts.append((STOP, "no run: the error at which the stopping rule of the paper would be satisfied"))
    return facts


def _build_provenance(comparison: Comparison, *, is_too_large: bool) -> Section:
    rows = comparison.rows
    budgets = sorted({row.budget for row in rows if row.budget is not None})
    facts = []
    if comparison.config is None:
        facts.append(("pools", join_words(row.pool for row in rows)))
    facts += [
        ("budgets", join_words(map(format_number, budgets)) or "no limit"),
        ("seeds", join_words(sorted({row.seed for row in rows}))),
        ("longest run", "no limit" if comparison.seconds is None else f"{comparison.seconds:g} s"),
    ]
    return build_joint_provenance(
        "comparison",
        facts,
        comparison.config,
        comparison.versions,
        key="cases",
        is_too_large=is_too_large,
        has_unnamed=bool(list_unnamed_parts(comparison.config or {})),
    )


def _draw_groups(comparison: Comparison, groups: list[str], key: str) -> list[Section]:
    drawings = []
    contestants = list(dict.fromkeys((row.searcher, row.stopping) for row in comparison.rows))
    drawn = set(contestants[:_MOST_LINES])
    shown = attrs.evolve(comparison, rows=[row for row in comparison.rows if (row.searcher, row.stopping) in drawn])
    # A group in which no run found a set has nothing to draw.
    groups = [group for group in groups if any(row.trace for row in shown.rows if row.group == group)]
    for number, group in enumerate(groups[:_MOST_FIGURES]):
        legend: list[LegendEntry] = []

        def draw(axes: Axes, group: str = group, legend: list[LegendEntry] = legend) -> None:
            plot_comparison(shown, axes, group=group)
            # Names are below, where they have room.
            axes.set_title("")
            legend += take_legend(axes)

        caption = f"{show_name(group)}: the error of the best set so far; median, with a band from 10 % to 90 %."
        drawings.append(Drawing(draw_svg(draw, key=f"{key}-{number}", label=caption), caption, legend))
    paragraphs = []
    if len(drawn) < len(contestants):
        paragraphs.append(f"The first {len(drawn)} of {len(contestants)} contestants are drawn.")
    if len(drawings) < len(groups):
        paragraphs.append(f"The first {len(drawings)} of {len(groups)} groups of pools.")
    return [Section("Over time", drawings=drawings, paragraphs=paragraphs)] if drawings else []
