"""What a page says about a study."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from haversack.execution.store import FAILED
from haversack.pages.canvas import draw_svg
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.model import Chapter, Column, Drawing, Section, Table, Tile
from haversack.pages.provenance_section import build_joint_provenance
from haversack.pages.scales import ValueScale
from haversack.pages.wording import count_nouns, format_number, format_share, join_names, join_words, show_name
from haversack.reports.study import list_study_columns
from haversack.studies.result import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack.studies.result import StudyResult

_MOST_ROWS = 200
_MOST_CARRIED = 2_000
"""Beyond so many tasks the page does not carry the results: they are in the store."""
_MOST_LINES = 8
_MOST_FAILURES = 10
_MARKERS = "os^Dv<>P"

Row = dict[str, Any]


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
    standings = result.standings()
    best = _find_best(standings)
    return Chapter(
        kind="study",
        title=_write_title(rows, planned),
        lead=_write_lead(best, standings),
        tiles=_list_tiles(rows, answers, planned, best),
        warnings=_list_warnings(result, len(rows), planned),
        sections=[
            Section("Standings", tables=[_list_standings(standings, best)]),
            *_draw_budgets(answers, key),
            *_list_pools(answers),
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


def _write_title(rows: Sequence[Row], planned: int) -> str:
    pools = count_nouns(len({row["pool"] for row in rows}), "pool")
    tasks = "" if len(rows) == planned else f"{len(rows):,} of "
    title = f"{tasks}{count_nouns(planned, 'selection')} from {pools}"
    answers = sum(row["value"] is not None for row in rows)
    missing = _count_missing(rows)
    return f"{title}: {answers:,} with an answer, {missing}" if missing else title


def _count_missing(rows: Sequence[Row]) -> str:
    """Return how many finished tasks have no answer, by the reason; nothing if all have one."""
    missing = [row for row in rows if row["value"] is None]
    failed = sum(row["status"] == FAILED for row in missing)
    counts = {"infeasible": len(missing) - failed, "failed": failed}
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items() if count)


def _find_best(standings: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the combination with the best median answer, the fastest of equals."""
    with_answers = [each for each in standings if each["answers"]]
    return min(with_answers, key=lambda each: (*_rank(each), each["median_seconds"]), default=None)


def _rank(standing: Mapping[str, Any]) -> tuple[float, float]:
    return -standing["median_value"], standing["median_error"] or 0.0


def _write_lead(best: Mapping[str, Any] | None, standings: Sequence[Mapping[str, Any]]) -> str:
    if best is None:
        return "No task has an answer yet."
    value = _format(best["median_value"], best["median_error"])
    proved = f"{format_share(best['proven'] / best['answers'])} of {{}} answers are proved to be the best possible."
    if len(standings) == 1:
        if best["answers"] == 1:
            return (
                f"The only answer is {value}; it is {'' if best['proven'] else 'not '}proved to be the best possible."
            )
        return f"The median answer is {value}; {proved.format('the')}"
    equals = sum(bool(each["answers"]) and _rank(each) == _rank(best) for each in standings)
    if equals == len(standings):
        all_of_them = "Both" if equals == 2 else f"All {equals:,}"
        return (
            f"{all_of_them} combinations of parts have the same median answer, {value}, and {_name_parts(best)} is the "
            f"fastest; {proved.format('its')}"
        )
    return (
        f"Of {len(standings):,} combinations of parts, {_name_parts(best)} has the best answers"
        f"{' in the least time' if equals > 1 else ''}: the median answer is {value}; {proved.format('its')}"
    )


def _list_tiles(
    rows: Sequence[Row], answers: Sequence[Row], planned: int, best: Mapping[str, Any] | None
) -> list[Tile]:
    done = f"{len(rows):,}"
    tiles = [Tile("Finished", done, "all tasks" if len(rows) == planned else f"of {planned:,} tasks")]
    missing = _count_missing(rows)
    if missing:
        tiles.append(Tile("Answers", f"{len(answers):,} of {len(rows):,}", missing))
    if answers:
        proved = sum(row["proven"] for row in answers)
        tone = "good" if proved == len(answers) else "plain"
        note = f"{proved:,} of {count_nouns(len(answers), 'answer')}"
        tiles.append(Tile("Proved best", format_share(proved / len(answers)), note, tone))  # type: ignore[arg-type]
        seconds = statistics.median(row["seconds"] for row in answers)
        tiles.append(Tile("Time", f"{seconds:.2g} s", "median of a search"))
    if best is not None:
        value = _format(best["median_value"], best["median_error"])
        tiles.append(Tile("Median answer", value, f"by {_name_parts(best)}"))
    return tiles


