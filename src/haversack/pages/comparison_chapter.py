"""What a page says about a comparison."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.comparison.description import list_unnamed_parts
from haversack.pages.canvas import draw_svg
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.model import Chapter, Column, Drawing, Section, Table, Tile
from haversack.pages.provenance_section import build_joint_provenance
from haversack.pages.wording import count_nouns, format_number, join_words, show_name
from haversack.plots.comparison import plot_comparison
from haversack.reports.comparison import build_columns, format_excess, list_notes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.comparison.result import Comparison
    from haversack.comparison.standings import Standing

_MOST_FIGURES = 6


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
    standings, table = comparison.standings(), _list_standings(comparison)
    leaders = _find_leaders(standings)
    best = leaders[0] if leaders else None
    groups = list(dict.fromkeys(row.group for row in comparison.rows))
    contestants = list(dict.fromkeys((row.searcher, row.stopping) for row in comparison.rows))
    warnings = [f"{failure[:1].upper()}{failure[1:]}." for failure in comparison.failures[:10]]
    if comparison.interrupted:
        warnings.append(f"Interrupted: {len(comparison.rows):,} of {comparison.planned:,} runs are complete.")
    tiles = [
        Tile("Runs", f"{len(comparison.rows):,}", _count_pools(comparison)),
        Tile("Contestants", f"{len(contestants):,}", "searchers with their stopping rules"),
    ]
    if best is not None and best.excess is not None:
        tiles.append(Tile("Best", show_name(best.searcher), f"excess {format_excess(best.excess.median)}", "good"))
    title = f"{count_nouns(len(contestants), 'searcher')} in {count_nouns(len(comparison.rows), 'run')}"
    return Chapter(
        kind="comparison",
        title=f"{title}: {_name_best(leaders)}" if leaders else title,
        lead=_describe_best(leaders, standings),
        tiles=tiles,
        warnings=warnings,
        sections=[
            Section("Standings", tables=[table], facts=_list_notes(comparison, table)),
            *_draw_groups(comparison, groups, key),
            _build_provenance(comparison, is_too_large=has_large_pools(document)),
        ],
        document=document,
    )


def _count_pools(comparison: Comparison) -> str:
    return f"on {count_nouns(len({row.pool for row in comparison.rows}), 'pool')}"


def _find_leaders(standings: tuple[Standing, ...]) -> list[Standing]:
    """Return those with the smallest median excess, the fastest first, in the first group that has any."""
    group = [each for each in standings if each.excess and math.isfinite(each.excess.median)]
    group = [each for each in group if each.group == group[0].group]
    smallest = min(map(_round_excess, group), default=0.0)
    leaders = [each for each in group if _round_excess(each) == smallest]
    return sorted(leaders, key=lambda each: each.seconds.median if each.seconds else 0.0)


def _round_excess(standing: Standing) -> float:
    return round(standing.excess.median, 9) if standing.excess else math.inf


def _name_best(leaders: list[Standing]) -> str:
    name = show_name(leaders[0].searcher)
    return f"{name} is best" if len(leaders) == 1 else f"{name} is the fastest of {len(leaders)} equally good ones"


def _describe_best(leaders: list[Standing], standings: tuple[Standing, ...]) -> str:
    best = leaders[0] if leaders else None
    if best is None or best.excess is None:
        return "No run has an answer that can be measured against a reference."
    name, excess = show_name(best.searcher), format_excess(best.excess.median)
    reached = "" if best.reached is None else f"; {100.0 * best.reached:.0f} % of its runs are as good as the reference"
    rivals = sum(each.group == best.group for each in standings)
    if len(leaders) == 1:
        text = f"{name} has the smallest median excess, {excess}"
    elif len(leaders) == rivals:
        both = "both" if rivals == 2 else f"all {rivals}"
        text = f"{both} searchers have the same median excess, {excess}, and {name} is the fastest"
    else:
        text = (
            f"{len(leaders)} of {rivals} searchers have the smallest median excess, {excess}, "
            f"and {name} is the fastest of them"
        )
    return f"In {show_name(best.group)}, {text}{reached}."


def _list_standings(comparison: Comparison) -> Table:
    texts = build_columns(comparison)
    columns = [Column(text.title.strip(), is_number=text.right) for text in texts]
    return Table(columns, list(zip(*([show_name(cell) for cell in text.cells] for text in texts), strict=True)))


def _list_notes(comparison: Comparison, table: Table) -> list[tuple[str, str]]:
    has_multiples = any(cell.endswith(" x") for row in table.rows for cell in row)
    notes = [note.partition(": ") for note in list_notes(comparison, has_multiples=has_multiples)]
    return [(term, description) for term, _, description in notes]


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
    # A group in which no run found a set has nothing to draw.
    groups = [group for group in groups if any(row.trace for row in comparison.rows if row.group == group)]
    for number, group in enumerate(groups[:_MOST_FIGURES]):

        def draw(axes: Axes, group: str = group) -> None:
            plot_comparison(comparison, axes, group=group)
            axes.set_title(show_name(group), fontsize=10.0)
            # Below: lines run everywhere.
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3, fontsize=8)

        caption = f"{show_name(group)}: the error of the best set so far; median, with a band from 10 % to 90 %."
        drawings.append(Drawing(draw_svg(draw, key=f"{key}-{number}", label=caption), caption))
    rest = len(groups) - len(drawings)
    paragraphs = [f"The first {len(drawings)} of {len(groups)} groups of pools."] if rest else []
    return [Section("Over time", drawings=drawings, paragraphs=paragraphs)] if drawings else []
