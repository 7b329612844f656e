"""A frontier in words, and as a table for other programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from haversack.reports.selection import format_section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.frontiers.result import Frontier, FrontierPoint

_SHOWN_ROWS = 25
_SHOWN_NAMES = 3
_SEPARATOR = ";"


def summarise_frontier(frontier: Frontier) -> str:
    """Tell the rows, or an excerpt of many, and how they were found."""
    rows = frontier.rows()
    shown = _excerpt(rows)
    sections = [_table(frontier, shown), _outcome(frontier)]
    if len(shown) < len(rows):
        noun = "points" if frontier.budgets is None else "budgets"
        sections[0] += f"\n({len(shown)} of {len(rows):,} {noun}; changes are against the one before, shown or not)"
    return "\n\n".join(sections)


def write_csv(frontier: Frontier) -> str:
    """Write the rows as CSV; what is not known stays empty."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    numbers = ("budget", "cost", "size", "value", "error", "bound", "error_bound", "gap", "proven")
    gains = ("next_budget", "value_gain", "digits_gain")
    names = ("enters", "leaves", "names")
    table.writerow([*numbers, *gains, *names])
    for row in frontier.rows():
        table.writerow(
            [
                *(_cell(getattr(row, column)) for column in (*numbers, *gains)),
                *(_SEPARATOR.join(getattr(row, column)) for column in names),
            ]
        )
    return text.getvalue()


def _cell(value: float | bool | None) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _excerpt(rows: Sequence[FrontierPoint]) -> list[FrontierPoint]:
    """Return all of few rows; of many the first, the last, and some from evenly between."""
    if len(rows) <= _SHOWN_ROWS:
        return list(rows)
    return [rows[round(place * (len(rows) - 1) / (_SHOWN_ROWS - 1))] for place in range(_SHOWN_ROWS)]


def _table(frontier: Frontier, rows: Sequence[FrontierPoint]) -> str:
    is_error = rows[0].error is not None
    columns = [
        ["budget", *(f"{row.budget:.6g}" for row in rows)],
        ["cost", *(f"{row.cost:.6g}" for row in rows)] if frontier.budgets is not None else [],
        ["size", *(str(row.size) for row in rows)],
        ["accuracy" if is_error else "value", *(f"{row.value:.6g}" for row in rows)],
        ["error", *(f"{row.error:.4g}" for row in rows)] if is_error else [],
        ["proved", *("yes" if row.proven else "no" for row in rows)] if not frontier.whole else [],
        ["next unit buys", *("" if row.value_gain is None else f"{row.value_gain:.3g}" for row in rows)],
    ]
    columns = [column for column in columns if column]
    names = [["enters", *(_few(row.enters) for row in rows)], ["leaves", *(_few(row.leaves) for row in rows)]]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for cells in zip(*columns, *names, strict=True):
        numbers = [cell.rjust(width) for cell, width in zip(cells, widths, strict=False)]
        enters, leaves = cells[-2:]
        lines.append("  ".join([*numbers, enters.ljust(max(map(len, names[0]))), leaves]).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def _few(names: Sequence[str]) -> str:
    hidden = len(names) - _SHOWN_NAMES
    # "and 1 more" would take the place of a name.
    if hidden <= 1:
        return ", ".join(names)
    return f"{', '.join(names[:_SHOWN_NAMES])} and {hidden} more"


def _outcome(frontier: Frontier) -> str:
    first, last = frontier.points[0], frontier.points[-1]
    rows = [("points", f"{len(frontier.points):,}, from a budget of {first.cost:.6g} to {last.cost:.6g}")]
    if frontier.whole:
        rows.append(("coverage", "whole: for every budget it is proved that no set is better"))
    else:
        rows.append(("coverage", _covered(frontier)))
    rows.append(("searcher", frontier.searcher))
    rows.append(("stopped", frontier.stop_reason))
    seed = "" if frontier.seed is None else f", seed {frontier.seed}"
    steps = f"{frontier.steps:,} step{'' if frontier.steps == 1 else 's'}"
    rows.append(("search", f"{steps} in {frontier.seconds:.3g} s{seed}"))
    return format_section("frontier", rows)


def _covered(frontier: Frontier) -> str:
    if frontier.budgets is None:
        return f"proved up to a budget of {frontier.proven_to:.6g}; beyond, better sets may exist"
    if not frontier.budgets:
        return "no budget was searched to its end; better sets may exist"
    rows = frontier.rows()
    proven = sum(row.proven for row in rows)
    told = f"{len(rows):,} budget{'' if len(rows) == 1 else 's'}, {'none' if proven == 0 else f'{proven:,}'} proved"
    return f"{told}; between them better sets may exist"