def _list_warnings(result: StudyResult, finished: int, planned: int) -> list[str]:
    failures = result.failures
    warnings = [f"Failed: {show_name(failure, 200)}." for failure in failures[:_MOST_FAILURES]]
    if len(failures) > _MOST_FAILURES:
        warnings.append(f"{len(failures) - _MOST_FAILURES:,} more tasks failed.")
    if finished < planned:
        warnings.append(f"Not complete: {finished:,} of {planned:,} tasks are finished.")
    return warnings


def _list_standings(standings: Sequence[Mapping[str, Any]], best: Mapping[str, Any] | None) -> Table:
    texts = list_study_columns(standings)
    columns = [Column(text.title.replace("_", " "), is_number=text.right) for text in texts]
    rows = list(zip(*([show_name(cell) for cell in text.cells] for text in texts), strict=True))
    marked = [number for number, each in enumerate(standings) if each is best and len(standings) > 1]
    return Table(columns, rows, marked=marked)


def _draw_budgets(answers: Sequence[Row], key: str) -> list[Section]:
    """Return what more budget buys, for each combination of parts: medians over pools and seeds."""
    lines: dict[str, dict[float, list[Row]]] = {}
    for row in answers:
        if row["budget"] is not None:
            lines.setdefault(_name_parts(row), {}).setdefault(row["budget"], []).append(row)
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

    def draw(axes: Axes) -> None:
        for (name, line), marker in zip(points.items(), _MARKERS, strict=False):
            heights = [scale.get_height(value, error) for _, value, error in line]
            axes.plot(
                [budget for budget, _, _ in line], heights, marker=marker, markersize=4, label=show_name(name, 30)
            )
        axes.set_xlabel("budget")
        scale.label(axes, "right, median")
        if len(points) > 1:
            axes.legend(fontsize=8)

    caption = "The median answer at each budget that all pools share."
    cut = [f"The first {_MOST_LINES} of {len(lines)} combinations are drawn."] if len(lines) > _MOST_LINES else []
    drawing = Drawing(draw_svg(draw, key=f"{key}-budgets", label=caption), caption)
    columns = [Column("budget", is_number=True), *(Column(show_name(name, 30), is_number=True) for name in points)]
    medians = [{budget: _format(value, error) for budget, value, error in line} for line in points.values()]
    cells = [[format_number(budget), *(line.get(budget, "") for line in medians)] for budget in sorted(shared)]
    return [Section("What budgets buy", drawings=[drawing], tables=[Table(columns, cells)], paragraphs=cut)]


def _list_pools(answers: Sequence[Row]) -> list[Section]:
    """Return the best answer for each pool and budget."""
    groups: dict[tuple[str, float | None], list[Row]] = {}
    for row in answers:
        groups.setdefault((row["pool"], row["budget"]), []).append(row)
    if not groups:
        return []
    cells = []
    for (pool, budget), rows in list(groups.items())[:_MOST_ROWS]:
        best = min(rows, key=lambda row: (-row["value"], row["error"] or 0.0, row["cost"], row["seed"]))
        cells.append(
            [
                show_name(pool),
                "no limit" if budget is None else format_number(budget),
                _format(best["value"], best["error"]),
                str(best["chosen"]),
                format_number(best["cost"]),
                "yes" if best["proven"] else "no",
                show_name(_name_parts(best)),
                join_names(best["names"] or ()),
            ]
        )
    heads = ("pool", "budget", "best answer", "members", "cost", "proved", "by", "panel")
    columns = [Column(head, is_number=head in ("budget", "best answer", "members", "cost")) for head in heads]
    best_of = "The only answer" if len(answers) == 1 else f"The best of {len(answers):,} answers"
    caption = f"{best_of} for each pool and budget"
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


def _name_parts(row: Mapping[str, Any]) -> str:
    return ", ".join(row[part] for part in PARTS if row[part]) or "the default"


def _format(value: float, error: float | None) -> str:
    return format_number(value) if error is None else format_share(value, error)
