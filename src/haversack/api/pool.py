"""What there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.pool_checks import shortened, value_problems
from haversack.api.pool_csv import read_columns
from haversack.errors import PoolError

if TYPE_CHECKING:
    from os import PathLike

    from haversack.api.arrays import FloatArray


def _accuracy_column(values: Any) -> FloatArray | None:
    return _float_column("accuracies", values)


def _cost_column(values: Any) -> FloatArray | None:
    return _float_column("costs", values)


def _float_column(key: str, values: Any) -> FloatArray | None:
    if values is None:
        return None
    try:
        column = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise PoolError([f"pool: {key}: expected a list of numbers, got {values!r:.80}"]) from error
    if column.ndim != 1:
        raise PoolError([f"pool: {key}: expected one number per member, got an array of shape {column.shape}"])
    column.setflags(write=False)
    return column


def _name_column(values: Iterable[Any] | None) -> tuple[str, ...]:
    return () if values is None else tuple(str(value) for value in _entries("names", values))


def _metadata_columns(columns: Mapping[str, Iterable[Any]] | None) -> dict[str, tuple[Any, ...]]:
    if columns is None:
        return {}
    if not isinstance(columns, Mapping):
        raise PoolError([f"pool: metadata: expected columns by name, got {columns!r:.80}"])
    return {str(key): _entries(f"metadata.{key}", column) for key, column in columns.items()}


def _entries(key: str, column: Iterable[Any]) -> tuple[Any, ...]:
    # A text is iterable too, but nobody who writes "abc" means three entries.
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise PoolError([f"pool: {key}: expected a list with one entry per member, got {column!r:.80}"])
    # The numbers of an array become plain ones, which JSON can hold.
    return tuple(column.tolist() if isinstance(column, np.ndarray) else column)


@attrs.frozen(repr=False, unsafe_hash=False)
class Pool:
    """The members there are to choose from, in a fixed order.

    Arrays are copied and cannot be written to afterwards.

    Parameters
    ----------
    accuracies
        For each member, the probability in [0, 1] that it is right. May be left out for an energy that does not ask
        for it.
    costs
        For each member, a positive finite cost. Left out: nothing costs anything.
    names
        One distinct name per member; ``member-0``, ``member-1``, ... if left out.
    metadata
        Further columns by name, one entry per member, kept as they are.

    Raises
    ------
    PoolError
        Names every value that is out of range and every column that is too short or too long.

    Examples
    --------
    >>> pool = Pool(accuracies=[0.8, 0.7, 0.6], costs=[3, 2, 1])
    >>> pool
    Pool of 3 members with accuracies and costs
    >>> pool.names[0], len(pool)
    ('member-0', 3)
    """

    accuracies: FloatArray | None = attrs.field(
        default=None, converter=_accuracy_column, eq=attrs.cmp_using(eq=np.array_equal)
    )
    costs: FloatArray | None = attrs.field(default=None, converter=_cost_column, eq=attrs.cmp_using(eq=np.array_equal))
    names: tuple[str, ...] = attrs.field(default=None, converter=_name_column)
    metadata: Mapping[str, tuple[Any, ...]] = attrs.field(default=None, converter=_metadata_columns)

    def __attrs_post_init__(self) -> None:
        sized = {"accuracies": self.accuracies, "costs": self.costs, "names": self.names or None}
        sized |= {f"metadata.{key}": column for key, column in self.metadata.items()}
        lengths = {key: len(column) for key, column in sized.items() if column is not None}
        if not lengths or max(lengths.values()) == 0:
            raise PoolError(["pool: empty; expected at least one member"])
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{key} has {length}" for key, length in lengths.items())
            raise PoolError([f"pool: every column needs one entry per member, but {told}"])
        size = next(iter(lengths.values()))
        if not self.names:
            object.__setattr__(self, "names", tuple(f"member-{index}" for index in range(size)))
        problems = value_problems(self.accuracies, self.costs, self.names, self._place)
        if problems:
            raise PoolError(shortened(problems))

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> Pool:
        """Read a pool from a CSV file.

        The first line names the columns, in any order and any case: ``accuracy`` is needed, ``cost`` and ``name``
        are not. Further columns are kept as metadata, as text.

        Raises
        ------
        PoolError
            Names the file and, for each bad value, its line, row and column.
        """
        return cls(**read_columns(path))

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        known = [
            word for word, column in (("accuracies", self.accuracies), ("costs", self.costs)) if column is not None
        ]
        told = f" with {' and '.join(known)}" if known else ""
        return f"Pool of {len(self)} member{'s' if len(self) != 1 else ''}{told}"

    def require_accuracies(self) -> FloatArray:
        """Return the accuracies, or raise `PoolError` if the pool has none."""
        if self.accuracies is None:
            raise PoolError(["pool: this needs the accuracy of each member, and the pool has no accuracies"])
        return self.accuracies

    def require_costs(self) -> FloatArray:
        """Return the costs, or raise `PoolError` if the pool has none."""
        if self.costs is None:
            raise PoolError(
                ["pool: this needs the cost of each member, and the pool has no costs; cost model 'none' needs none"]
            )
        return self.costs

    def to_dict(self) -> dict[str, Any]:
        """Return the columns as plain lists: what a configuration's ``[pool]`` section takes."""
        columns: dict[str, Any] = {"names": list(self.names)}
        if self.accuracies is not None:
            columns["accuracies"] = self.accuracies.tolist()
        if self.costs is not None:
            columns["costs"] = self.costs.tolist()
        if self.metadata:
            columns["metadata"] = {key: list(column) for key, column in self.metadata.items()}
        return columns

    def _place(self, column: str, index: int) -> str:
        keys = {"accuracy": "accuracies", "cost": "costs", "name": "names"}
        return f"pool: {keys[column]}[{index}] (row {index + 1}, {self.names[index]!r})"
