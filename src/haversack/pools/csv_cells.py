"""What spreadsheets do to CSV files: delimiters, formulas, numbers with signs."""

from __future__ import annotations

import re

_ESCAPE = "'"
_ESCAPED = ("=", "+", "-", "@", "\t", "\r", _ESCAPE)
_DELIMITERS = (",", "\t", ";", "|")
_CURRENCIES = "$€£¥"
_THOUSANDS = re.compile(r"\d,\d{3}$")  # 1,000 may be either.


def find_delimiter(header: str) -> str:
    r"""Return the character that separates the cells of a header: the most frequent one outside quotes.

    Examples
    --------
    >>> find_delimiter("item;model;answer"), find_delimiter('"a;b",c'), find_delimiter("item\tmodel")
    (';', ',', '\t')
    """
    unquoted = "".join(header.split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


def explain_number(text: str) -> str:
    """Return the message for a cell that is not a number, with the number that it seems to mean.

    Examples
    --------
    >>> for text in ("80.5%", "0,9", "many", ""):
    ...     print(explain_number(text))
    must be a number, got '80.5%'; write 0.805
    must be a number, got '0,9'; write 0.9
    must be a number, got 'many'
    must be a number, the cell is empty
    """
    return f"must be a number, got {text!r}{suggest_number(text)}" if text else "must be a number, the cell is empty"


def suggest_number(text: str) -> str:
    """Return the number that a text seems to mean, for the end of a message; the empty string if it means none."""
    bare = text.strip(f" {_CURRENCIES}%")
    if "." not in bare and not _THOUSANDS.search(bare):
        bare = bare.replace(",", ".")
    try:
        number = float(bare)
    except ValueError:
        return ""
    if bare == text:
        return ""
    return f"; write {number / 100 if text.endswith('%') else number:.12g}"


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
