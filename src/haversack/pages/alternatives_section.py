"""Other panels beside the chosen one, as a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.pages.measure import choose_measure
from haversack.pages.model import Column, Section, Table
from haversack.pages.resources import list_uses
from haversack.pages.verdict import has_constraints, has_costs
from haversack.pages.wording import count_members, format_number, format_share, format_small_share, show_name

if TYPE_CHECKING:
    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.pages.alternatives import Alternatives
    from haversack.pages.staircase import Stair
    from haversack.pages.standing import AnswerStanding

_MILLION = 1e6


def build_alternatives_section(
    selection: Selection, alternatives: Alternatives | None, standing: AnswerStanding | None = None
) -> Section | None:
    """Return the table of alternatives; None if none is known.

    Parameters
    ----------
    selection
        The answer.
    alternatives
        What was computed beside what the answer records, if anything was.
    standing
        The answer among the best sets of all budgets, if these are known.
    """
    panels: list[tuple[str, Panel | Stair]] = []
    if standing is not None and standing.rival is not None:
        panels.append((f"best within the budget: {count_members(len(standing.rival.names))}", standing.rival))
    if standing is not None and standing.cheaper is not None:
        name = f"{standing.rate_cheaper()}, cheaper: {count_members(len(standing.cheaper.names))}"
        panels.append((name, standing.cheaper))
    single = selection.best_single
    if single is not None and single.members != selection.members:
        allowed = " allowed" if has_constraints(selection) else ""
        panels.append((f"best single{allowed}: {show_name(single.names[0])}", single))
    if alternatives is not None:
        if alternatives.everybody is not None:
            name = f"everybody: all {len(selection.pool):,}"
            panels.append((f"{name}{_describe_conflict(alternatives.everybody, alternatives)}", alternatives.everybody))
        panels += _find_dispensable(selection, alternatives)
    if not panels:
        return None
    measure = choose_measure(selection)
    is_share = measure.is_share
    cost = "share of the scarcest budget" if list_uses(selection) else "cost"
    columns = [
        Column("panel"),
        Column(measure.title, is_number=True),
        *([Column(measure.mistakes, is_number=True), Column("times ours", is_number=True)] if is_share else []),
        *([Column(cost, is_number=True)] if has_costs(selection) else []),
    ]
    rows = [_write_row(selection, f"this panel of {len(selection.members):,}", selection)]
    rows += [_write_row(selection, name, panel) for name, panel in panels]
    return Section("Alternatives", tables=[Table(columns, rows, marked=[0])])


def _find_dispensable(selection: Selection, alternatives: Alternatives) -> list[tuple[str, Panel | Stair]]:
    """Return the best panel with one member less."""
    if not alternatives.without:
        return []
    pairs = zip(selection.names, alternatives.without, strict=True)
    name, panel = max(pairs, key=lambda pair: pair[1].value if pair[1].error is None else -pair[1].error)
    return [(f"one less: without {show_name(name)}{_describe_conflict(panel, alternatives)}", panel)]


def _describe_conflict(panel: Panel, alternatives: Alternatives) -> str:
    return ", not allowed" if panel.members in alternatives.disallowed else ""


def _write_row(selection: Selection, name: str, panel: Selection | Panel | Stair) -> list[str]:
    cost = [format_number(panel.cost)] if has_costs(selection) else []
    if panel.cost > selection.budget * (1.0 + 1e-9):
        name = f"{name}, over the budget"
    if selection.error is None or panel.error is None:
        gaps = [] if selection.error is None else ["–", "–"]
        return [name, format_number(panel.value), *gaps, *cost]
    ratio = panel.error / selection.error if selection.error > 0.0 else 1.0 if panel.error == 0.0 else math.inf
    return [name, format_share(panel.value, panel.error), format_small_share(panel.error), _format_ratio(ratio), *cost]


def _format_ratio(ratio: float) -> str:
    if math.isinf(ratio):
        return "∞"
    if ratio > _MILLION:
        return "> 10⁶"
    if 0.0 < ratio < 1.0 / _MILLION:
        return "< 10⁻⁶"
    return f"{ratio:,.0f}" if ratio >= 100.0 else f"{ratio:.2g}"
