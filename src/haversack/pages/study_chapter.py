"""What a page says about a study."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from haversack.pages.canvas import draw_svg
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.legend import take_legend
from haversack.pages.model import Chapter, Column, Drawing, Section, Table
from haversack.pages.provenance_section import build_joint_provenance
from haversack.pages.scales import ValueScale
from haversack.pages.study_verdict import (
    Row,
    explain_measures,
    format_answer,
    format_answer_briefly,
    list_study_tiles,
    name_parts,
    write_study_lead,
    write_study_title,
)
from haversack.pages.wording import are_long, format_number, join_names, join_words, show_name
from haversack.reports.study import describe_medians, list_study_columns
from haversack.studies.standings import find_shared_problems, get_problem, rank_combinations
from haversack.studies.tasks import LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack.pages.model import LegendEntry
    from haversack.studies.result import StudyResult
    from haversack.studies.standings import StudyRanking

_MOST_ROWS = 200
_MOST_CARRIED = 2_000
"""Beyond so many tasks the page does not carry the results: they are in the store."""
_MOST_LINES = 8
_MOST_FAILURES = 10
_LONGEST_CELL = 120
_MARKERS = "os^Dv<>P"


def build_study_chapter(
    result: StudyResult, key: str, planned: int | None = None, *, is_too_large: bool = False
) -> Chapter:
    """Return the chapter on a study.

    Parameters
    ----------
    result
        The study.
    key
        Begins the names in its figures.
    planned
        Number of its tasks, where the result has only the finished ones.
    is_too_large
        Whether a page that it was read from had left out its pools.
    """
    plain = result.to_dict()
    planned = len(result) if planned is None else planned
    rows, config = plain["rows"], plain["config"]
    answers = [row for row in rows if row["value"] is not None]
    document = carry_result({**plain, "tasks": planned}, is_too_large=is_too_large)
    ranking = rank_combinations(result.labels, result.records)
    return Chapter(
        kind="study",
        title=write_study_title(rows, planned),
        lead=write_study_lead(ranking, rows, planned),
        tiles=list_study_tiles(ranking, rows, planned),
        warnings=_list_warnings(result, len(rows), planned),
        sections=[
            Section("Standings", paragraphs=_describe_medians(ranking), tables=[_list_standings(ranking)]),
            *_draw_budgets(result, ranking, answers, key),
            *_list_pools(answers, ranking.measures),
            _build_provenance(rows, result, config, is_too_large=has_large_pools(document)),
        ],
        document=_leave_rows(document),
    )


def _leave_rows(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what the page carries as data without rows that are too many; None if that is next to nothing."""
    if document["finished"] <= _MOST_CARRIED:
        return document
    left = {key: value for key, value in document.items() if key != "rows"}
    return left if left.get("config") is not None else None


def _list_warnings(result: StudyResult, finished: int, planned: int) -> list[str]:
    failures = result.failures
    warnings = [f"Failed: {show_name(failure, 200)}." for failure in failures[:_MOST_FAILURES]]
    if len(failures) > _MOST_FAILURES:
        warnings.append(f"{len(failures) - _MOST_FAILURES:,} more tasks failed.")
    if finished < planned:
        warnings.append(f"Not complete: {finished:,} of {planned:,} tasks are finished.")
    return warnings


def _describe_medians(ranking: StudyRanking) -> list[str]:
    return [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in describe_medians(ranking)]


def _list_standings(ranking: StudyRanking) -> Table:
    standings, best = ranking.standings, ranking.leaders[:1]
    texts = list_study_columns(standings, format_answer_briefly)
    columns = [
        Column(text.title.replace("_", " "), is_number=text.right, is_name=are_long(text.cells)) for text in texts
    ]
    rows = list(zip(*([show_name(cell, _LONGEST_CELL) for cell in text.cells] for text in texts), strict=True))
    marked = [number for number, each in enumerate(standings) if each in best and len(standings) > 1]
    return Table(columns, rows, marked=marked)


