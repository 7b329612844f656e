"""Text of a frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.frontiers.result import Frontier, FrontierPoint

_MOST_ROWS = 25
_MOST_NAMES = 3
_NARROW_NAMES = 12


def summarise_frontier(frontier: Frontier, *, width: int = DEFAULT_WIDTH) -> str:
    """Return a table of the rows, truncated where there are many, and how they were found."""
    rows = frontier.rows()
    excerpt = _pick_rows(rows)
    footer = []
    if len(excerpt) < len(rows):
        noun = "points" if frontier.budgets is None else "budgets"
        footer = [f"({len(excerpt)} of {len(rows):,} {noun}; changes are against the one before, shown or not)"]
    table = write_table(_build_columns(frontier, excerpt), width=width, footer=footer)
    return "\n\n".join([table, write_section("frontier", _describe_search(frontier), width=width)])


def _pick_rows(rows: Sequence[FrontierPoint]) -> list[FrontierPoint]:
    """Return all of few rows; of many the first, the last, and some from evenly between."""
    if len(rows) <= _MOST_ROWS:
        return list(rows)
    return [rows[round(place * (len(rows) - 1) / (_MOST_ROWS - 1))] for place in range(_MOST_ROWS)]


def _build_columns(frontier: Frontier, rows: Sequence[FrontierPoint]) -> list[TextColumn]:
    columns = [TextColumn("budget", [f"{row.budget:.6g}" for row in rows], rank=1, right=True)]
    if frontier.budgets is not None:
        columns.append(TextColumn("cost", [f"{row.cost:.6g}" for row in rows], rank=9, right=True))
    columns.append(TextColumn("size", [str(row.size) for row in rows], rank=4, right=True))
    is_error = rows[0].error is not None
    columns.append(
        TextColumn("accuracy" if is_error else "value", [f"{row.value:.6g}" for row in rows], rank=2, right=True)
    )
    if is_error:
        columns.append(TextColumn("error", [f"{row.error:.4g}" for row in rows], rank=3, right=True))
    if not frontier.whole:
        columns.append(TextColumn("proved", ["yes" if row.proven else "no" for row in rows], rank=5, right=True))
    gains = ["" if row.value_gain is None else f"{row.value_gain:.3g}" for row in rows]
    return [
        *columns,
        TextColumn("next unit buys", gains, rank=6, right=True),
        TextColumn("enters", [_list_names(row.enters) for row in rows], rank=7, least=_NARROW_NAMES),
        TextColumn("leaves", [_list_names(row.leaves) for row in rows], rank=8, least=_NARROW_NAMES),
    ]


def _list_names(names: Sequence[str]) -> str:
    hidden = len(names) - _MOST_NAMES
    # "and 1 more" would take the place of a name.
    if hidden <= 1:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_NAMES])} and {hidden} more"


def _describe_search(frontier: Frontier) -> list[tuple[str, str]]:
    first, last = frontier.points[0], frontier.points[-1]
    seed = "" if frontier.seed is None else f", seed {frontier.seed}"
    steps = f"{frontier.steps:,} step{'' if frontier.steps == 1 else 's'}"
    return [
        ("points", f"{len(frontier.points):,}, from a budget of {first.cost:.6g} to {last.cost:.6g}"),
        ("coverage", _describe_coverage(frontier)),
        ("searcher", frontier.searcher),
        ("stopped", frontier.stop_reason),
        ("search", f"{steps} in {frontier.seconds:.3g} s{seed}"),
    ]


def _describe_coverage(frontier: Frontier) -> str:
    if frontier.whole:
        return "whole: for every budget it is proved that no set is better"
    if frontier.budgets is None:
        return f"proved up to a budget of {frontier.proven_to:.6g}; beyond, better sets may exist"
    if not frontier.budgets:
        return "no budget was searched to its end; better sets may exist"
    rows = frontier.rows()
    proven = sum(row.proven for row in rows)
    counts = f"{len(rows):,} budget{'' if len(rows) == 1 else 's'}, {'none' if proven == 0 else f'{proven:,}'} proved"
    return f"{counts}; between them better sets may exist"
