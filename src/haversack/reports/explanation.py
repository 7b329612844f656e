"""Text of an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.explanations.result import Alternative, BudgetStep, Explanation


def summarise_explanation(explanation: Explanation, *, width: int = DEFAULT_WIDTH) -> str:
    """Return a table for the members, the other members, the constraints and larger budgets, those that there are."""
    tables = [
        ("without", explanation.members),
        ("with", explanation.others),
        ("if this did not hold", explanation.constraints),
    ]
    written = [_write(title, rows, width=width) for title, rows in tables if rows]
    if explanation.budgets:
        written.append(_write_steps(explanation.budgets, width=width))
    return "\n\n".join(written)


def _write(title: str, rows: Sequence[Alternative], *, width: int) -> str:
    columns = [
        TextColumn(title, [row.subject for row in rows], rank=1, least=28),
        TextColumn("value", [_format(row.value) for row in rows], rank=3, right=True),
        TextColumn("loss", [_format(row.loss) for row in rows], rank=2, right=True),
        TextColumn("cost", [_format(row.cost) for row in rows], rank=4, right=True),
    ]
    if any(row.loss_without is not None for row in rows):
        columns.append(TextColumn("rest alone loses", [_format(row.loss_without) for row in rows], rank=5, right=True))
    if title.startswith("if"):
        columns.append(TextColumn("binds", ["yes" if row.is_better else "no" for row in rows], rank=5))
    columns += [
        TextColumn("proved", ["yes" if row.proven else "no" for row in rows], rank=6),
        TextColumn("best panel", [_describe_panel(row) for row in rows], rank=7, least=24),
    ]
    return write_table(columns, width=width)


def _write_steps(steps: Sequence[BudgetStep], *, width: int) -> str:
    columns = [
        TextColumn("next useful budget", [f"{step.budget:.6g}" for step in steps], rank=1, right=True),
        TextColumn("more", [_format(step.extra) for step in steps], rank=3, right=True),
        TextColumn("value", [_format(step.value) for step in steps], rank=4, right=True),
        TextColumn("gain", [_format(step.gain) for step in steps], rank=2, right=True),
        TextColumn("per unit", [_format(step.rate) for step in steps], rank=5, right=True),
        TextColumn("proved", ["yes" if step.proven else "no" for step in steps], rank=6),
        TextColumn("best panel", [", ".join(step.names) for step in steps], rank=7, least=24),
    ]
    return write_table(columns, width=width)


def _describe_panel(row: Alternative) -> str:
    return ", ".join(row.names) or ("none is feasible" if row.proven else "not compared")


def _format(number: float | None) -> str:
    return "-" if number is None else f"{number:.4g}"
