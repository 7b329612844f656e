"""Cells as text, and text as positions among its distinct values."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import IntArray

_MISSING_TYPES = ("NAType", "NaTType")
"""What pandas has in place of a value; it need not be installed."""
_MISSING_TEXTS = ("", "nan", "NaN", "NAN", "<NA>", "NaT", "#N/A")
"""What programs write there, and no person as an answer."""
DOUBTFUL_TEXTS = ("NA", "N/A", "n/a", "None", "none", "null", "NULL")
"""What may be written there, and may be an answer."""


def to_texts(cells: Sequence[Any]) -> Sequence[str | None]:
    """Return the cells as text, None where there is nothing.

    Numbers and truth values are written as in JSON, and a number without a fraction as a whole one: where cells are
    missing, frames turn 1 into 1.0.

    Examples
    --------
    >>> to_texts(["a", 1, 1.0, 0.5, True, None, float("nan"), " ", "NaN"])
    ['a', '1', '1', '0.5', 'true', None, None, None, None]
    """
    kinds = set(map(type, cells))
    if kinds <= {str}:
        blank = {cell for cell in set(cells) if cell.strip() in _MISSING_TEXTS}
        return [None if cell in blank else cell for cell in cells] if blank else cells
    return [_to_text(cell) for cell in cells]


def _to_text(cell: Any) -> str | None:
    if isinstance(cell, str):
        return None if cell.strip() in _MISSING_TEXTS else cell
    if isinstance(cell, np.generic):
        cell = cell.item()
    if cell is None or type(cell).__name__ in _MISSING_TYPES:
        return None
    if isinstance(cell, float):
        if math.isnan(cell):
            return None
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, (bool, int, list, dict, tuple)):
        try:
            return json.dumps(cell, sort_keys=True, ensure_ascii=False)
        except (TypeError, ValueError) as error:
            raise PoolError(f"log: expected text or a number, got {format_value(cell)}") from error
    return str(cell)


def to_names(cells: Sequence[Any]) -> Sequence[str | None]:
    """Return the cells as names: text without surrounding spaces."""
    texts = to_texts(cells)
    stripped = {text: text.strip() for text in set(texts) if text is not None}
    changed = {text: name for text, name in stripped.items() if text != name}
    return [None if text is None else stripped[text] for text in texts] if changed else texts


def encode(texts: Sequence[Any]) -> tuple[IntArray, list[Any]]:
    """Return the position of each value among the distinct ones, in the order of their first appearance, and these.

    Examples
    --------
    >>> codes, values = encode(["b", "a", "b"])
    >>> codes.tolist(), values
    ([0, 1, 0], ['b', 'a'])
    """
    index = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    return np.fromiter(map(index.__getitem__, texts), np.int64, len(texts)), list(index)


def join_names(columns: Sequence[Sequence[str | None]]) -> Sequence[str | None]:
    """Return one name per row from the cells of several columns; None where one of them is missing."""
    if len(columns) == 1:
        return columns[0]
    rows = zip(*columns, strict=True)
    return [None if None in row else "/".join(row) for row in rows]