def _draw_budgets(result: StudyResult, ranking: StudyRanking, answers: Sequence[Row], key: str) -> list[Section]:
    """Return what more budget buys, for each combination of parts: medians over pools and seeds."""
    common = find_shared_problems(result.labels, result.records)[0]
    # A combination that has answered other problems than the others would look better or worse than it is.
    answers = [row for row in answers if get_problem([row[key] for key in LABELS]) in common]
    lines: dict[str, dict[float, list[Row]]] = {}
    for row in answers:
        if row["budget"] is not None:
            lines.setdefault(name_parts(row), {}).setdefault(row["budget"], []).append(row)
    # Pools with budgets of their own have nothing in common to draw.
    pools = len({row["pool"] for row in answers})
    shared = {
        budget for line in lines.values() for budget, rows in line.items() if len({r["pool"] for r in rows}) == pools
    }
    if len(shared) < 2:
        return []
    points = {
        name: [(budget, *_find_median(line[budget])) for budget in sorted(line) if budget in shared]
        for name, line in list(lines.items())[:_MOST_LINES]
    }
    scale = ValueScale.of([(value, error) for line in points.values() for _, value, error in line])

    legend: list[LegendEntry] = []

    def draw(axes: Axes) -> None:
        for (name, line), marker in zip(points.items(), _MARKERS, strict=False):
            heights = [scale.get_height(value, error) for _, value, error in line]
            axes.plot([budget for budget, _, _ in line], heights, marker=marker, markersize=4, label=name)
        axes.set_xlabel("budget")
        scale.label(axes, "right, median")
        if len(points) > 1:
            # Names are below, where they have room.
            legend.extend(take_legend(axes))

    caption = "The median answer at each budget that all pools share."
    cut = [f"The first {_MOST_LINES} of {len(lines)} combinations are drawn."] if len(lines) > _MOST_LINES else []
    drawing = Drawing(draw_svg(draw, key=f"{key}-budgets", label=caption), caption, legend)
    heads = [Column(show_name(name), is_number=True, is_name=True) for name in points]
    columns = [Column("budget", is_number=True), *heads]
    medians = [{budget: format_answer(value, error) for budget, value, error in line} for line in points.values()]
    cells = [[format_number(budget), *(line.get(budget, "") for line in medians)] for budget in sorted(shared)]
    paragraphs = [*explain_measures(ranking), *cut]
    return [Section("What budgets buy", drawings=[drawing], tables=[Table(columns, cells)], paragraphs=paragraphs)]


def _list_pools(answers: Sequence[Row], measures: Sequence[str]) -> list[Section]:
    """Return the best answer for each pool and budget, and for each of several measures."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in answers:
        groups.setdefault((row["pool"], row["budget"], *(row[kind] for kind in measures)), []).append(row)
    if not groups:
        return []
    cells = []
    for (pool, budget, *_), rows in list(groups.items())[:_MOST_ROWS]:
        best = min(rows, key=lambda row: (-row["value"], row["error"] or 0.0, row["cost"], row["seed"]))
        cells.append(
            [
                show_name(pool),
                "no limit" if budget is None else format_number(budget),
                format_answer(best["value"], best["error"]),
                str(best["chosen"]),
                format_number(best["cost"]),
                "yes" if best["proven"] else "no",
                show_name(name_parts(best)),
                join_names(best["names"] or ()),
            ]
        )
    heads = ("pool", "budget", "best answer", "members", "cost", "proved", "by", "panel")
    numbers = ("budget", "best answer", "members", "cost")
    columns = [
        Column(head, is_number=head in numbers, is_name=are_long(texts))
        for head, texts in zip(heads, zip(*cells, strict=True), strict=True)
    ]
    best_of = "The only answer" if len(answers) == 1 else f"The best of {len(answers):,} answers"
    caption = f"{best_of} for each pool and budget{', by each measure' if measures else ''}"
    cut = f"; the first {_MOST_ROWS} of {len(groups):,}" if len(groups) > _MOST_ROWS else ""
    return [Section("Best panels", tables=[Table(columns, cells, caption=caption + cut, folded=len(cells) > 12)])]


def _build_provenance(
    rows: Sequence[Row], result: StudyResult, config: Mapping[str, Any] | None, *, is_too_large: bool
) -> Section:
    facts = []
    if config is None:
        facts.append(("pools", join_words(row["pool"] for row in rows)))
    facts += [
        (
            "budgets",
            join_words(map(format_number, sorted({row["budget"] for row in rows if row["budget"] is not None})))
            or "no limit",
        ),
        ("seeds", join_words(sorted({row["seed"] for row in rows}))),
    ]
    facts = [fact for fact in facts if fact[1]]
    return build_joint_provenance("study", facts, config, result.versions, key="pools", is_too_large=is_too_large)


def _find_median(rows: Sequence[Row]) -> tuple[float, float | None]:
    errors = [row["error"] for row in rows if row["error"] is not None]
    value = statistics.median(row["value"] for row in rows)
    return value, statistics.median(errors) if len(errors) == len(rows) else None
