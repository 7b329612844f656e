"""A selection as a few lines of HTML, for notebooks. Needs neither jinja2 nor matplotlib."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from haversack.pages.members_section import list_members
from haversack.pages.verdict import build_tiles, list_warnings, write_lead, write_title

if TYPE_CHECKING:
    from haversack.api.selection import Selection
    from haversack.pages.model import Table

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
    tiles = "".join(
        f'<span style="display: inline-block; margin: 0 2em 0.5em 0"><span style="{_MUTED}">{escape(tile.title)}</span>'
        f"<br><strong>{escape(tile.text)}</strong>"
        f'<br><small style="{_MUTED}">{escape(tile.detail) or "&nbsp;"}</small></span>'
        for tile in build_tiles(selection)
    )
    warnings = "".join(
        f'<p style="border-left: 4px solid #d9822b; padding-left: 0.75em"><strong>Warning</strong> {escape(text)}</p>'
        for text in list_warnings(selection)
    )
    return (
        f'<div class="haversack-selection"><p><strong>{escape(write_title(selection))}</strong></p>'
        f"<p>{escape(write_lead(selection))}</p><div>{tiles}</div>{warnings}"
        f"{_write_table(list_members(selection, selection.members[:_MOST_ROWS]), len(selection.members))}</div>"
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
