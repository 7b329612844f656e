"""Frames of pandas, polars and others as tables, known by what they can do: neither is a dependency."""

from __future__ import annotations

from typing import Any

from haversack.errors import PoolError
from haversack.pools.logs.tables import LogTable
from haversack.text import format_error

_NAME = "frame"


def is_frame(value: Any) -> bool:
    """Return whether a value has named columns that can be taken from it."""
    return hasattr(value, "columns") and hasattr(value, "__getitem__") and not isinstance(value, (str, bytes))


def list_headers(frame: Any) -> list[str]:
    """Return the names of the columns, those of an index that has names first."""
    names = list(map(str, frame.columns))
    levels = getattr(getattr(frame, "index", None), "names", None) or ()
    return [str(name) for name in levels if name is not None and str(name) not in names] + names


def read_frame(frame: Any) -> LogTable:
    """Return the columns of a frame; an index that has a name is a column too.

    Raises
    ------
    PoolError
        If there is no row, a column appears twice, or a column cannot be read.
    """
    columns: dict[str, Any] = {}
    try:
        names = list(frame.columns)
        index: Any = getattr(frame, "index", None)
        for level, name in enumerate(getattr(index, "names", None) or ()):
            if name is not None and name not in names:
                columns[str(name)] = list_cells(index.get_level_values(level))
        for name in names:
            if str(name) in columns:
                raise PoolError(f"{_NAME}: duplicate column {str(name)!r}")
            columns[str(name)] = list_cells(frame[name])
    except PoolError:
        raise
    # The frames of others may raise anything.
    except Exception as error:
        raise PoolError(f"{_NAME}: cannot be read: {format_error(error)}") from error
    if not columns or not next(iter(columns.values())):
        raise PoolError(f"{_NAME}: has no rows; expected one row per answer or item")
    return LogTable(_NAME, columns, unit="row", row_names=_list_index(frame))


def _list_index(frame: Any) -> list[Any] | None:
    """Return the labels of the rows, or None if the frame has none, as polars."""
    index = getattr(frame, "index", None)
    return list_cells(index) if hasattr(index, "tolist") else None


def list_cells(column: Any) -> list[Any]:
    """Return the cells of a column as plain values."""
    for method in ("to_list", "tolist"):
        convert = getattr(column, method, None)
        if callable(convert):
            return list(convert())
    return list(column)
