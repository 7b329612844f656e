"""Columns of a pool by name, as constraints and cost models use them: numbers, or labels of groups."""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.spelling import suggest
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.pool import Pool


def list_column_names(pool: Pool) -> list[str]:
    """Return the names of the columns that a pool has: those of numbers, ``name``, and its further columns."""
    numbers = {"accuracy": pool.accuracies, "cost": pool.costs}
    return [*(key for key, values in numbers.items() if values is not None), "name", *sorted(pool.metadata)]


def read_numbers(pool: Pool, column: str, used_by: str, *, least: float = -math.inf) -> FloatArray:
    """Return a column as numbers; cells from CSV files are converted.

    Parameters
    ----------
    pool
        The pool.
    column
        The name of the column.
    used_by
        The option that names it, for messages.
    least
        What each number must be at least.

    Raises
    ------
    PoolError
        If there is no such column, or a cell is missing or is not a finite number; names row and column.
    """
    if column == "cost" and pool.costs is not None:
        return pool.costs
    if column == "accuracy" and pool.accuracies is not None:
        return pool.accuracies
    cells = _find_cells(pool, column, used_by)
    with contextlib.suppress(TypeError, ValueError):
        values = np.array(cells, dtype=np.float64)
        if values.shape == (len(pool),) and (np.isfinite(values) & (values >= least)).all():
            return values
    wanted = "a finite number" if least == -math.inf else f"a finite number of at least {least:g}"
    problems, values = [], np.empty(len(pool))
    for index, cell in enumerate(cells):
        try:
            values[index] = float(cell)
        except (TypeError, ValueError):
            values[index] = math.nan
        if not least <= values[index] < math.inf or values[index] == -math.inf:
            found = "nothing" if is_missing(cell) else format_value(cell)
            problems.append(f"{_name_cell(pool, column, index)}: must be {wanted}, got {found}")
    raise PoolError(limit_problems(problems))


def read_labels(pool: Pool, column: str, used_by: str) -> tuple[str, ...]:
    """Return a column as texts, which name groups.

    Parameters
    ----------
    pool
        The pool.
    column
        The name of the column.
    used_by
        The option that names it, for messages.

    Raises
    ------
    PoolError
        If there is no such column, or a cell is missing; names row and column.
    """
    cells: Iterable[Any]
    if column == "name":
        cells = pool.names
    elif column in ("cost", "accuracy") and column in list_column_names(pool):
        cells = read_numbers(pool, column, used_by).tolist()
    else:
        cells = _find_cells(pool, column, used_by)
    labels = tuple(map(format_label, cells))
    problems = [
        f"{_name_cell(pool, column, index)}: must be the name of a group for {used_by}, got nothing"
        for index, cell in enumerate(cells)
        if is_missing(cell)
    ]
    if problems:
        raise PoolError(limit_problems(problems))
    return labels


def find_members(pool: Pool, names: Iterable[str], used_by: str) -> IntArray:
    """Return the members with these names, in the order of the names.

    Raises
    ------
    PoolError
        If a name is none of the pool's; suggests the closest match.
    """
    place = {name: index for index, name in enumerate(pool.names)}
    unknown = [name for name in names if name not in place]
    if unknown:
        raise PoolError([explain_unknown(f"{used_by}: no member", name, pool.names) for name in unknown])
    return np.array([place[name] for name in names], dtype=np.int64)


def format_label(cell: Any) -> str:
    """Return the text of a cell; numbers that are whole have no decimal point.

    Examples
    --------
    >>> format_label(" open "), format_label(3.0), format_label(True)
    ('open', '3', 'true')
    """
    if isinstance(cell, (bool, np.bool_)):
        return "true" if cell else "false"
    if isinstance(cell, (float, np.floating)) and float(cell).is_integer():
        return str(int(cell))
    return str(cell).strip()


def is_missing(cell: Any) -> bool:
    """Return whether a cell is empty: None, blank text, or not a number."""
    if isinstance(cell, str):
        return not cell.strip()
    return cell is None or (isinstance(cell, (float, np.floating)) and math.isnan(cell))


def explain_unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return the message for a name that is none of the known ones, with the closest match or some of them.

    Examples
    --------
    >>> explain_unknown("include.members: no member", "gtp-4", ["gpt-4", "claude"])
    "include.members: no member 'gtp-4'; did you mean 'gpt-4'?"
    """
    known = list(known)
    some = ", ".join(map(repr, known[:5])) + (", ..." if len(known) > 5 else "")
    return f"{what} {name!r}; {suggest(name, known) or f'known: {some}'}"


def _find_cells(pool: Pool, column: str, used_by: str) -> tuple[Any, ...]:
    if column not in pool.metadata:
        known = list_column_names(pool)
        hint = f"{suggest(column, known)} columns: {', '.join(known)}".lstrip()
        raise PoolError(f"pool: no column {column!r}, which {used_by} names; {hint}")
    return pool.metadata[column]


def _name_cell(pool: Pool, column: str, index: int) -> str:
    return f"pool: {column}[{index}] (row {index + 1}, {pool.names[index]!r})"
