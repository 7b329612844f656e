"""The text of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, shorten, write_table
from haversack.studies.standings import rank_combinations
from haversack.text import format_briefly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from haversack.studies.result import StudyResult
    from haversack.studies.standings import StudyRanking

_PART_COLUMNS = ("energy", "searcher", "stopping", "cost_model", "preset")
_MISSING = ("failed", "infeasible")
_SHORTEST_LABEL, _LONGEST_LABEL = 10, 30


def summarise_study(result: StudyResult, *, width: int = DEFAULT_WIDTH, most: int | None = None) -> str:
    """Return a table of how each combination of parts did, and a line about all tasks.

    Parameters
    ----------
    result
        What there is so far.
    width
        How many character cells a line may take.
    most
        How many rows are shown; all if omitted.
    """
    ranking = rank_combinations(result.labels, result.records)
    standings = ranking.standings
    shown = standings if most is None else standings[:most]
    footer = ["", *_write_counts(result), *describe_medians(ranking)]
    if len(shown) < len(standings):
        left = len(standings) - len(shown)
        footer.insert(0, f"and {left:,} more combination{'' if left == 1 else 's'}")
    return write_table(list_study_columns(shown), width=width, footer=footer)


def list_study_columns(
    standings: Sequence[Mapping[str, Any]], show: Callable[[float, float | None], str] = format_briefly
) -> list[TextColumn]:
    """Return the columns of a table of standings; `show` formats a value and its error."""

    def show_value(value: float | None, error: float | None) -> str:
        return "" if value is None else show(value, error)

    parts = [key for key in _PART_COLUMNS if any(row[key] for row in standings)] or ["searcher"]
    columns = [_write_labels(key, [row[key] or "default" for row in standings]) for key in parts]
    # What all have answered can be compared; where that is nothing, each has its own.
    kind = "shared" if any(row["shared_value"] is not None for row in standings) else "median"
    numbers = {
        "finished": (2, [f"{row['finished']:,} of {row['tasks']:,}" for row in standings]),
        "failed": (3, [f"{row['failed']:,}" for row in standings]),
        "infeasible": (8, [f"{row['infeasible']:,}" for row in standings]),
        "proved": (4, [f"{row['proven']:,}" for row in standings]),
        "median": (5, [show_value(row[f"{kind}_value"], row[f"{kind}_error"]) for row in standings]),
        "best": (6, [show_value(row["best_value"], row["best_error"]) for row in standings]),
        "seconds": (7, [_format_seconds(row[f"{kind}_seconds"]) for row in standings]),
    }
    columns += [
        TextColumn(key, cells, rank=rank, right=True)
        for key, (rank, cells) in numbers.items()
        if key not in _MISSING or any(row[key] for row in standings)
    ]
    columns.append(TextColumn("best of", [row["best_task"] or "" for row in standings], rank=9, least=16))
    return columns


def _write_labels(title: str, labels: Sequence[str]) -> TextColumn:
    """Return a column of labels, which are shortened no further than they differ."""
    least, distinct = min(max(map(len, labels)), _LONGEST_LABEL), set(labels)
    while least > _SHORTEST_LABEL and len({shorten(label, least - 1) for label in distinct}) == len(distinct):
        least -= 1
    return TextColumn(title, labels, rank=1, least=least)


def describe_medians(ranking: StudyRanking) -> list[str]:
    """Return what the medians in the standings are over, where that is not all answers."""
    if ranking.shared == ranking.problems:
        return []
    if not ranking.shared:
        return ["median and seconds: not comparable; no problem was answered in every row"]
    return [f"median and seconds: over the {ranking.shared:,} of {ranking.problems:,} problems that every row answered"]


def _format_seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3g}"


def _write_counts(result: StudyResult) -> list[str]:
    failed, infeasible = len(result.failures), result.infeasible
    words = [f"{result.finished:,} of {len(result):,} tasks are finished"]
    words += [f"{infeasible:,} without a set within the budget"] if infeasible else []
    words += [f"{failed:,} failed"] if failed else []
    return [", ".join(words)]
