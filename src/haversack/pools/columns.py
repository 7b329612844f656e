"""Every column that a pool may have: one table, which readers, checks, run files, schema and reports use.

A further column is one entry of `COLUMNS`: `Pool` gets its field from it. To make it known to type checkers as well,
declare the field in `Pool`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import IN_UNIT_INTERVAL, NOT_NEGATIVE, Condition, find_name_problems
from haversack.pools.csv_cells import explain_number
from haversack.pools.numbers import is_masked, read_numbers
from haversack.pools.votes import RecordedVotes
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack.arrays import FloatArray


@attrs.frozen(kw_only=True)
class PoolColumn:
    """A column of a pool.

    Parameters
    ----------
    key
        The field of `Pool` and the key in run files.
    type
        What a run file may hold under the key.
    description
        A sentence for the schema of run files.
    header
        The name of the column in CSV files of members; None if such a file cannot have it.
    is_shown
        Whether reports on a selection show it for every chosen member.
    is_sufficient
        Whether a pool may have this column alone.
    """

    key: str
    type: Any
    description: str
    header: str | None = None
    is_shown: bool = False
    is_sufficient: bool = False

    equality: ClassVar[Any] = True
    """How attrs compares stored values."""

    def convert(self, values: Any) -> Any:
        """Return what `Pool` stores, or raise `PoolError` if the values have a wrong form."""
        raise NotImplementedError

    def is_present(self, values: Any) -> bool:
        """Return whether stored values are more than a placeholder for an absent column."""
        return values is not None

    def lengths(self, values: Any) -> dict[str, int]:
        """Return the number of entries by key, which must be the number of members."""
        return {self.key: len(values)}

    def find_problems(self, values: Any) -> Iterable[tuple[int, str]]:  # noqa: ARG002
        """Return the index of each stored value that is not allowed, and a message."""
        return ()

    def read_cells(self, cells: Sequence[str]) -> tuple[Any, list[tuple[int, str]]]:
        """Return the values that the cells of a CSV file hold, and the problems with them."""
        return cells, list(self.find_problems(cells))

    def take(self, values: Any, members: Sequence[int]) -> Any:
        """Return the stored values of these members."""
        return tuple(values[member] for member in members)

    def to_plain(self, values: Any) -> Any:
        """Return the stored values as a run file holds them."""
        return list(values)

    def describe(self, values: Any) -> str:  # noqa: ARG002
        """Return what ``repr`` says of the column; the empty string if nothing."""
        return ""


@attrs.frozen(kw_only=True)
class NumberColumn(PoolColumn):
    """A column with one number per member.

    Parameters
    ----------
    condition
        What every number must satisfy.
    """

    type: Any = list[float]
    is_shown: bool = True
    condition: Condition

    equality: ClassVar[Any] = attrs.cmp_using(eq=np.array_equal)

    def convert(self, values: Any) -> FloatArray | None:
        """Return a read-only array."""
        return None if values is None else read_numbers(self.key, values)

    def find_problems(self, values: FloatArray) -> Iterable[tuple[int, str]]:
        """Return the numbers that do not meet the condition."""
        return self.condition.find_problems(values)

    def read_cells(self, cells: Sequence[str]) -> tuple[FloatArray, list[tuple[int, str]]]:
        """Return the numbers, NaN where a cell holds none."""
        values = np.full(len(cells), np.nan)
        problems = {}
        for index, text in enumerate(cells):
            try:
                values[index] = float(text)
            except ValueError:
                problems[index] = explain_number(text)
        others = [(index, message) for index, message in self.find_problems(values) if index not in problems]
        return values, [*problems.items(), *others]

    def take(self, values: FloatArray, members: Sequence[int]) -> FloatArray:
        """Return the numbers of these members."""
        return values[list(members)]

    def to_plain(self, values: FloatArray) -> list[float]:
        """Return the numbers as a list."""
        plain: list[float] = values.tolist()
        return plain

    def describe(self, values: FloatArray) -> str:  # noqa: ARG002
        """Return the key."""
        return self.key


@attrs.frozen(kw_only=True)
class NameColumn(PoolColumn):
    """The column with a distinct name per member."""

    def convert(self, values: Any) -> tuple[str, ...]:
        """Return the names as text."""
        if values is None:
            return ()
        entries = _list_entries(self.key, values)
        try:
            return tuple(map(str, entries))
        except Exception as error:
            raise PoolError(f"pool: {self.key}: expected names; an entry cannot be written: {error}") from error

    def is_present(self, values: tuple[str, ...]) -> bool:
        """Return whether there are names."""
        return bool(values)

    def find_problems(self, values: Sequence[str]) -> Iterable[tuple[int, str]]:
        """Return the names that are empty or duplicates."""
        return find_name_problems(values)


@attrs.frozen(kw_only=True)
class MetadataColumns(PoolColumn):
    """Any further columns by name."""

    def convert(self, values: Any) -> dict[str, tuple[Any, ...]]:
        """Return the columns by name."""
        if values is None:
            return {}
        if not isinstance(values, Mapping):
            raise PoolError(f"pool: {self.key}: expected columns by name, got {format_value(values)}")
        names = NAMES.convert(list(values))
        columns = zip(names, values.values(), strict=True)
        return {name: _list_entries(f"{self.key}.{name}", column) for name, column in columns}

    def is_present(self, values: Mapping[str, Any]) -> bool:
        """Return whether there is any column."""
        return bool(values)

    def lengths(self, values: Mapping[str, Any]) -> dict[str, int]:
        """Return the number of entries of each column."""
        return {f"{self.key}.{name}": len(column) for name, column in values.items()}

    def take(self, values: Mapping[str, Any], members: Sequence[int]) -> dict[str, tuple[Any, ...]]:
        """Return the entries of these members in each column."""
        return {name: tuple(column[member] for member in members) for name, column in values.items()}

    def to_plain(self, values: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return the columns as lists."""
        return {name: list(column) for name, column in values.items()}


