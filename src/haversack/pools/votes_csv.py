"""Recorded votes as CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.pool_csv import read_lines
from haversack.pools.votes import RecordedVotes

if TYPE_CHECKING:
    from os import PathLike

_WORDS = {"item": "question", "member": "worker", "question": "question", "worker": "worker"}
_LONG = ("question", "worker", "answer")
_TRUTH = ("question", "truth")


@attrs.frozen
class _Table:
    """The lines of a file under its header."""

    path: str
    header: list[str]
    lines: list[tuple[int, list[str]]]

    @classmethod
    def read(cls, path: str | PathLike[str], expected: str) -> _Table:
        (_, first), *lines = read_lines(path, expected)
        header = [cell.strip() for cell in first]
        header = [
            _WORDS.get(cell.lower(), cell.lower() if cell.lower() in ("answer", "truth") else cell) for cell in header
        ]
        repeated = sorted({key for key in header if header.count(key) > 1})
        if repeated:
            raise PoolError([f"{path}: line 1: column {repeated[0]!r} stands twice"])
        for number, cells in lines:
            if len(cells) != len(header):
                raise PoolError(
                    [f"{path}: line {number}: expected {len(header)} cells like the header, got {len(cells)}"]
                )
        if not lines:
            raise PoolError([f"{path}: has a header but no rows"])
        return cls(str(path), header, lines)

    def column(self, key: str) -> list[str]:
        place = self.header.index(key)
        return [cells[place].strip() for _, cells in self.lines]


def read_votes(
    answers: str | PathLike[str], truth: str | PathLike[str] | None
) -> tuple[tuple[str, ...], RecordedVotes]:
    """Return the names of the members and their votes; see `Pool.from_votes_csv`."""
    table = _Table.read(answers, "columns question, worker, answer, or a column per member")
    right = None if truth is None else _right_answers(_Table.read(truth, "columns question, truth"))
    if set(_LONG) <= set(table.header):
        return _from_long(table, right)
    return _from_wide(table, right)


def _right_answers(table: _Table) -> dict[str, str]:
    absent = [key for key in _TRUTH if key not in table.header]
    if absent:
        found = ", ".join(map(repr, table.header))
        raise PoolError([f"{table.path}: line 1: no column {absent[0]!r}; found {found}"])
    right: dict[str, str] = {}
    for (number, _), question, label in zip(table.lines, table.column("question"), table.column("truth"), strict=True):
        if question in right:
            raise PoolError([f"{table.path}: line {number}: question {question!r} stands already in a line before"])
        if label:
            right[question] = label
    if not right:
        raise PoolError([f"{table.path}: no question has a right answer"])
    return right


def _from_long(table: _Table, right: dict[str, str] | None) -> tuple[tuple[str, ...], RecordedVotes]:
    if right is None:
        raise PoolError(
            [f"{table.path}: a line per answer needs a second file with the right ones, columns question, truth"]
        )
    questions = {question: index for index, question in enumerate(right)}
    workers: dict[str, int] = {}
    given: dict[tuple[int, int], str] = {}
    for (number, _), question, worker, label in zip(table.lines, *map(table.column, _LONG), strict=True):
        if not worker:
            raise PoolError([f"{table.path}: line {number}: the cell of the worker is empty"])
        if question not in questions:
            continue
        place = questions[question], workers.setdefault(worker, len(workers))
        if place in given:
            raise PoolError(
                [f"{table.path}: line {number}: {worker!r} answers question {question!r} for the second time"]
            )
        given[place] = label
    if not workers:
        raise PoolError([f"{table.path}: no answer to any question with a right answer"])
    answers = np.full((len(questions), len(workers)), None, dtype=object)
    for place, label in given.items():
        answers[place] = label or None
    return tuple(workers), RecordedVotes.of(answers, list(right.values()))


def _from_wide(table: _Table, right: dict[str, str] | None) -> tuple[tuple[str, ...], RecordedVotes]:
    names = tuple(key for key in table.header if key not in _TRUTH)
    if right is None:
        if "truth" not in table.header:
            raise PoolError(
                [
                    f"{table.path}: line 1: expected the columns {', '.join(_LONG)}, or a column per member and "
                    f"'truth'; found {', '.join(map(repr, table.header))}"
                ]
            )
        truth = table.column("truth")
    else:
        if "truth" in table.header:
            raise PoolError([f"{table.path}: line 1: has a column 'truth', and a second file with right answers came"])
        if "question" not in table.header:
            raise PoolError([f"{table.path}: line 1: no column 'question' to find the right answers by"])
        truth = [right.get(question, "") for question in table.column("question")]
    known = [index for index, label in enumerate(truth) if label]
    if not known or not names:
        what = "question has a right answer" if names else "column holds the answers of a member"
        raise PoolError([f"{table.path}: no {what}"])
    columns: list[Any] = [[label or None for label in table.column(name)] for name in names]
    answers = np.array(columns, dtype=object).T
    return names, RecordedVotes.of(answers[known], [truth[index] for index in known])
