"""Text of a selection."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.pools.columns import list_shown_columns
from haversack.reports.plan import describe_plan
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table

if TYPE_CHECKING:
    from haversack.api.selection import Selection

_MOST_MEMBERS = 30
_ALMOST_ALL = 0.995


def summarise_selection(selection: Selection, *, width: int = DEFAULT_WIDTH) -> str:
    """Return the members, the value and cost of the set, its optimality gap, why the search stopped, and the plan."""
    sections = [_write_members(selection, width), write_section("result", _describe_result(selection), width=width)]
    if selection.plan is not None:
        sections.append(describe_plan(selection.plan, width=width))
    return "\n\n".join(sections)


def _write_members(selection: Selection, width: int) -> str:
    members = selection.members[:_MOST_MEMBERS]
    columns = [TextColumn("chosen", selection.names[:_MOST_MEMBERS], rank=1, least=8)]
    for rank, (title, values) in enumerate(list_shown_columns(selection.pool), start=2):
        columns.append(TextColumn(title, [f"{values[member]:.6g}" for member in members], rank, right=True))
    hidden = len(selection.members) - len(members)
    return write_table(columns, width=width, footer=[f"... and {hidden} more"] if hidden > 0 else [])


def _describe_result(selection: Selection) -> list[tuple[str, str]]:
    rows = [("members", f"{len(selection.members)} of {len(selection.pool)}")]
    if selection.error is None:
        rows.append(("value", f"{selection.value:.10g}"))
    else:
        rows.append(("accuracy", f"{selection.value:.10g}"))
        rows.append(("error", f"{selection.error:.6g}"))
    if selection.pool.costs is not None or math.isfinite(selection.budget):
        limit = f"of {selection.budget:.6g}" if math.isfinite(selection.budget) else "(no limit)"
        rows.append(("cost", f"{selection.cost:.6g} {limit}"))
    if selection.proven:
        rows.append(("optimality", "proved: no set within the budget is better"))
    elif selection.gap is not None:
        rows.append(("optimality", _describe_gap(selection)))
    rows.extend((note.title, note.text) for note in selection.notes)
    rows.append(("stopped", selection.stop_reason))
    steps = f"{selection.steps:,} step{'' if selection.steps == 1 else 's'}"
    rows.append(("search", f"{steps} in {selection.seconds:.3g} s, seed {selection.seed}"))
    return rows


def _describe_gap(selection: Selection) -> str:
    """Return the optimality gap: how much better a feasible set could be at most."""
    assert selection.gap is not None
    if selection.error_bound is not None and selection.gap > _ALMOST_ALL:
        return f"no set has an error below {selection.error_bound:.6g}"
    measure = "loss" if selection.error is None else "error"
    return f"gap {selection.gap:.2%} of the {measure}"
