"""Answers of which only right or wrong is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import PoolError
from haversack.pools.logs.cells import encode, to_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import IntArray, Sets
    from haversack.pools.logs.layout import Layout
    from haversack.pools.logs.tables import LogTable

_RIGHT, _WRONG = 0, 1
_GRADES = {"1": _RIGHT, "true": _RIGHT, "1.0": _RIGHT, "0": _WRONG, "false": _WRONG, "0.0": _WRONG}


def read_grades(table: LogTable, layout: Layout) -> IntArray:
    """Return 0 for each right answer, 1 for each wrong one, and -1 where there is none.

    Raises
    ------
    PoolError
        Names the first line that says neither.
    """
    assert layout.correct is not None
    grades, texts, codes = _find_grades(table, layout.correct)
    if (grades == -2).any():
        row = int(np.argmax(grades[codes] == -2))
        # Where members have columns, the name of the member is that of the column.
        column = layout.correct if layout.origins is None else table.columns[layout.member][row]
        raise PoolError(
            f"{table.locate(row)}: {column}: must be 0, 1, true or false where answers are graded, got "
            f"{texts[codes[row]]!r:.80}; which scores count as right is your choice: write 1 for them and 0 for others"
        )
    return np.asarray(grades[codes], dtype=np.int64)


def _find_grades(table: LogTable, column: str) -> tuple[IntArray, list[str | None], IntArray]:
    """Return the grade of each distinct text, -1 for none and -2 for what is no grade; the texts; and those of rows."""
    codes, texts = encode(to_names(table.columns[column]))
    return np.array([-1 if text is None else _GRADES.get(text.lower(), -2) for text in texts]), texts, codes


def count_contradictions(table: LogTable, column: str, is_right: Sets, is_known: Sets) -> int:
    """Return how many rows a column of grades calls right or wrong though the answer is not; 0 if it holds others."""
    grades, _, codes = _find_grades(table, column)
    if (grades == -2).any():
        return 0
    given = grades[codes]
    return int(((given >= 0) & is_known & ((given == _RIGHT) != is_right)).sum())


def refuse_doubtful_score(table: LogTable, score: str, truth: str, others: Sequence[str]) -> None:
    """Raise `PoolError` if a score is 0 or 1, and another column, or none, seems to hold the answer that it grades."""
    if (_find_grades(table, score)[0] == -2).any():
        return
    right, given = (set(to_names(table.columns[name])) - {None} for name in (truth, score))
    answers = [name for name in others if right & set(to_names(table.columns[name]))]
    if answers or not right & given:
        graded = f"a grade of {answers[0]!r}" if answers else "a grade"
        choice = f", answer={answers[0]}" if answers else ""
        raise PoolError(
            f"{table.name}: column {score!r} may hold the answer or {graded}; choose by columns: "
            f"correct={score}{choice} or answer={score}"
        )
