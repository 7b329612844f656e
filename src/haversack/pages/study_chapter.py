"""What a page says about a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.model import Chapter, Column, Section, Table
from haversack.pages.provenance_section import build_joint_provenance
from haversack.pages.study_budgets import build_budgets_section
from haversack.pages.study_speed import build_speed_sections
from haversack.pages.study_verdict import (
    Row,
    explain_measures,
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

    from haversack.studies.result import StudyResult
    from haversack.studies.standings import StudyRanking

_MOST_ROWS = 200
_MOST_CARRIED = 2_000
"""Beyond so many tasks the page does not carry the results: they are in the store."""
_MOST_FAILURES = 10
_LONGEST_CELL = 120


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
        title=write_study_title(ranking, rows, planned),
        lead=write_study_lead(ranking, rows, planned),
        tiles=list_study_tiles(ranking, rows, planned),
        warnings=_list_warnings(result, len(rows), planned),
        sections=[
            Section("Standings", paragraphs=_describe_medians(ranking), tables=[_list_standings(ranking)]),
            *build_speed_sections(ranking, f"{key}-speed"),
            *_build_budgets(result, ranking, answers, config, key),
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


def _build_budgets(
    result: StudyResult, ranking: StudyRanking, answers: Sequence[Row], config: Mapping[str, Any] | None, key: str
) -> list[Section]:
    common = find_shared_problems(result.labels, result.records)[0]
    comparable = [row for row in answers if get_problem([row[key] for key in LABELS]) in common]
    section = build_budgets_section(comparable, config, explain_measures(ranking), f"{key}-budgets")
    return [] if section is None else [section]


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
                format_answer_briefly(best["value"], best["error"]),
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
