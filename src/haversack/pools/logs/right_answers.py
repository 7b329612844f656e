"""The right answers that are given beside a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.cells import join_names, to_names, to_texts
from haversack.pools.logs.frames import is_frame
from haversack.pools.logs.roles import ALIASES, sort_by_role
from haversack.pools.logs.sources import LogSource
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.pools.logs.tables import LogTable


@attrs.frozen
class RightAnswers:
    """The right answer to each item.

    Parameters
    ----------
    name
        Where they come from, for messages.
    by_item
        Text of the right answer, and its place, by name of the item. Items without one are left out.
    columns
        The columns of the table that they come from, if there is one.
    """

    name: str
    by_item: Mapping[str, tuple[str, str]]
    columns: frozenset[str] = frozenset()


def read_right_answers(truth: Any, assigned: Mapping[str, tuple[str, ...]]) -> RightAnswers:
    """Return the right answers from a file, a frame, or a mapping from items; a series of pandas is one too.

    Raises
    ------
    PoolError
        If a column is missing, an item occurs twice, or no item has a right answer.
    """
    if isinstance(truth, (str, PathLike)) or is_frame(truth):
        return _read_table(LogSource.of(truth).table, assigned)
    items = truth.items() if hasattr(truth, "items") else None
    if items is None:
        raise PoolError(
            "truth: expected a file with the columns item and truth, or right answers by item, got "
            f"{format_value(truth)}"
        )
    pairs = list(items)
    names, texts = to_names([item for item, _ in pairs]), to_texts([label for _, label in pairs])
    right: dict[str, tuple[str, str]] = {}
    for name, text in zip(names, texts, strict=True):
        if name is not None and text is not None:
            if name in right:
                raise PoolError(f"truth: duplicate item {name!r}")
            right[name] = text, f"truth: {name!r}"
    return _check(RightAnswers("truth", right))


def is_row_by_row(truth: Any) -> bool:
    """Return whether right answers are given in the order of the rows of a log, not by item."""
    is_list = isinstance(truth, Sequence) or (hasattr(truth, "__len__") and hasattr(truth, "tolist"))
    return is_list and not isinstance(truth, (str, bytes)) and not hasattr(truth, "items") and not is_frame(truth)


def _read_table(table: LogTable, assigned: Mapping[str, tuple[str, ...]]) -> RightAnswers:
    found = sort_by_role(table.columns)
    named = {role: [name for name in assigned.get(role, ()) if name in table.columns] for role in ("item", "truth")}
    items = named["item"] or found["item"][:1]
    # A table of right answers may call them labels, as crowd-kit does, since nobody else's are in it.
    labels = named["truth"] or found["truth"] or found["answer"]
    shown = ", ".join(map(repr, table.columns))
    for what, names, role in (("item", items, "item"), ("right answer", labels, "truth")):
        if not names:
            expected = ", ".join(ALIASES[role][:7])
            raise PoolError(
                f"{table.name}: no column for the {what}: expected one of {expected}; found {shown}; name it by "
                f"columns: {role}=COLUMN"
            )
    keys = join_names([to_names(table.columns[name]) for name in items])
    texts = to_texts(table.columns[labels[0]])
    rows: dict[str, int] = {}
    right: dict[str, tuple[str, str]] = {}
    for row, (key, text) in enumerate(zip(keys, texts, strict=True)):
        if key is None:
            raise PoolError(f"{table.locate(row)}: expected an item in column {items[0]!r}, the cell is empty")
        if key in rows:
            second, first = table.locate_both(rows[key], row)
            raise PoolError(f"{second}: duplicate item {key!r}, first on {first}")
        rows[key] = row
        if text is not None:
            right[key] = text, table.locate(row)
    return _check(RightAnswers(table.name, right, frozenset(table.columns)))


def _check(right: RightAnswers) -> RightAnswers:
    if not right.by_item:
        raise PoolError(f"{right.name}: no item has a right answer")
    return right
