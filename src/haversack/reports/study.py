"""The text of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_table
from haversack.text import format_probability

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.studies.result import StudyResult

_PART_COLUMNS = ("energy", "searcher", "stopping", "cost_model", "preset")


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
    standings = result.standings()
    shown = standings if most is None else standings[:most]
    footer = ["", *_write_counts(result)]
    if len(shown) < len(standings):
        footer.insert(0, f"and {len(standings) - len(shown):,} more combinations")
    return write_table(list_study_columns(shown), width=width, footer=footer)


def list_study_columns(standings: Sequence[Mapping[str, Any]]) -> list[TextColumn]:
    """Return the columns of a table of standings."""
    parts = [key for key in _PART_COLUMNS if any(row[key] for row in standings)] or ["searcher"]
    columns = [TextColumn(key, [row[key] or "default" for row in standings], rank=1, least=10) for key in parts]
    numbers = {
        "finished": [f"{row['finished']:,} of {row['tasks']:,}" for row in standings],
        "proved": [f"{row['proven']:,}" for row in standings],
        "median": [_format_value(row["median_value"], row["median_error"]) for row in standings],
        "best": [_format_value(row["best_value"], row["best_error"]) for row in standings],
        "seconds": ["" if row["median_seconds"] is None else f"{row['median_seconds']:.3g}" for row in standings],
    }
    columns += [TextColumn(key, cells, rank=rank, right=True) for rank, (key, cells) in enumerate(numbers.items(), 2)]
    columns.append(TextColumn("best of", [row["best_task"] or "" for row in standings], rank=9, least=16))
    return columns


def _format_value(value: float | None, error: float | None) -> str:
    return "" if value is None else format_probability(value, error)


def _write_counts(result: StudyResult) -> list[str]:
    failed, infeasible = len(result.failures), result.infeasible
    words = [f"{result.finished:,} of {len(result):,} tasks are finished"]
    words += [f"{infeasible:,} without a set within the budget"] if infeasible else []
    words += [f"{failed:,} failed"] if failed else []
    return [", ".join(words)]
