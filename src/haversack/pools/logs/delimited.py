"""Text with a line per row and cells between commas, tabs or semicolons."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.csv_cells import unescape_cell
from haversack.pools.logs.tables import LogTable

if TYPE_CHECKING:
    from collections.abc import Sequence

_DELIMITERS = (",", "\t", ";", "|")


def find_delimiter(header: str) -> str:
    r"""Return the character that separates the cells of a header: the most frequent one outside quotes.

    Examples
    --------
    >>> find_delimiter("item;model;answer"), find_delimiter('"a;b",c'), find_delimiter("item\tmodel")
    (';', ',', '\t')
    """
    unquoted = "".join(header.split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


def read_header(text: str) -> list[str]:
    """Return the names in the first line that is not blank, without surrounding spaces; none if it is not CSV."""
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=find_delimiter(_find_first_line(text)), strict=True)
        first = next((row for row in rows if "".join(row).strip()), [])
    except csv.Error:
        return []
    return [unescape_cell(cell.strip()) for cell in first]


def parse_delimited(name: str, text: str) -> LogTable:
    """Return the table that a text holds; its first line names the columns.

    Raises
    ------
    PoolError
        If the text is not CSV, has a column without a name or twice, no row below the header, or a row with more or
        fewer cells.
    """
    rows, lines = _read_rows(name, text, find_delimiter(_find_first_line(text)))
    header = [unescape_cell(cell.strip()) for cell in rows[0]]
    while header and not header[-1] and all(len(row) >= len(header) and not row[len(header) - 1] for row in rows):
        header.pop()  # A delimiter at the end of every line.
        rows = [row[: len(header)] for row in rows]
    # An index without a name, which pandas writes first, is no column of the log.
    named = [place for place, column in enumerate(header) if column or place]
    for place in named:
        if not header[place]:
            raise PoolError(f"{name}: line {lines[0]}: column {place + 1} has no name")
        if header.index(header[place]) != place:
            raise PoolError(f"{name}: line {lines[0]}: duplicate column {header[place]!r}")
    body, places = rows[1:], lines[1:]
    if not body:
        raise PoolError(f"{name}: has a header but no rows; expected one row per answer or item")
    if set(map(len, body)) != {len(header)}:
        problems = [
            f"{name}: line {line}: expected {len(header)} cells like the header, got {len(row)}"
            for line, row in zip(places, body, strict=True)
            if len(row) != len(header)
        ]
        raise PoolError(limit_problems(problems))
    cells = list(zip(*body, strict=True))
    return LogTable(name, {header[place]: cells[place] for place in named}, places)


def _read_rows(name: str, text: str, delimiter: str) -> tuple[list[list[str]], Sequence[int]]:
    """Return the rows that are not blank, and their line numbers."""
    # Answers of language models are longer than the cells that Python expects.
    limit = csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        numbered = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise PoolError(f"{name}: is not a CSV file in UTF-8: {error}") from error
    finally:
        csv.field_size_limit(limit)
    # A cell may span lines; the number is that of the last.
    kept = [(line, row) for line, row in numbered if "".join(row).strip()]
    return [row for _, row in kept], [line for line, _ in kept]


def _find_first_line(text: str) -> str:
    return next((line for line in text[:100_000].splitlines() if line.strip()), "")
