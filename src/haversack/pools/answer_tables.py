"""New answers of members, in the forms that people have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.csv_table import CsvTable
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALIASES = {
    "item": ("item", "question", "task", "doc_id", "case_id", "pair_id", "sample", "id"),
    "member": ("member", "worker", "annotator", "judge", "model", "rater", "grader"),
    "answer": ("answer", "label", "verdict", "decision", "prediction"),
    "truth": ("truth", "target", "gold", "expected"),
}
_WORDS = {alias: word for word, aliases in _ALIASES.items() for alias in aliases}


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


def read_answer_table(answers: Any, names: Iterable[str]) -> AnswerTable:
    """Return the answers of a mapping, a table or a file; `names` are those of the members of the pool.

    Parameters
    ----------
    answers
        A mapping from names of members to an answer, or to a list of answers; a list of such mappings, one for each
        item; a DataFrame with a column per member; or the name of a CSV file, long (a line per answer) or wide (a
        column per member).
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
        f"per member, or the name of a CSV file, got {format_value(answers)}"
    )


def read_answer_file(path: str | PathLike[str], names: Iterable[str]) -> AnswerTable:
    """Return the answers of a CSV file, long or wide, with the right answers if it has them."""
    members = set(names)

    def rename(name: str) -> str:
        # A member may be called like a column of the long layout.
        return name if name in members else _WORDS.get(name.lower(), name)

    table = CsvTable.read(
        path, header="item, member, answer, or a column per member", row="answer or item", rename=rename
    )
    columns = {name: [cell or None for cell in table.column(name)] for name in table.header}
    if {"item", "member", "answer"} <= set(columns):
        return _read_long(table, columns)
    return _name_items(columns, members)


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
    special = {word: name for name in columns if name not in members and (word := _WORDS.get(name.lower()))}
    items = columns[special["item"]] if "item" in special else range(1, length + 1)
    truth = columns[special["truth"]] if "truth" in special else None
    taken = {special[word] for word in ("item", "truth") if word in special}
    return AnswerTable({name: cells for name, cells in columns.items() if name not in taken}, items, truth)


def _read_long(table: CsvTable, columns: Mapping[str, Sequence[Any]]) -> AnswerTable:
    places = {item: place for place, item in enumerate(dict.fromkeys(columns["item"]))}
    truth: list[Any] = [None] * len(places)
    answers: dict[str, list[Any]] = {}
    lines: dict[tuple[Any, Any], int] = {}
    right = columns.get("truth", [None] * len(table.lines))
    cells = zip(table.lines, columns["item"], columns["member"], columns["answer"], right, strict=True)
    for (number, _), item, member, answer, label in cells:
        if not member:
            raise PoolError(f"{table.path}: line {number}: expected the name of a member, the cell is empty")
        if (item, member) in lines:
            raise PoolError(
                f"{table.path}: line {number}: {member!r} answers item {item!r} a second time, "
                f"after line {lines[item, member]}"
            )
        lines[item, member] = number
        answers.setdefault(member, [None] * len(places))[places[item]] = answer
        if label is not None:
            if truth[places[item]] not in (None, label):
                raise PoolError(
                    f"{table.path}: line {number}: the right answer to item {item!r} is {label!r} here, and "
                    f"{truth[places[item]]!r} before"
                )
            truth[places[item]] = label
    return AnswerTable(answers, list(places), truth if "truth" in columns else None)
