"""A CSV file as a header and numbered lines."""

from __future__ import annotations

import csv
import io
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self

import attrs

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.csv_cells import find_delimiter, unescape_cell
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable

_SHOWN_NAMES = 12


@attrs.frozen
class CsvTable:
    """The header of a CSV file and the lines below it.

    Parameters
    ----------
    path
        The file.
    header
        One distinct name per column.
    lines
        Number and cells of each line that is not blank; as many cells as the header has.
    """

    path: str
    header: list[str]
    lines: list[tuple[int, list[str]]]

    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        *,
        header: str,
        row: str,
        rename: Callable[[str], str],
        check_header: Callable[[CsvTable], None] | None = None,
    ) -> Self:
        """Read a file.

        Parameters
        ----------
        path
            The file.
        header, row
            The columns and what there is one row of, for error messages.
        rename
            Called with every name in the header, without surrounding spaces; returns the name to use.
        check_header
            Called with the table before anything else is checked; raises `PoolError` if the header is wrong.

        Raises
        ------
        PoolError
            If the file cannot be read, has a duplicate column or no rows, or rows that are shorter or longer than the
            header.
        """
        (_, first), *lines = read_lines(path, f"columns {header}, then one row per {row}")
        table = cls(str(path), [rename(unescape_cell(cell.strip())) for cell in first], lines)
        if check_header is not None:
            check_header(table)
        duplicates = sorted({name for name in table.header if table.header.count(name) > 1})
        if duplicates:
            raise PoolError(f"{path}: line 1: duplicate column {duplicates[0]!r}")
        if not lines:
            raise PoolError(f"{path}: has a header but no rows; expected one row per {row}")
        problems = [
            f"{path}: line {number}: expected {len(first)} cells like the header, got {len(cells)}"
            for number, cells in lines
            if len(cells) != len(first)
        ]
        if problems:
            raise PoolError(limit_problems(problems))
        return table

    def column(self, name: str) -> list[str]:
        """Return the cells of a column, without surrounding spaces and as they were before `escape_cell`."""
        position = self.header.index(name)
        return [unescape_cell(cells[position].strip()) for _, cells in self.lines]

    def quote_header(self) -> str:
        """Return the names in the header as error messages show them: the first twelve."""
        more = ", ..." if len(self.header) > _SHOWN_NAMES else ""
        return ", ".join(map(repr, self.header[:_SHOWN_NAMES])) + more


def read_lines(path: str | PathLike[str], expected: str) -> list[tuple[int, list[str]]]:
    """Return number and cells of each line that is not blank; `expected` describes the header for error messages.

    Raises
    ------
    PoolError
        If the file cannot be read, is not a CSV file in UTF-8, or is empty.
    """
    if not isinstance(path, (str, PathLike)):
        raise PoolError(f"pool: expected the name of a file, got {format_value(path)}")
    try:
        # utf-8-sig: spreadsheets put a byte order mark first.
        with Path(path).open(newline="", encoding="utf-8-sig") as file:
            text = file.read()
        first = next((line for line in text.splitlines() if line.strip()), "")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=find_delimiter(first), strict=True)
        lines = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except OSError as error:
        raise PoolError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise PoolError(f"{path}: is not a CSV file in UTF-8: {error}") from error
    except ValueError as error:  # A path with a null byte, for example.
        raise PoolError(f"{str(path)!r}: cannot be read: {error}") from error
    if not lines:
        raise PoolError(f"{path}: empty; expected a header with the {expected}")
    return lines