@attrs.frozen(kw_only=True)
class VoteColumn(PoolColumn):
    """The recorded votes."""

    def convert(self, values: Any) -> RecordedVotes | None:
        """Return the votes, also from the form that a run file holds."""
        if values is None or isinstance(values, RecordedVotes):
            return values
        if isinstance(values, Mapping):
            return RecordedVotes.from_dict(values)
        raise PoolError(
            f"pool: {self.key}: expected recorded votes, as Pool.from_votes makes them, got {format_value(values)}"
        )

    def lengths(self, values: RecordedVotes) -> dict[str, int]:
        """Return the number of members with votes."""
        return {self.key: values.members}

    def take(self, values: RecordedVotes, members: Sequence[int]) -> RecordedVotes:
        """Return the votes of these members."""
        return values.of_members(members)

    def to_plain(self, values: RecordedVotes) -> dict[str, Any]:
        """Return labels, right answers and answers."""
        return values.to_dict()

    def describe(self, values: RecordedVotes) -> str:
        """Return the key with the number of items."""
        return f"{self.key} on {len(values)} item{'s' if len(values) != 1 else ''}"


ACCURACIES = NumberColumn(
    key="accuracies",
    header="accuracy",
    description="Accuracy of each member, from 0 to 1.",
    condition=IN_UNIT_INTERVAL,
    is_sufficient=True,
)
COSTS = NumberColumn(
    key="costs",
    header="cost",
    description="Cost of each member, at least 0.",
    condition=NOT_NEGATIVE,
    is_sufficient=True,
)
NAMES = NameColumn(key="names", header="name", type=list[str], description="Name of each member.")
METADATA = MetadataColumns(key="metadata", type=dict[str, list[Any]], description="Further columns.")
VOTES = VoteColumn(
    key="votes",
    type=str | list[str] | dict[str, Any],
    description="Log of recorded answers, relative to the run file: a file, a pattern, a folder or a list of them; or "
    "the votes themselves.",
    is_sufficient=True,
)

COLUMNS: tuple[PoolColumn, ...] = (ACCURACIES, COSTS, NAMES, METADATA, VOTES)
"""All columns, in the order of the fields of `Pool`."""


def add_missing_fields(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Return the declared fields of `Pool` and one for every other column: the `field_transformer` of its class."""
    declared = {field.name for field in fields}
    others = attrs.make_class(
        "OtherColumns",
        {
            column.key: attrs.field(default=None, converter=column.convert, eq=column.equality)
            for column in COLUMNS
            if column.key not in declared
        },
    )
    return [*fields, *attrs.fields(others)]


def list_headers() -> dict[str, PoolColumn]:
    """Return the columns that a CSV file of members may have by header, the name first."""
    columns = sorted(COLUMNS, key=lambda column: column is not NAMES)
    return {column.header: column for column in columns if column.header is not None}


def list_present_columns(pool: object) -> Iterator[tuple[PoolColumn, Any]]:
    """Yield each column that a pool has, with the stored values."""
    for column in COLUMNS:
        values = getattr(pool, column.key)
        if column.is_present(values):
            yield column, values


def list_shown_columns(pool: object) -> Iterator[tuple[str, FloatArray]]:
    """Yield header and values of each column of numbers that reports show for every chosen member."""
    for column, values in list_present_columns(pool):
        if column.is_shown and column.header is not None:
            yield column.header, values


def _list_entries(key: str, column: Any) -> tuple[Any, ...]:
    # A text is iterable too, but "abc" does not mean three entries.
    wrong = isinstance(column, (str, bytes, Mapping)) or not isinstance(column, Iterable) or is_masked(column)
    try:
        if not wrong:
            # The numbers of an array become plain ones, which JSON can hold.
            return tuple(column.tolist() if isinstance(column, np.ndarray) else column)
    except Exception as error:
        raise PoolError(f"pool: {key}: expected a list with one entry per member; {error}") from error
    raise PoolError(f"pool: {key}: expected a list with one entry per member, got {format_value(column)}")
