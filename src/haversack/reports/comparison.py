"""A comparison in words."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from haversack.text import format_count

if TYPE_CHECKING:
    from haversack.comparison.result import Comparison
    from haversack.comparison.standings import Quantiles, Standing, StopStanding

_REFERENCES = {
    "optimum": ("proven optimum", "proven optima"),
    "bound": ("bound on the optimum (the excess is at most this)", "bounds on optima (the excess is at most this)"),
    "best-known": ("best known value", "best known values"),
    "best-found": ("best value that any run found", "best values that any run found"),
}
_STOP = "1 - STOP"
_NOTHING = "-"


def summarise_comparison(comparison: Comparison) -> str:
    """Tell the standings as a table, and below it what they are measured against."""
    rows = comparison.rows
    if not rows:
        return f"no run of {comparison.planned} is complete"
    probability = any(row.error is not None for row in rows) or all(row.value is None for row in rows)
    several = len({row.stopping for row in rows}) > 1
    titles = ["pools", "searcher", *(["stopping"] if several else []), "runs", "error" if probability else "value"]
    # As wide as any duration, so that tables that differ in nothing else look the same.
    titles += ["excess", "10 %", "90 %", _share_title(comparison), "steps", "seconds".rjust(8)]
    stops = {stop.group: stop for stop in comparison.stops()}
    table, groups = [titles], []
    for standing in comparison.standings():
        if standing.group not in groups:
            groups.append(standing.group)
            if standing.group in stops:
                table.append(_stop_cells(stops[standing.group], several=several))
        table.append(_cells(standing, probability=probability, several=several))
    left = 3 if several else 2
    text = _aligned(table, left)
    return "\n\n".join([text, "\n".join(_notes(comparison, text, probability=probability))])


def format_excess(share: float) -> str:
    """Tell an excess with three digits: in per cent, and from ten times the reference on as a multiple of it.

    Examples
    --------
    >>> format_excess(0.0), format_excess(0.01234), format_excess(18.856), format_excess(3438.5), format_excess(7e8)
    ('0 %', '1.23 %', '19.9 x', '3,440 x', '7e+08 x')
    """
    if math.isinf(share):
        return str(share)
    # What is below the precision of the search itself is rounding.
    if abs(share) < 1e-9:
        return "0 %"
    if share < 9.0:
        return f"{100.0 * share:.3g} %"
    multiple = 1.0 + share
    return f"{multiple:.3g} x" if multiple < 1000.0 or multiple >= 1e6 else f"{multiple:,.0f} x"


def _share_title(comparison: Comparison) -> str:
    kinds = {row.reference.kind for row in comparison.rows if row.reference is not None}
    return "optimal" if kinds == {"optimum"} else "as good"


def _cells(standing: Standing, *, probability: bool, several: bool) -> list[str]:
    measure = standing.error if probability else standing.value
    return [
        standing.group,
        standing.searcher,
        *([standing.stopping] if several else []),
        str(standing.runs),
        _NOTHING if measure is None else f"{measure:.6g}",
        *_excess(standing.excess),
        _NOTHING if standing.reached is None else f"{100 * standing.reached:.0f} %",
        _NOTHING if standing.steps is None else format_count(round(standing.steps.median)),
        _NOTHING if standing.seconds is None else f"{standing.seconds.median:.3g}",
    ]


def _stop_cells(stop: StopStanding, *, several: bool) -> list[str]:
    blank = [_NOTHING] * (2 if several else 1)
    return [stop.group, _STOP, *blank, f"{stop.error:.6g}", *_excess(stop.excess), *([_NOTHING] * 3)]


def _excess(quantiles: Quantiles | None) -> list[str]:
    if quantiles is None:
        return [_NOTHING] * 3
    return [format_excess(quantiles.median), format_excess(quantiles.low), format_excess(quantiles.high)]


def _notes(comparison: Comparison, table: str, *, probability: bool) -> list[str]:
    rows = comparison.rows
    of_what = "the error exceeds that of" if probability else "the value falls short of"
    notes = [
        f"excess: by which share {of_what} the reference; median, 10 % and 90 % quantile over runs",
        *(["x: times the error of the reference"] if " x" in table else []),
        f"{_share_title(comparison)}: share of the runs that are as good as the reference",
    ]
    notes.extend(_reference_notes(comparison))
    rules = ", ".join(dict.fromkeys(row.stopping for row in rows))
    limit = f"; at most {comparison.seconds:g} s each" if comparison.seconds is not None else ""
    notes.append(f"stopping: {rules}{limit}")
    failed = sum(row.value is None for row in rows)
    if failed:
        notes.append(f"without any set: {failed} of {len(rows)} runs")
    if comparison.interrupted:
        notes.append(f"interrupted: {len(rows)} of {comparison.planned} runs are complete, and only these are shown")
    return notes


def _reference_notes(comparison: Comparison) -> list[str]:
    """Tell what the references are, in one line if they are the same everywhere."""
    rows = [row for row in comparison.rows if row.reference is not None]
    everywhere = len({row.reference.kind for row in rows if row.reference is not None}) <= 1
    notes = []
    for group in ["all"] if everywhere else dict.fromkeys(row.group for row in rows):
        mine = [row for row in rows if everywhere or row.group == group]
        kinds = Counter({row.pool: row.reference.kind for row in mine if row.reference is not None}.values())
        told = ", ".join(f"{count} {_REFERENCES[kind][count > 1]}" for kind, count in kinds.items())
        notes.append(f"reference{'' if everywhere else f' of {group}'}: {told or 'none'}")
    return notes


def _aligned(table: list[list[str]], left: int) -> str:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = []
    for row in table:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)
