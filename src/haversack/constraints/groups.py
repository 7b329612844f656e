"""Groups of members: the values of a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.column_values import explain_unknown, format_label, read_labels

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


def to_label(value: Any) -> Any:
    """Return a value as the text that a cell of it has; None stays."""
    return None if value is None else format_label(value)


def mark_groups(pool: Pool, column: str, used_by: str) -> Sets:
    """Return a column per value, in the order of the values, that is True for its members."""
    labels = read_labels(pool, column, used_by)
    values = {label: place for place, label in enumerate(sorted(set(labels)))}
    marked = np.zeros((len(pool), len(values)), dtype=np.bool_)
    marked[np.arange(len(pool)), [values[label] for label in labels]] = True
    return marked


def find_group(pool: Pool, column: str, value: Any, kind: str) -> Sets:
    """Return which members have a value, or raise `PoolError` if none has it: it is probably misspelt."""
    labels = read_labels(pool, column, f"{kind}.group")
    marked = np.array([label == value for label in labels])
    if not marked.any():
        raise PoolError([explain_unknown(f"{kind}.value: column {column!r} has no value", value, sorted(set(labels)))])
    return marked
