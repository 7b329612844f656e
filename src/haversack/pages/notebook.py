"""A selection or a policy as a few lines of HTML, for notebooks. Needs neither jinja2 nor matplotlib."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from haversack.pages.members_section import list_members
from haversack.pages.policy_verdict import (
    build_policy_tiles,
    list_policy_warnings,
    list_questions,
    write_policy_lead,
    write_policy_title,
)
from haversack.pages.verdict import build_tiles, list_warnings, write_lead, write_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.selection import Selection
    from haversack.pages.model import Table, Tile
    from haversack.policies.policy import Policy

_MOST_ROWS = 20
# Colours that suit light and dark themes; the text has that of the notebook.
_MUTED = "opacity: 0.7"
_LINE = "border-bottom: 1px solid rgba(128, 128, 128, 0.35)"


def write_fragment(selection: Selection) -> str:
    """Return the verdict and the chosen members.

    Parameters
    ----------
    selection
        The result.
    """
    table = list_members(selection, selection.members[:_MOST_ROWS])
    return _write_block(
        "haversack-selection",
        (write_title(selection), write_lead(selection)),
        build_tiles(selection),
        list_warnings(selection),
        _write_table(table, len(selection.members)),
    )


def write_policy_fragment(policy: Policy) -> str:
    """Return the verdict on a policy and its questions."""
    tables = [
        f"<p>{escape(table.caption)}</p>{_write_table(table, len(branch.order))}"
        for branch in policy.branches
        for table in [list_questions(policy, branch, _MOST_ROWS)]
    ]
    return _write_block(
        "haversack-policy",
        (write_policy_title(policy), write_policy_lead(policy)),
        build_policy_tiles(policy),
        list_policy_warnings(policy),
        "".join(tables),
    )


def _write_block(name: str, verdict: tuple[str, str], shown: Sequence[Tile], doubts: Sequence[str], tables: str) -> str:
    tiles = "".join(
        f'<span style="display: inline-block; margin: 0 2em 0.5em 0"><span style="{_MUTED}">{escape(tile.title)}</span>'
        f"<br><strong>{escape(tile.text)}</strong>"
        f'<br><small style="{_MUTED}">{escape(tile.detail) or "&nbsp;"}</small></span>'
        for tile in shown
    )
    warnings = "".join(
        f'<p style="border-left: 4px solid #d9822b; padding-left: 0.75em"><strong>Warning</strong> {escape(text)}</p>'
        for text in doubts
    )
    title, lead = verdict
    return (
        f'<div class="{name}"><p><strong>{escape(title)}</strong></p>'
        f"<p>{escape(lead)}</p><div>{tiles}</div>{warnings}{tables}</div>"
    )


def _write_table(table: Table, size: int) -> str:
    sides = ["right" if column.is_number else "left" for column in table.columns]
    styles = [f'style="text-align: {side}; padding: 0.2em 1.5em 0.2em 0; {_LINE}"' for side in sides]
    titles = [f"<th {style}>{escape(column.title)}</th>" for column, style in zip(table.columns, styles, strict=True)]
    rows = [
        "".join(f"<td {style}>{escape(cell)}</td>" for cell, style in zip(row, styles, strict=True))
        for row in table.rows
    ]
    more = f'<p style="{_MUTED}">and {size - len(rows):,} more</p>' if size > len(rows) else ""
    lines = "".join(f"<tr>{row}</tr>" for row in ["".join(titles), *rows])
    return f'<table style="border-collapse: collapse">{lines}</table>{more}'
