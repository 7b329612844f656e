"""Plain text tables that fit the width of a screen: the one writer that all commands and reports use."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import attrs

from haversack.text import escape_controls

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_WIDTH = 80
_ELLIPSIS = "…"
_GAP = 2
_INDENT = 2
# Lines of a rich box: characters for the left edge, a column, a divider and the right edge. Only the third, below the
# titles, is drawn.
_BOX = "    \n    \n -- \n    \n    \n    \n    \n    \n"


@attrs.frozen(eq=False)
class TextColumn:
    """One column of a table.

    Parameters
    ----------
    title
        Shown above the cells, never shortened while there are other columns.
    cells
        One text per row.
    rank
        1 for the most important column. Where the table is too wide, the column of the largest rank is dropped first.
    right
        Whether to align to the right, as numbers are.
    least
        The number of character cells that texts may be shortened to before columns are dropped; None if they are never
        shortened.
    """

    title: str
    cells: Sequence[str]
    rank: int
    right: bool = False
    least: int | None = None


def write_table(
    columns: Sequence[TextColumn], *, width: int = DEFAULT_WIDTH, footer: Sequence[str] = (), header: bool = True
) -> str:
    """Return a table of at most `width` character cells per line, without colour and without markup.

    A table that is too wide has its long cells shortened with an ellipsis, and where that does not suffice, its least
    important columns dropped; a line below then names them. No cell continues on a second line.

    Parameters
    ----------
    columns
        At least one, all of the same length.
    width
        How many character cells a line may take, at least 1. Chinese, Japanese and Korean characters and emoji take
        two, combining characters none.
    footer
        Lines below the table, shortened like cells.
    header
        Whether to show titles and a line of dashes below them.

    Examples
    --------
    >>> names = TextColumn("name", ["ann", "a member with a long name"], rank=1, least=10)
    >>> costs = TextColumn("cost", ["4", "12.5"], rank=2, right=True)
    >>> print(write_table([names, costs], width=24))
    name               cost
    -----------------------
    ann                   4
    a member with a …  12.5
    >>> print(write_table([names, costs], width=12))
    name
    ----------
    ann
    a member …
    not shown: …
    """
    cleaned = [attrs.evolve(column, cells=[escape_controls(cell) for cell in column.cells]) for column in columns]
    kept = _drop_columns(cleaned, width, header=header)
    lines = [*_render(_shorten_cells(kept, width, header=header), header=header), *footer]
    dropped = [column.title.strip() for column in cleaned if header and column not in kept]
    if dropped:
        lines.append(f"not shown: {', '.join(dropped)}; --json has all")
    return "\n".join(shorten(line, width) for line in lines)


def write_section(title: str, rows: Sequence[tuple[str, str]], *, width: int = DEFAULT_WIDTH) -> str:
    """Return a title and below it each key with its text, indented and aligned; long texts continue on further lines.

    Examples
    --------
    >>> print(write_section("result", [("members", "3 of 4"), ("cost", "8 of 10")]))
    result
      members  3 of 4
      cost     8 of 10
    """
    from rich.cells import cell_len

    longest = max((cell_len(key) for key, _ in rows), default=0)
    lines = [title]
    for key, text in rows:
        start = f"{' ' * _INDENT}{escape_controls(key)}{' ' * (longest - cell_len(key) + _GAP)}"
        for line in _wrap(_join_lines(text), width - cell_len(start)):
            # A word that is too long is cut where it stands, not dropped with its line.
            lines.append(f"{start}{shorten(line, max(1, width - cell_len(start)))}".rstrip())
            start = " " * cell_len(start)
    return "\n".join(shorten(line, width) for line in lines)


def write_paragraph(text: str, *, indent: int = 0, width: int = DEFAULT_WIDTH) -> str:
    """Return a text in indented lines of at most `width` character cells; no word is broken.

    Examples
    --------
    >>> print(write_paragraph("a text of some words", indent=2, width=14))
      a text of
      some words
    """
    return "\n".join(f"{' ' * indent}{line}" for line in _wrap(_join_lines(text), width - indent))


def shorten(text: str, width: int) -> str:
    """Return a text of at most `width` character cells: as many whole words as fit, and an ellipsis.

    A first word that is itself too long ends in the ellipsis.

    Examples
    --------
    >>> shorten("probability that most are right", 20), shorten("heteroscedasticity", 8)
    ('probability that …', 'heteros…')
    """
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return text
    words = ""
    for gap in re.finditer(" +", text):
        longer = text[: gap.start()]
        if cell_len(longer) + len(f" {_ELLIPSIS}") > width:
            break
        words = longer
    if words:
        return f"{words} {_ELLIPSIS}"
    return set_cell_size(text.strip(), width - len(_ELLIPSIS)).rstrip() + _ELLIPSIS


def _wrap(text: str, width: int) -> list[str]:
    """Return the words of a text in lines of at most `width` character cells; a longer word has a line to itself."""
    from rich.cells import cell_len

    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and cell_len(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _join_lines(text: str) -> str:
    """Return a text on one line, without characters that steer the terminal."""
    return escape_controls(re.sub(r"[\t\n\r]+", " ", text))


def _drop_columns(columns: Sequence[TextColumn], width: int, *, header: bool) -> list[TextColumn]:
    """Return the columns that fit when each is as narrow as it may be; at least one."""
    kept = list(columns)
    while len(kept) > 1 and _add_widths(_measure_least_widths(kept, header=header)) > width:
        kept.remove(max(kept, key=lambda column: column.rank))
    return kept


def _shorten_cells(columns: Sequence[TextColumn], width: int, *, header: bool) -> list[TextColumn]:
    """Return the columns with their cells shortened, the widest columns most, until a line has at most `width`."""
    widths = [min(_measure_width(column, header=header), width) for column in columns]
    least = _measure_least_widths(columns, header=header) if len(columns) > 1 else [width]
    while _add_widths(widths) > width:
        shrinking = [place for place in range(len(widths)) if widths[place] > least[place]]
        if not shrinking:
            break
        widths[max(shrinking, key=lambda place: widths[place])] -= 1
    return [
        attrs.evolve(
            column,
            title=shorten(column.title, most) if header else column.title,
            cells=[shorten(cell, most) for cell in column.cells],
        )
        for column, most in zip(columns, widths, strict=True)
    ]


def _measure_width(column: TextColumn, *, header: bool) -> int:
    from rich.cells import cell_len

    titles = [column.title] if header else []
    return max(map(cell_len, [*titles, *column.cells]), default=0)


def _measure_least_widths(columns: Sequence[TextColumn], *, header: bool) -> list[int]:
    from rich.cells import cell_len

    widths = []
    for column in columns:
        natural = _measure_width(column, header=header)
        title = cell_len(column.title) if header else 0
        widths.append(natural if column.least is None else min(natural, max(column.least, title)))
    return widths


def _add_widths(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _render(columns: Sequence[TextColumn], *, header: bool) -> list[str]:
    """Return the lines of a table that fits."""
    # Not at the top: importing haversack stays light.
    from rich.box import Box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # The divider between columns is one blank, the padding another; as Text, names are never read as markup.
    table = Table(box=Box(_BOX), show_edge=False, show_header=header, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
    widths = [_measure_width(column, header=header) for column in columns]
    for column, wide in zip(columns, widths, strict=True):
        table.add_column(
            Text(column.title),
            justify="right" if column.right else "left",
            width=wide,
            no_wrap=True,
            overflow="crop",
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*(Text(cell) for cell in row))
    text = io.StringIO()
    # Wider than needed, so that rich has no reason to shrink anything.
    console = Console(
        file=text, width=_add_widths(widths) + 1, color_system=None, force_jupyter=False, legacy_windows=False
    )
    console.print(table)
    return [line.rstrip() for line in text.getvalue().removesuffix("\n").split("\n")]
