"""A log as columns, with the place of every row."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@attrs.frozen(repr=False, eq=False)
class LogTable:
    """Columns of equal length, and where each row comes from.

    Parameters
    ----------
    name
        The file, for messages.
    columns
        The cells by column: text, numbers, truth values; None where there is none.
    places
        Number of each row's line in the file.
    unit
        What these numbers count.
    roles
        What the reader knows about the columns: a column, or several, for ``item``, ``member``, ``answer``, ``truth``,
        ``correct``, ``price`` and ``latency``. Without any, the names of the columns decide.
    starts
        If rows of several files are joined: first row and name of each file.
    row_names
        Labels of the rows, as the index of a frame has them.
    contents
        The column that says what an item asks, if the reader knows one: the same on all rows of an item. Otherwise rows
        of different tests would be taken for one item.

    Examples
    --------
    >>> table = LogTable("log.csv", {"model": ["a", "b"], "answer": ["1", "0"]}, places=[2, 3])
    >>> len(table), table.locate(1)
    (2, 'log.csv: line 3')
    """

    name: str
    columns: Mapping[str, Sequence[Any]]
    places: Sequence[int] = attrs.field()
    unit: str = "line"
    roles: Mapping[str, str | tuple[str, ...]] = attrs.field(factory=dict)
    starts: tuple[tuple[int, str], ...] = ()
    row_names: Sequence[Any] | None = None
    contents: str | None = None

    @places.default
    def _number_rows(self) -> Sequence[int]:
        return range(1, 1 + len(next(iter(self.columns.values()), ())))

    def __attrs_post_init__(self) -> None:
        wrong = [name for name, cells in self.columns.items() if len(cells) != len(self.places)]
        if wrong:
            raise PoolError(
                f"{self.name}: column {wrong[0]!r}: expected {len(self.places)} cells, one per row, got "
                f"{len(self.columns[wrong[0]])}"
            )

    def __len__(self) -> int:
        return len(self.places)

    def __repr__(self) -> str:
        return f"LogTable of {self.name} with {len(self)} rows and the columns {', '.join(self.columns)}"

    def locate(self, row: int) -> str:
        """Return the place of a row for messages."""
        return f"{self.name_file(row)}: {self.unit} {self.places[row]}"

    def name_file(self, row: int) -> str:
        """Return the file that a row comes from."""
        if not self.starts:
            return self.name
        return self.starts[bisect_right(self.starts, row, key=lambda start: start[0]) - 1][1]

    def locate_both(self, first: int, second: int) -> tuple[str, str]:
        """Return the place of the second of two rows, and that of the first as it is named after it."""
        same = self.name_file(first) == self.name_file(second)
        return self.locate(second), f"{self.unit} {self.places[first]}" if same else self.locate(first)


def join_tables(tables: Sequence[LogTable]) -> LogTable:
    """Return the rows of several tables as one; a column that a table does not have is empty there.

    Only roles that all tables give alike are kept.
    """
    if len(tables) == 1:
        return tables[0]
    names = dict.fromkeys(name for table in tables for name in table.columns)
    columns: dict[str, Sequence[Any]] = {
        name: [cell for table in tables for cell in table.columns.get(name, [None] * len(table))] for name in names
    }
    places = [place for table in tables for place in table.places]
    starts, first = [], 0
    for table in tables:
        starts.append((first, table.name))
        first += len(table)
    roles = {
        role: column
        for role, column in tables[0].roles.items()
        if all(table.roles.get(role) == column for table in tables)
    }
    units = {table.unit for table in tables}
    contents = {table.contents for table in tables}
    return LogTable(
        f"{tables[0].name} and {len(tables) - 1} more",
        columns,
        places,
        unit=units.pop() if len(units) == 1 else "row",
        roles=roles,
        starts=tuple(starts),
        contents=contents.pop() if len(contents) == 1 else None,
    )
