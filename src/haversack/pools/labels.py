"""Answers of any hashable kind as positions among their distinct labels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.numbers import is_masked
from haversack.text import format_value

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import IntArray


def encode_answers(answers: Any, truth: Any, missing: Any = None) -> tuple[IntArray, IntArray, tuple[Any, ...]]:
    """Return the answers and the right answers as positions among the labels, -1 for no answer, and the labels.

    See `Pool.from_votes` for the parameters.
    """
    table, column = _read_table(answers), _read_column(truth)
    if table.shape[0] != column.size and table.shape[1] == column.size:
        table = table.T
    if table.shape[0] != column.size:
        raise PoolError(
            [
                f"pool: answers: expected a row for each of the {column.size} items of truth and a column per "
                f"member, got an array of shape {table.shape}"
            ]
        )
    codes: dict[Any, int] = {}
    right = _encode("truth", column, codes, missing)
    if (right < 0).any():
        raise PoolError(f"pool: truth[{int(np.argmax(right < 0))}]: the right answer is missing")
    given = _encode("answers", table, codes, missing)
    labels, positions = _sort_labels(tuple(codes))
    return positions[given], positions[right], labels


def _read_table(answers: Any) -> npt.NDArray[Any]:
    table = _read_array("answers", answers)
    if table.ndim != 2:
        raise PoolError(
            f"pool: answers: expected a table with a row per item and a column per member, got shape {table.shape}"
        )
    return table


def _read_column(truth: Any) -> npt.NDArray[Any]:
    column = _read_array("truth", truth)
    if column.ndim != 1 or column.size == 0:
        raise PoolError(f"pool: truth: expected the right answer to each item, got shape {column.shape}")
    return column


def _read_array(name: str, values: Any) -> npt.NDArray[Any]:
    """Return an array; the entries of lists keep their types."""
    if isinstance(values, (str, bytes)):
        raise PoolError(f"pool: {name}: expected a list, got {format_value(values)}")
    if is_masked(values):
        raise PoolError(f"pool: {name}: expected a list, got a masked array; None or NaN means no answer")
    try:
        table = np.asarray(values) if hasattr(values, "__array__") else np.array(_nest_lists(values), dtype=object)
    # An object may turn itself into an array, and raise anything meanwhile.
    except Exception as error:
        raise PoolError(f"pool: {name}: expected rows of equal length, got {format_value(values)}") from error
    return table


def _nest_lists(values: Any) -> Any:
    nested = [list(row) if isinstance(row, Iterable) and not isinstance(row, (str, bytes)) else row for row in values]
    if len({len(row) if isinstance(row, list) else -1 for row in nested}) > 1:
        raise ValueError("rows of different lengths")
    return nested


def _encode(name: str, values: npt.NDArray[Any], codes: dict[Any, int], missing: Any) -> IntArray:
    """Return the position of each entry among the labels, -1 for no answer; new labels are added to `codes`."""
    kinds: Any = values
    inverse = None
    if values.dtype != object:
        kinds, inverse = np.unique(values, return_inverse=True)
    found = [_encode_label(name, label, codes, missing) for label in kinds.ravel().tolist()]
    encoded = np.array(found, dtype=np.int64)
    return encoded.reshape(values.shape) if inverse is None else encoded[inverse].reshape(values.shape)


def _encode_label(name: str, label: Any, codes: dict[Any, int], missing: Any) -> int:
    if isinstance(label, np.generic):
        label = label.item()
    if label is None or (isinstance(label, float) and math.isnan(label)):
        return -1
    try:
        # True equals 1, but does not mean it.
        if missing is not None and isinstance(label, bool) == isinstance(missing, bool) and bool(label == missing):
            return -1
        return codes.setdefault(label, len(codes))
    # Labels compare and hash themselves, and may raise anything.
    except Exception as error:
        raise PoolError(f"pool: {name}: an answer must be hashable, got {format_value(label)}") from error


def _sort_labels(labels: tuple[Any, ...]) -> tuple[tuple[Any, ...], IntArray]:
    """Return the labels, sorted if they can be, and for each old position the new one; -1 stays -1."""
    try:
        order = sorted(range(len(labels)), key=labels.__getitem__)
    except TypeError:  # Words and numbers, for example.
        order = list(range(len(labels)))
    positions = np.full(len(labels) + 1, -1)
    positions[order] = np.arange(len(labels))
    return tuple(labels[position] for position in order), positions
