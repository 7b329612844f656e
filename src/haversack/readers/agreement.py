"""Whether answers can stand for the grades that a tool gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.pools.logs.cells import to_names

if TYPE_CHECKING:
    from collections.abc import Sequence

_GRADES = {"1": True, "true": True, "0": False, "false": False}


def explain_grades(answers: Sequence[Any], truth: Sequence[Any], grades: Sequence[Any]) -> bool:
    """Return whether an answer equals the right one exactly where its grade is right, in all rows that have a grade.

    The answers then say more than the grades: which wrong ones agree.

    Examples
    --------
    >>> explain_grades(["A", "B"], ["A", "A"], [1.0, 0.0]), explain_grades(["18"], ["#### 18"], [1.0])
    (True, False)
    """
    columns = (to_names(cells) for cells in (answers, truth, grades))
    rows = [(given, right, grade) for given, right, grade in zip(*columns, strict=True) if grade is not None]
    return bool(rows) and all(
        None not in (given, right) and _GRADES.get(grade.lower()) == (given == right) for given, right, grade in rows
    )
