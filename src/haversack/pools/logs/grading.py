"""Answers of which only right or wrong is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import PoolError
from haversack.pools.logs.cells import encode, to_names

if TYPE_CHECKING:
    from haversack.arrays import IntArray
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
    codes, texts = encode(to_names(table.columns[layout.correct]))
    grades = np.array([-1 if text is None else _GRADES.get(text.lower(), -2) for text in texts])
    if (grades == -2).any():
        row = int(np.argmax(grades[codes] == -2))
        # Where members have columns, the name of the member is that of the column.
        column = layout.correct if layout.origins is None else table.columns[layout.member][row]
        raise PoolError(
            f"{table.locate(row)}: {column}: must be 0, 1, true or false where answers are graded, got "
            f"{texts[codes[row]]!r:.80}; which scores count as right is your choice: write 1 for them and 0 for others"
        )
    return np.asarray(grades[codes], dtype=np.int64)
