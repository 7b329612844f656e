"""Text of a comparison."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import attrs

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, shorten, write_table
from haversack.text import format_count

if TYPE_CHECKING:
    from haversack.comparison.result import Comparison
    from haversack.comparison.standings import Quantiles, Standing, StopStanding

_REFERENCES = {
    "optimum": ("proven optimum", "proven optima"),
    "bound": ("bound on the optimum (excess at most this)", "bounds on optima (excess at most this)"),
    "best-known": ("best known value", "best known values"),
    "best-found": ("best value that any run found", "best values that any run found"),
}
STOP = "1 - STOP"
"""Names the row of the threshold of the paper."""
_NOTHING = "-"


def summarise_comparison(comparison: Comparison, *, width: int = DEFAULT_WIDTH) -> str:
    """Return the standings as a table, and below it what they are measured against."""
    if not comparison.rows:
        return f"no run of {comparison.planned} is complete"
    table = write_table(build_columns(comparison), width=width)
    notes = list_notes(comparison, has_multiples=" x" in table)
    return "\n\n".join([table, "\n".join(shorten(note, width) for note in notes)])


def format_excess(share: float) -> str:
    """Format an excess with three digits: in per cent, and from ten times the reference on as a multiple of it.

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


@attrs.frozen(kw_only=True)
class _Row:
    """One line of the table; what does not apply is left at its default."""

    group: str
    searcher: str
    stopping: str = _NOTHING
    runs: str = _NOTHING
    measure: str
    excess: Quantiles | None
    reached: str = _NOTHING
    steps: str = _NOTHING
    seconds: str = _NOTHING


def build_columns(comparison: Comparison) -> list[TextColumn]:
    """Return the standings as columns of text, those of a group below its STOP."""
    is_error = _is_error(comparison)
    rows = _list_rows(comparison, is_error=is_error)
    columns = [
        TextColumn("pools", [row.group for row in rows], rank=2, least=12),
        TextColumn("searcher", [row.searcher for row in rows], rank=1),
    ]
    if len({row.stopping for row in comparison.rows}) > 1:
        columns.append(TextColumn("stopping", [row.stopping for row in rows], rank=5))
    numbers = [
        TextColumn("runs", [row.runs for row in rows], rank=11),
        TextColumn("error" if is_error else "value", [row.measure for row in rows], rank=3),
        TextColumn("excess", [_format_quantile(row.excess, "median") for row in rows], rank=4),
        TextColumn("10 %", [_format_quantile(row.excess, "low") for row in rows], rank=10),
        TextColumn("90 %", [_format_quantile(row.excess, "high") for row in rows], rank=9),
        TextColumn(_name_share(comparison), [row.reached for row in rows], rank=6),
        TextColumn("steps", [row.steps for row in rows], rank=8),
        # As wide as any duration, so that tables that differ in nothing else look the same.
        TextColumn("seconds".rjust(8), [row.seconds for row in rows], rank=7),
    ]
    return [*columns, *(attrs.evolve(column, right=True) for column in numbers)]


def _is_error(comparison: Comparison) -> bool:
    rows = comparison.rows
    return any(row.error is not None for row in rows) or all(row.value is None for row in rows)


def _list_rows(comparison: Comparison, *, is_error: bool) -> list[_Row]:
    """Return the standings, those of a group below its STOP."""
    stops = {stop.group: stop for stop in comparison.stops()}
    rows = []
    for standing in comparison.standings():
        if standing.group in stops:
            rows.append(_build_stop_row(stops.pop(standing.group)))
        rows.append(_build_row(standing, is_error=is_error))
    return rows


def _build_row(standing: Standing, *, is_error: bool) -> _Row:
    measure = standing.error if is_error else standing.value
    return _Row(
        group=standing.group,
        searcher=standing.searcher,
        stopping=standing.stopping,
        runs=str(standing.runs),
        measure=_NOTHING if measure is None else f"{measure:.6g}",
        excess=standing.excess,
        reached=_NOTHING if standing.reached is None else f"{100 * standing.reached:.0f} %",
        steps=_NOTHING if standing.steps is None else format_count(round(standing.steps.median)),
        seconds=_NOTHING if standing.seconds is None else f"{standing.seconds.median:.3g}",
    )


def _build_stop_row(stop: StopStanding) -> _Row:
    return _Row(group=stop.group, searcher=STOP, measure=f"{stop.error:.6g}", excess=stop.excess)


def _format_quantile(quantiles: Quantiles | None, name: str) -> str:
    return _NOTHING if quantiles is None else format_excess(getattr(quantiles, name))


def _name_share(comparison: Comparison) -> str:
    kinds = {row.reference.kind for row in comparison.rows if row.reference is not None}
    return "optimal" if kinds == {"optimum"} else "as good"


def list_notes(comparison: Comparison, *, has_multiples: bool) -> list[str]:
    """Return what the columns mean and what the standings are measured against; `has_multiples` explains the "x"."""
    rows = comparison.rows
    excess = "error / reference - 1" if _is_error(comparison) else "missing share of the reference"
    notes = [
        f"excess: {excess}; median, 10 % and 90 % quantile over runs",
        *(["x: times the error of the reference"] if has_multiples else []),
        f"{_name_share(comparison)}: share of the runs that are as good as the reference",
        *_describe_references(comparison),
    ]
    rules = ", ".join(dict.fromkeys(row.stopping for row in rows))
    limit = f"; at most {comparison.seconds:g} s each" if comparison.seconds is not None else ""
    notes.append(f"stopping: {rules}{limit}")
    without_set = sum(row.value is None for row in rows)
    if without_set:
        notes.append(f"without any set: {without_set} of {len(rows)} runs")
    failed = sum(row.failed for row in rows)
    if failed:
        notes.append(f"failed: a part raised an exception in {failed} of {len(rows)} runs")
    if comparison.interrupted:
        notes.append(f"interrupted: {len(rows)} of {comparison.planned} runs are complete, and only these are shown")
    return notes


def _describe_references(comparison: Comparison) -> list[str]:
    """Return what the references are, in one line if they are of the same kind everywhere."""
    rows = [row for row in comparison.rows if row.reference is not None]
    everywhere = len({row.reference.kind for row in rows if row.reference is not None}) <= 1
    notes = []
    for group in ["all"] if everywhere else dict.fromkeys(row.group for row in rows):
        mine = [row for row in rows if everywhere or row.group == group]
        kinds = Counter({row.pool: row.reference.kind for row in mine if row.reference is not None}.values())
        counts = ", ".join(f"{count} {_REFERENCES[kind][count > 1]}" for kind, count in kinds.items())
        notes.append(f"reference{'' if everywhere else f' of {group}'}: {counts or 'none'}")
    return notes
