"""Text of an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.selection.explanation import Alternative, Explanation


def summarise_explanation(explanation: Explanation, *, width: int = DEFAULT_WIDTH) -> str:
    """Return a table for the members, the other members, the constraints and larger budgets, those that there are."""
    tables = [
        ("without", explanation.members),
        ("with", explanation.others),
        ("if this did not hold", explanation.constraints),
        ("for", explanation.budgets),
    ]
    return "\n\n".join(_write(title, rows, width=width) for title, rows in tables if rows)


def _write(title: str, rows: Sequence[Alternative], *, width: int) -> str:
    columns = [
        TextColumn(title, [row.subject for row in rows], rank=1, least=12),
        TextColumn("value", [_format(row.value) for row in rows], rank=3, right=True),
        TextColumn("loss", [_format(row.loss) for row in rows], rank=2, right=True),
        TextColumn("cost", [_format(row.cost) for row in rows], rank=4, right=True),
    ]
    if any(row.value_without is not None for row in rows):
        columns.append(TextColumn("rest alone", [_format(row.value_without) for row in rows], rank=5, right=True))
    columns += [
        TextColumn("proved", ["yes" if row.proven else "no" for row in rows], rank=6),
        TextColumn("best panel", [", ".join(row.names) or "none is feasible" for row in rows], rank=7, least=12),
    ]
    return write_table(columns, width=width)


def _format(number: float | None) -> str:
    return "-" if number is None else f"{number:.4g}"
