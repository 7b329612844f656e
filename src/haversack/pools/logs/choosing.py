"""One of several columns that may have a role, or a refusal that names two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import PoolError
from haversack.pools.logs.cells import encode, to_names
from haversack.pools.logs.nested import has_fields
from haversack.pools.logs.roles import ALIASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.pools.logs.tables import LogTable

_SHOWN = 12
_SHOWN_ALIASES = 7
_FIELDS = "fields of objects are named with dots, such as columns: answer=output.text"


def choose_column(table: LogTable, role: str, names: Sequence[str]) -> str:
    """Return the first of several columns, if it makes no difference which one is taken.

    Columns of items or members make none if they distinguish the same lines; others, if they hold the same.

    Raises
    ------
    PoolError
        If it does make a difference.
    """
    agree = _distinguish_the_same if role in ("item", "member") else _are_equal
    for other in names[1:]:
        if not agree(table, names[0], other):
            both = f", or both: {role}={names[0]},{role}={other}" if role == "item" else ""
            raise PoolError(
                f"{table.name}: columns {names[0]!r} and {other!r} may both hold the {role}; choose by columns: "
                f"{role}={names[0]} or {role}={other}{both}"
            )
    return names[0]


def choose_item(table: LogTable, names: Sequence[str], member: str) -> str:
    """Return the column of the item; one that differs on every line counts lines, if another does not."""
    if len(names) > 1 and len(set(to_names(table.columns[member]))) > 1:
        names = [name for name in names if len(set(to_names(table.columns[name]))) < len(table)] or names
    return choose_column(table, "item", names)


def _distinguish_the_same(table: LogTable, first: str, second: str) -> bool:
    one, other = (encode(to_names(table.columns[name]))[0] for name in (first, second))
    return bool(np.array_equal(one, other))


def _are_equal(table: LogTable, first: str, second: str) -> bool:
    return list(to_names(table.columns[first])) == list(to_names(table.columns[second]))


def list_aliases(role: str, count: int = _SHOWN_ALIASES) -> str:
    """Return the usual names of a column for messages."""
    return ", ".join(ALIASES[role][:count])


def list_found(table: LogTable) -> str:
    """Return the columns of a table for messages."""
    names = [repr(name) for name in table.columns]
    found = f"found {', '.join(names[:_SHOWN])}{', ...' if len(names) > _SHOWN else ''}"
    return f"{found}; {_FIELDS}" if has_fields(table) else found


def no_right_answers(table: LogTable) -> PoolError:
    """Return the error for a log whose answers cannot be judged."""
    return PoolError(
        f"{table.name}: no right answers: expected a column {list_aliases('truth', 4)}, a second file with them "
        f"(truth), or a column correct, score or passed with 0 and 1; {list_found(table)}"
    )
