"""What Tables 4 and 5 of the paper print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack_paper.published import TABLE_4, TABLE_5

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack_paper.published import PublishedTable

COLUMNS = ("annealing-limit", "sherlock-limit", "annealing-stop", "sherlock-stop")
"""In the order of the tables: SA and SHErLoCk until MAXSTEP, then both until STOP."""

HEADS: Mapping[str, str] = {
    "annealing-limit": "SA",
    "sherlock-limit": "SHErLoCk",
    "annealing-stop": "SA, STOP",
    "sherlock-stop": "SHErLoCk, STOP",
}


@attrs.frozen
class PrintedRow:
    """A row.

    Parameters
    ----------
    accuracies
        Ensemble accuracies, as shares, in the order of `COLUMNS`.
    seconds
        Computational times.
    """

    accuracies: tuple[float, ...]
    seconds: tuple[float, ...]

    @classmethod
    def of(cls, *values: float) -> PrintedRow:
        """Take a row as it is printed: four accuracies in per cent, four times."""
        return cls(tuple(value / 100.0 for value in values[:4]), values[4:])


@attrs.frozen
class PrintedTable:
    """A table.

    Parameters
    ----------
    number
        Its number.
    rows
        By key of the data set.
    average
        The last row.
    """

    number: int
    rows: Mapping[str, PrintedRow]
    average: PrintedRow

    def recomputed(self) -> PrintedRow:
        """Return the average of the rows."""
        rows = list(self.rows.values())
        accuracies = zip(*(row.accuracies for row in rows), strict=True)
        seconds = zip(*(row.seconds for row in rows), strict=True)
        return PrintedRow(*(tuple(sum(column) / len(rows) for column in part) for part in (accuracies, seconds)))


def _as_printed(number: int, table: PublishedTable) -> PrintedTable:
    rows = {title.lower(): PrintedRow.of(*values) for title, values in table.rows.items()}
    return PrintedTable(number, rows, PrintedRow.of(*table.average))


PRINTED: Mapping[int, PrintedTable] = {30: _as_printed(4, TABLE_4), 100: _as_printed(5, TABLE_5)}
"""By the number of members."""
