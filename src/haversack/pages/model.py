"""What a page shows, before it is HTML: everything here is plain text, but for the drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_MOST_NARROW = 5
"""Columns that have room beside a figure."""

Tone = Literal["plain", "good", "doubtful"]


@attrs.frozen
class Tile:
    """One number of the verdict.

    Parameters
    ----------
    title, text
        What it is, and the number.
    detail
        A phrase below it.
    tone
        Whether it is good news, or casts doubt on the result.
    """

    title: str
    text: str
    detail: str = ""
    tone: Tone = "plain"


@attrs.frozen
class Column:
    """A column of a table; numbers are aligned to the right, code and names may break anywhere, also in a head."""

    title: str
    is_number: bool = False
    is_code: bool = False
    is_name: bool = False

    @property
    def style(self) -> str:
        """The class of its cells on a page; empty where they are plain text."""
        kinds = (("number", self.is_number), ("code", self.is_code), ("name", self.is_name))
        return " ".join(name for name, is_so in kinds if is_so)


@attrs.frozen
class Table:
    """A table.

    Parameters
    ----------
    columns
        Its columns.
    rows
        The cells of each row, as text.
    marked
        Numbers of the rows to emphasise.
    caption
        What it shows, if the heading does not say.
    folded
        Whether it is folded away under its caption.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    marked: Collection[int] = ()
    caption: str = ""
    folded: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether it needs the whole width of a page."""
        return len(self.columns) > _MOST_NARROW


@attrs.frozen
class LegendEntry:
    """A line of a figure.

    Parameters
    ----------
    text
        What it is.
    colour
        Name of its colour on the page, such as ``series-0``.
    style
        ``solid``, ``dashed`` or ``dotted``.
    """

    text: str
    colour: str
    style: str = "solid"


@attrs.frozen
class Drawing:
    """A figure: inline SVG, whose texts are escaped, a caption, and a legend below the drawing if it needs one."""

    svg: str = attrs.field(repr=False)
    caption: str
    legend: Sequence[LegendEntry] = ()


@attrs.frozen
class Section:
    """A part of a chapter.

    Parameters
    ----------
    title
        Its heading.
    paragraphs
        Sentences before its figures and tables.
    drawings, tables
        Its figures and tables.
    facts
        Pairs of a term and its description, after them.
    code
        Text to be shown as it is, last.
    """

    title: str
    paragraphs: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()
    tables: Sequence[Table] = ()
    facts: Sequence[tuple[str, str]] = ()
    code: str = ""


@attrs.frozen
class Chapter:
    """What a page says about one result.

    Parameters
    ----------
    kind
        What the result is, such as ``selection``.
    title
        The verdict in one line.
    lead
        The verdict in a sentence or two.
    tiles
        The numbers of the verdict.
    warnings
        What casts doubt on the result.
    sections
        Everything else.
    document
        The result as plain values, which the page carries with it.
    """

    kind: str
    title: str
    lead: str
    tiles: Sequence[Tile] = ()
    warnings: Sequence[str] = ()
    sections: Sequence[Section] = ()
    document: Any = attrs.field(default=None, repr=False)
