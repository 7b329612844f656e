"""New answers of members, in the forms that people have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.cells import to_names, to_texts
from haversack.pools.logs.choosing import choose_column, choose_item
from haversack.pools.logs.nested import open_fields
from haversack.pools.logs.normalising import normalise_text
from haversack.pools.logs.roles import IGNORE, check_assigned, read_assignments, sort_by_role
from haversack.pools.logs.sources import LogSource
from haversack.pools.logs.wide import find_groups
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.pools.logs.tables import LogTable


@attrs.frozen
class AnswerTable:
    """Answers to a number of items.

    Parameters
    ----------
    columns
        The answers of each member by its name, one for each item; None where there is none.
    items
        What each item is called.
    truth
        The right answer to each item, None where it is not known; None if there are none at all.
    is_single
        Whether the answers to a single item were given, not a table with one row.
    """

    columns: Mapping[str, Sequence[Any]]
    items: Sequence[Any]
    truth: Sequence[Any] | None = None
    is_single: bool = False

    def __len__(self) -> int:
        return len(self.items)

    def compare_as(self, mode: str) -> AnswerTable:
        """Return the table with answers written as those of the log of a pool are compared."""
        if mode == "exact":
            return self
        columns = {name: _normalise(cells, mode) for name, cells in self.columns.items()}
        return attrs.evolve(self, columns=columns, truth=None if self.truth is None else _normalise(self.truth, mode))


def read_answer_table(answers: Any, names: Iterable[str]) -> AnswerTable:
    """Return the answers of a mapping, a table or a file; `names` are those of the members of the pool.

    Parameters
    ----------
    answers
        A mapping from names of members to an answer, or to a list of answers; a list of such mappings, one for each
        item; a DataFrame with a column per member; or the name of a file as `haversack.read_log` takes it, long (a
        line per answer) or wide (a column per member).
    names
        Of all members of the pool.

    Raises
    ------
    PoolError
        Names what cannot be read.
    """
    if isinstance(answers, (str, PathLike)):
        return read_answer_file(answers, names)
    if isinstance(answers, Mapping):
        return _read_mapping(answers)
    if hasattr(answers, "columns") and hasattr(answers, "__getitem__"):
        columns = {str(name): list(answers[name]) for name in answers.columns}
        return _name_items(columns, set(names))
    if isinstance(answers, Iterable):
        rows = list(answers)
        if all(isinstance(row, Mapping) for row in rows):
            keys = dict.fromkeys(key for row in rows for key in row)
            columns = {str(key): [row.get(key) for row in rows] for key in keys}
            return attrs.evolve(_name_items(columns, set(names)), items=range(len(rows)))
    raise PoolError(
        "answers: expected a mapping from names of members to answers, a list of such mappings, a table with a column "
        f"per member, or the name of a file, got {format_value(answers)}"
    )


def read_answer_file(
    path: str | PathLike[str], names: Iterable[str], columns: Mapping[str, Any] | None = None
) -> AnswerTable:
    """Return the answers of a file, long or wide, with the right answers if it has them.

    Parameters
    ----------
    path
        CSV, TSV, JSONL or a JSON list of records, also compressed (``.gz``).
    names
        Of all members of the pool. A member may be called like a column of the long layout.
    columns
        Names of columns by role, as in `haversack.read_log`.

    Raises
    ------
    PoolError
        Names the line that cannot be read.
    """
    assigned, members = read_assignments(columns), set(names)
    table = open_fields(LogSource.of(path).table, assigned)
    check_assigned(table, assigned)
    named = {name for listed in assigned.values() for name in listed}
    others = [name for name in table.columns if name not in members and name not in named]
    found = sort_by_role(others) | {role: list(listed) for role, listed in assigned.items()}
    answers = found["answer"] or found["score"]
    if found["item"] and found["member"] and answers:
        return _read_long(table, found, answers)
    groups = find_groups(others)
    cells = {name: table.columns[group["answer"]] for name, group in groups.items() if "answer" in group}
    taken = {*found["item"], *found["truth"], *found.get(IGNORE, ()), *(name for name in others if groups)}
    cells |= {name: column for name, column in table.columns.items() if name not in taken}
    items = to_names(table.columns[choose_column(table, "item", found["item"])]) if found["item"] else None
    truth = to_texts(table.columns[choose_column(table, "truth", found["truth"])]) if found["truth"] else None
    texts = {name: to_texts(column) for name, column in cells.items()}
    return AnswerTable(texts, range(1, len(table) + 1) if items is None else items, truth)


def _read_mapping(answers: Mapping[Any, Any]) -> AnswerTable:
    lists = {str(name): _to_list(answer) for name, answer in answers.items()}
    if any(entries is None for entries in lists.values()):
        if any(entries is not None for entries in lists.values()):
            raise PoolError("answers: expected one answer of each member, or a list of answers of each, got both")
        return AnswerTable({str(name): [answer] for name, answer in answers.items()}, [0], is_single=True)
    columns = {name: entries for name, entries in lists.items() if entries is not None}
    lengths = {len(entries) for entries in columns.values()}
    if len(lengths) > 1:
        found = ", ".join(f"{len(entries)} of {name!r}" for name, entries in columns.items())
        raise PoolError(f"answers: expected as many answers of each member, got {found}")
    # Without any name, there is one item that nobody answered.
    return AnswerTable(columns, range(lengths.pop()) if lengths else [0], is_single=not columns)


def _to_list(answer: Any) -> list[Any] | None:
    """Return several answers as a list; None for a single one."""
    if isinstance(answer, (str, bytes)) or not hasattr(answer, "__len__") or not isinstance(answer, Iterable):
        return None
    # Tuples are labels as often as they are lists; arrays and series have a type of entries.
    return list(answer) if isinstance(answer, list) or hasattr(answer, "dtype") else None


def _name_items(columns: dict[str, list[Any]], members: set[str]) -> AnswerTable:
    """Return a table of columns, of which those that are not of members may name the items and the right answers."""
    length = len(next(iter(columns.values()), []))
    found = sort_by_role(name for name in columns if name not in members)
    items, truth = (next((columns[name] for name in found[role]), None) for role in ("item", "truth"))
    taken = {name for role in ("item", "truth") for name in found[role][:1]}
    rest = {name: cells for name, cells in columns.items() if name not in taken}
    return AnswerTable(rest, range(1, length + 1) if items is None else items, truth)


def _read_long(table: LogTable, found: Mapping[str, Sequence[str]], answers: Sequence[str]) -> AnswerTable:
    named = choose_column(table, "member", found["member"])
    listed = [choose_item(table, found["item"], named), named]
    items, members = (to_names(table.columns[name]) for name in listed)
    given = to_texts(table.columns[choose_column(table, "answer", answers)])
    right: Sequence[str | None] = [None] * len(table)
    if found["truth"]:
        right = to_texts(table.columns[choose_column(table, "truth", found["truth"])])
    places = {item: place for place, item in enumerate(dict.fromkeys(items))}
    truth: list[Any] = [None] * len(places)
    columns: dict[str, list[Any]] = {}
    rows: dict[tuple[Any, Any], int] = {}
    for row, (item, member, answer, label) in enumerate(zip(items, members, given, right, strict=True)):
        if member is None:
            raise PoolError(f"{table.locate(row)}: expected the name of a member, the cell is empty")
        if (item, member) in rows:
            where, before = table.locate_both(rows[item, member], row)
            raise PoolError(f"{where}: {member!r} answers item {item!r} a second time, first on {before}")
        rows[item, member] = row
        columns.setdefault(member, [None] * len(places))[places[item]] = answer
        if label is not None:
            if truth[places[item]] not in (None, label):
                raise PoolError(
                    f"{table.locate(row)}: the right answer to item {item!r} is {label!r} here, and "
                    f"{truth[places[item]]!r} before"
                )
            truth[places[item]] = label
    return AnswerTable(columns, list(places), truth if found["truth"] else None)


def _normalise(cells: Sequence[Any], mode: str) -> list[Any]:
    return [normalise_text(cell, mode) if isinstance(cell, str) else cell for cell in cells]
