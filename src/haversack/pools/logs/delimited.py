"""Text with a line per row and cells between commas, tabs or semicolons."""

from __future__ import annotations

import csv
import io
import itertools
import re
from typing import TYPE_CHECKING, Any

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.csv_cells import find_delimiter, unescape_cell
from haversack.pools.logs.tables import LogTable

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIECE = 500
_ESCAPED = re.compile(r"'[=+\-@\t\r']")  # As our own files have it.


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
    # Answers of language models are longer than the cells that Python expects.
    limit = csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        reader = csv.reader(
            io.StringIO(text, newline=""), delimiter=find_delimiter(_find_first_line(text)), strict=True
        )
        first = next(row for row in reader if "".join(row).strip())
        header = _check_header(name, reader.line_num, [unescape_cell(cell.strip()) for cell in first])
        columns, places = _read_body(name, reader, len(first))
    except csv.Error as error:
        raise PoolError(f"{name}: is not a CSV file in UTF-8: {error}") from error
    finally:
        csv.field_size_limit(limit)
    if not places:
        raise PoolError(f"{name}: has a header but no rows; expected one row per answer or item")
    if _ESCAPED.search(text):
        columns = [[unescape_cell(cell) for cell in column] for column in columns]
    return LogTable(name, {column: columns[place] for place, column in header.items()}, places)


def _check_header(name: str, line: int, header: list[str]) -> dict[int, str]:
    """Return the names of the columns by position."""
    # An index without a name, which pandas writes first, is no column of the log; nor is a delimiter at the end.
    named = {place: column for place, column in enumerate(header) if column or 0 < place < len(header) - 1}
    for place, column in named.items():
        if not column:
            raise PoolError(f"{name}: line {line}: column {place + 1} has no name")
        if header.index(column) != place:
            raise PoolError(f"{name}: line {line}: duplicate column {column!r}")
    return named


def _read_body(name: str, reader: Any, width: int) -> tuple[list[list[str]], list[int]]:
    """Return the cells of each column, and the line number of each row."""
    columns: list[list[str]] = [[] for _ in range(width)]
    places: list[int] = []
    problems: list[str] = []
    before = reader.line_num
    # In small pieces: a million rows at once are a million lists, which the garbage collector would visit repeatedly.
    while rows := list(itertools.islice(reader, _PIECE)):
        after = reader.line_num
        # Where a cell spans lines, the row counts from the last of them.
        numbers: Sequence[int] = range(before + 1, after + 1)
        if len(numbers) != len(rows):
            breaks = itertools.accumulate((1 + sum(cell.count("\n") for cell in row) for row in rows), initial=before)
            numbers = list(breaks)[1:]
        before = after
        if set(map(len, rows)) != {width} or not all(map(str.strip, map("".join, rows))):
            kept = [(number, row) for number, row in zip(numbers, rows, strict=True) if "".join(row).strip()]
            problems += [
                f"{name}: line {number}: expected {width} cells like the header, got {len(row)}"
                for number, row in kept
                if len(row) != width
            ]
            numbers, rows = [number for number, _ in kept], [row for _, row in kept]
        if not problems:
            places.extend(numbers)
            for column, cells in zip(columns, zip(*rows, strict=True), strict=False):
                column.extend(cells)
    if problems:
        raise PoolError(limit_problems(problems))
    return columns, places


def _find_first_line(text: str) -> str:
    return next((line for line in text[:100_000].splitlines() if line.strip()), "")
