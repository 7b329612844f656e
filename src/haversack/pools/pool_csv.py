"""A pool as a CSV file with a row per member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.columns import ACCURACIES, METADATA, NumberColumn, list_headers
from haversack.pools.csv_table import CsvTable
from haversack.spelling import find_closest

if TYPE_CHECKING:
    from os import PathLike

_SIMILARITY_OF_A_MISPRINT = 0.85
_EXPECTED = (
    "; a pool has a row per member, with its accuracy from 0 to 1 in a column of this name, and its price in a column "
    "'cost'; a log of answers goes under 'votes', on the command line --votes"
)


def read_columns(path: str | PathLike[str]) -> dict[str, Any]:
    """Read the columns of a pool, as keyword arguments for `Pool`.

    Raises
    ------
    PoolError
        Names the file and, for each bad value, its line, row and column; all of them at once.
    """
    known = list_headers()
    table = CsvTable.read(
        path,
        header=", ".join(known),
        row="member",
        rename=lambda name: name.lower() if name.lower() in known else name,
        check_header=_check_header,
    )
    columns: dict[str, Any] = {
        METADATA.key: {name: table.column(name) for name in table.header if name not in known},
    }
    problems = []
    for header, column in known.items():
        if header not in table.header:
            continue
        columns[column.key], found = column.read_cells(table.column(header))
        problems += [
            f"{path}: line {table.lines[index][0]}, row {index + 1}, {header}: {message}" for index, message in found
        ]
    if problems:
        raise PoolError(limit_problems(problems))
    return columns


def _check_header(table: CsvTable) -> None:
    header, known, accuracy = table.header, list_headers(), str(ACCURACIES.header)
    lowered = [name.lower() for name in header]
    if accuracy not in header and any(_is_number(name) for name in header):
        raise PoolError(
            [
                f"{table.path}: line 1: expected a header with the columns {', '.join(known)}, "
                f"got data: {','.join(header)!r}"
            ]
        )
    closest = find_closest(accuracy, lowered)
    # Some energies do not use accuracies, but then there must be another column that suffices.
    suffices = any(column.is_sufficient and name in header for name, column in known.items())
    if accuracy not in header and (closest or not suffices):
        hint = f"; did you mean {accuracy!r} by {closest!r}?" if closest else _EXPECTED
        if {"answer", "truth"} & set(lowered):
            hint = "; recorded answers are not a pool: they go under 'votes', on the command line --votes"
        raise PoolError(f"{table.path}: line 1: no column {accuracy!r}; found {table.quote_header()}{hint}")
    absent = [name for name, column in known.items() if isinstance(column, NumberColumn) and name not in header]
    for name in header:
        meant = None if name in known else find_closest(name.lower(), absent, cutoff=_SIMILARITY_OF_A_MISPRINT)
        if meant is not None:
            raise PoolError(f"{table.path}: line 1: unknown column {name!r}; did you mean {meant!r}?")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
