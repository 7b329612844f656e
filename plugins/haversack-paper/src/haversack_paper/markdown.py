"""Pieces of Markdown pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOTE = "<!-- Written by `haversack paper page`; to change it, change plugins/haversack-paper and run that. -->"


def write_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    r"""Return the lines of a table.

    Examples
    --------
    >>> write_table(["a"], [["1 | 2"]])
    ['| a |', '| --- |', '| 1 \\| 2 |']
    """
    cells = [[" ".join(cell.split()).replace("|", r"\|") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *cells)]


def write_figure(caption: str, path: str) -> list[str]:
    """Return the lines of a figure with its caption."""
    return [f"![{_plain(caption)}]({path})", "", f"*{caption}*", ""]


def fold(summary: str, lines: Sequence[str]) -> list[str]:
    """Return lines that a browser shows after a click on the summary."""
    return ["<details>", f"<summary>{summary}</summary>", "", *lines, "", "</details>", ""]


def _plain(caption: str) -> str:
    """Return a caption without markup, as alternative text."""
    return caption.translate(dict.fromkeys(map(ord, "$`[]")))
