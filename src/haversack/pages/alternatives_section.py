"""Other panels beside the chosen one, as a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.pages.model import Column, Section, Table
from haversack.pages.wording import format_number, format_share, format_small_share, show_name

if TYPE_CHECKING:
    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.pages.alternatives import Alternatives


def build_alternatives_section(selection: Selection, alternatives: Alternatives | None) -> Section | None:
    """Return the table of alternatives; None if none is known.

    Parameters
    ----------
    selection
        The answer.
    alternatives
        What was computed beside what the answer records, if anything was.
    """
    panels: list[tuple[str, Panel]] = []
    single = selection.best_single
    if single is not None and single.members != selection.members:
        panels.append((f"best single: {show_name(single.names[0])}", single))
    if alternatives is not None:
        if alternatives.everybody is not None:
            panels.append((f"everybody: all {len(selection.pool):,}", alternatives.everybody))
        panels += _find_dispensable(selection, alternatives)
    if selection.best_known is not None:
        panels.append(("best known", selection.best_known))
    if not panels:
        return None
    is_share = selection.error is not None
    columns = [
        Column("panel"),
        Column("right" if is_share else "value", is_number=True),
        *([Column("mistakes", is_number=True), Column("times ours", is_number=True)] if is_share else []),
        *([Column("cost", is_number=True)] if selection.pool.costs is not None else []),
    ]
    rows = [_write_row(selection, f"this panel of {len(selection.members):,}", selection)]
    rows += [_write_row(selection, name, panel) for name, panel in panels]
    return Section("Alternatives", tables=[Table(columns, rows, marked=[0])])


def _find_dispensable(selection: Selection, alternatives: Alternatives) -> list[tuple[str, Panel]]:
    """Return the best panel with one member less."""
    if not alternatives.without:
        return []
    pairs = zip(selection.names, alternatives.without, strict=True)
    name, panel = max(pairs, key=lambda pair: pair[1].value if pair[1].error is None else -pair[1].error)
    return [(f"one less: without {show_name(name)}", panel)]


def _write_row(selection: Selection, name: str, panel: Selection | Panel) -> list[str]:
    cost = [] if selection.pool.costs is None else [format_number(panel.cost)]
    if panel.cost > selection.budget * (1.0 + 1e-9):
        name = f"{name}, over the budget"
    if selection.error is None or panel.error is None:
        gaps = [] if selection.error is None else ["–", "–"]
        return [name, format_number(panel.value), *gaps, *cost]
    ratio = panel.error / selection.error if selection.error > 0.0 else 1.0 if panel.error == 0.0 else math.inf
    times = "∞" if math.isinf(ratio) else f"{ratio:,.0f}" if 100.0 <= ratio < 1e6 else f"{ratio:.2g}"
    return [name, format_share(panel.value, panel.error), format_small_share(panel.error), times, *cost]
