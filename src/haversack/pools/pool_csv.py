"""A pool as a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import find_value_problems, limit_problems
from haversack.spelling import find_closest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

_KNOWN = ("name", "accuracy", "cost")


def read_columns(path: str | PathLike[str]) -> dict[str, Any]:
    """Read the columns of a pool, as keyword arguments for `Pool`.

    Raises
    ------
    PoolError
        Names the file and, for each bad value, its line, row and column; all of them at once.
    """
    lines, header = _read_table(path)
    rows = [cells for _, cells in lines]

    def place(column: str, index: int) -> str:
        return f"{path}: line {lines[index][0]}, row {index + 1}, {column}"

    problems = [
        f"{place('whole row', index)}: expected {len(header)} cells like the header, got {len(cells)}"
        for index, cells in enumerate(rows)
        if len(cells) != len(header)
    ]
    if problems:
        raise PoolError(limit_problems(problems))
    columns = {key: [cells[position].strip() for cells in rows] for position, key in enumerate(header)}

    def numbers(column: str) -> Any:
        if column not in columns:
            return None
        values = np.ones(len(rows))
        for index, text in enumerate(columns[column]):
            try:
                values[index] = float(text)
            except ValueError:
                got = f"got {text!r}" if text else "the cell is empty"
                problems.append(f"{place(column, index)}: must be a number, {got}")
        return values

    accuracies, costs, names = numbers("accuracy"), numbers("cost"), columns.get("name")
    problems += find_value_problems(accuracies, costs, names or (), place)
    if problems:
        raise PoolError(limit_problems(problems))
    metadata = {key: column for key, column in columns.items() if key not in _KNOWN}
    return {"accuracies": accuracies, "costs": costs, "names": names, "metadata": metadata}


def _read_table(path: str | PathLike[str]) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """Return the rows with their line numbers, and the header in lower case where it names known columns."""
    lines = read_lines(path, f"columns {', '.join(_KNOWN)}, then one row per member")
    header = [cell.strip().lower() if cell.strip().lower() in _KNOWN else cell.strip() for cell in lines[0][1]]
    _check_header(path, header)
    if len(lines) == 1:
        raise PoolError([f"{path}: has a header but no rows; expected one row per member"])
    return lines[1:], header


def read_lines(path: str | PathLike[str], expected: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line that is not blank, with its number; `expected` tells what the header should be."""
    try:
        # utf-8-sig: spreadsheets put a byte order mark first.
        with Path(path).open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file, strict=True)
            lines = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except OSError as error:
        raise PoolError([f"{path}: cannot be read: {error.strerror or error}"]) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise PoolError([f"{path}: is not a CSV file in UTF-8: {error}"]) from error
    except ValueError as error:  # A path that cannot be one.
        raise PoolError([f"{str(path)!r}: cannot be read: {error}"]) from error
    if not lines:
        raise PoolError([f"{path}: empty; expected a header with the {expected}"])
    return lines


def _check_header(path: str | PathLike[str], header: Sequence[str]) -> None:
    if "accuracy" not in header and any(_is_number(cell) for cell in header):
        raise PoolError(
            [f"{path}: line 1: expected a header with the columns {', '.join(_KNOWN)}, got data: {','.join(header)!r}"]
        )
    repeated = sorted({key for key in header if header.count(key) > 1})
    if repeated:
        raise PoolError([f"{path}: line 1: column {repeated[0]!r} stands twice"])
    close = find_closest("accuracy", [key.lower() for key in header])
    # Energies that are no probabilities need no accuracies, but then there must be something else.
    if "accuracy" not in header and (close or "cost" not in header):
        hint = f"; is {close!r} meant?" if close else ""
        if len(header) == 1 and any(mark in header[0] for mark in ";\t|"):
            hint = "; cells must be separated by commas"
        if {"answer", "truth"} & {key.lower() for key in header}:
            hint = "; recorded answers are no pool: they go under 'votes', on the command line --votes"
        raise PoolError([f"{path}: line 1: no column 'accuracy'; found {', '.join(map(repr, header))}{hint}"])
    near = [key for key in header if key not in _KNOWN and find_closest(key.lower(), ["cost"], cutoff=0.85)]
    if "cost" not in header and near:
        raise PoolError([f"{path}: line 1: unknown column {near[0]!r}; did you mean 'cost'?"])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
