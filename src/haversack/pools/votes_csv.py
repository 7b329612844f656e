"""Recorded votes as CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.csv_table import CsvTable
from haversack.pools.votes import RecordedVotes

if TYPE_CHECKING:
    from os import PathLike

_WORDS = {"item": "question", "member": "worker"} | {word: word for word in ("question", "worker", "answer", "truth")}
_LONG = ("question", "worker", "answer")
_TRUTH = ("question", "truth")


def read_votes(
    answers: str | PathLike[str], truth: str | PathLike[str] | None
) -> tuple[tuple[str, ...], RecordedVotes]:
    """Return the names of the members and their votes; see `Pool.from_votes_csv`."""
    table = _read_table(answers, "question, worker, answer, or a column per member", "answer or question")
    right = None if truth is None else _read_right_answers(_read_table(truth, "question, truth", "question"))
    if set(_LONG) <= set(table.header):
        return _from_long(table, right)
    return _from_wide(table, right)


def _read_table(path: str | PathLike[str], header: str, row: str) -> CsvTable:
    return CsvTable.read(path, header=header, row=row, rename=lambda name: _WORDS.get(name.lower(), name))


def _read_right_answers(table: CsvTable) -> dict[str, str]:
    absent = [key for key in _TRUTH if key not in table.header]
    if absent:
        raise PoolError(f"{table.path}: line 1: no column {absent[0]!r}; found {table.quote_header()}")
    right: dict[str, str] = {}
    for (number, _), question, label in zip(table.lines, table.column("question"), table.column("truth"), strict=True):
        if question in right:
            raise PoolError(f"{table.path}: line {number}: duplicate question {question!r}")
        if label:
            right[question] = label
    if not right:
        raise PoolError(f"{table.path}: no question has a right answer")
    return right


def _from_long(table: CsvTable, right: dict[str, str] | None) -> tuple[tuple[str, ...], RecordedVotes]:
    if right is None:
        raise PoolError(
            [
                f"{table.path}: a file with a line per answer needs a second file with the right answers, "
                "columns question, truth"
            ]
        )
    questions = {question: index for index, question in enumerate(right)}
    workers: dict[str, int] = {}
    given: dict[tuple[int, int], str] = {}
    for (number, _), question, worker, label in zip(table.lines, *map(table.column, _LONG), strict=True):
        if not worker:
            raise PoolError(f"{table.path}: line {number}: expected the name of a worker, the cell is empty")
        if question not in questions:
            continue
        place = questions[question], workers.setdefault(worker, len(workers))
        if place in given:
            raise PoolError(f"{table.path}: line {number}: {worker!r} answers question {question!r} a second time")
        given[place] = label
    if not workers:
        raise PoolError(f"{table.path}: no answer to any question with a right answer")
    answers = np.full((len(questions), len(workers)), None, dtype=object)
    for place, label in given.items():
        answers[place] = label or None
    return tuple(workers), RecordedVotes.of(answers, list(right.values()))


def _from_wide(table: CsvTable, right: dict[str, str] | None) -> tuple[tuple[str, ...], RecordedVotes]:
    names = tuple(key for key in table.header if key not in _TRUTH)
    if right is None:
        if "truth" not in table.header:
            raise PoolError(
                [
                    f"{table.path}: line 1: expected the columns {', '.join(_LONG)}, or a column per member and "
                    f"'truth'; found {table.quote_header()}"
                ]
            )
        truth = table.column("truth")
    else:
        if "truth" in table.header:
            raise PoolError(
                f"{table.path}: line 1: has a column 'truth', but a second file with the right answers was given too"
            )
        if "question" not in table.header:
            raise PoolError(f"{table.path}: line 1: no column 'question', which the right answers are found by")
        truth = [right.get(question, "") for question in table.column("question")]
    known = [index for index, label in enumerate(truth) if label]
    if not known or not names:
        what = "question has a right answer" if names else "column holds the answers of a member"
        raise PoolError(f"{table.path}: no {what}")
    columns: list[Any] = [[label or None for label in table.column(name)] for name in names]
    answers = np.array(columns, dtype=object).T
    return names, RecordedVotes.of(answers[known], [truth[index] for index in known])
