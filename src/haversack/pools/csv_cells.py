"""Texts in cells of CSV files that no spreadsheet takes for a formula."""

from __future__ import annotations

_ESCAPE = "'"
_ESCAPED = ("=", "+", "-", "@", "\t", "\r", _ESCAPE)


def escape_cell(text: str) -> str:
    """Return a text with an apostrophe before it if it begins like a formula, or like what this function returns.

    Examples
    --------
    >>> escape_cell("=SUM(A1)"), escape_cell("ann")
    ("'=SUM(A1)", 'ann')
    """
    return f"{_ESCAPE}{text}" if text.removeprefix(_ESCAPE).startswith(_ESCAPED) else text


def unescape_cell(text: str) -> str:
    """Return the text that `escape_cell` was given.

    Examples
    --------
    >>> unescape_cell("'=SUM(A1)"), unescape_cell("'tis")
    ('=SUM(A1)', "'tis")
    """
    return text[1:] if text.startswith(_ESCAPE) and text[1:].startswith(_ESCAPED) else text
