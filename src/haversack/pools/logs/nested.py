"""Fields inside of the cells of a log, as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.pools.logs.tables import LogTable


def open_fields(table: LogTable, assigned: Mapping[str, tuple[str, ...]]) -> LogTable:
    """Return the table with a column for each field that the user names with dots, such as ``output.answer``.

    A column of that name comes first; a field that no row has is not added.
    """
    opened = {
        name: cells
        for names in assigned.values()
        for name in names
        if name not in table.columns and (cells := _follow(table, name)) is not None
    }
    return attrs.evolve(table, columns={**table.columns, **opened}) if opened else table


def has_fields(table: LogTable) -> bool:
    """Return whether some cells hold fields."""
    return any(isinstance(cell, Mapping) for cells in table.columns.values() for cell in cells[:1])


def _follow(table: LogTable, name: str) -> Sequence[Any] | None:
    """Return the cells of a field, None where a row has none; None if no row has it."""
    keys = name.split(".")
    for count in range(len(keys) - 1, 0, -1):
        cells = table.columns.get(".".join(keys[:count]))
        if cells is not None:
            found = [_open(cell, keys[count:]) for cell in cells]
            return None if all(cell is None for cell in found) else found
    return None


def _open(cell: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        cell = cell.get(key) if isinstance(cell, Mapping) else None
    return cell
