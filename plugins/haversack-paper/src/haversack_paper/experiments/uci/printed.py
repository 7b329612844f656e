"""What Tables 4 and 5 of the paper print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

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


PRINTED: Mapping[int, PrintedTable] = {
    30: PrintedTable(
        4,
        {
            "magic": PrintedRow.of(99.34, 99.57, 99.17, 99.29, 171.9, 56.47, 0.41, 0.18),
            "spambase": PrintedRow.of(99.68, 99.76, 98.95, 98.77, 100.98, 67.90, 1.67, 0.39),
            "higgs": PrintedRow.of(78.03, 77.99, 77.59, 77.63, 158.90, 69.46, 2.73, 0.93),
            "eeg": PrintedRow.of(98.71, 98.80, 95.62, 97.43, 345.57, 90.20, 0.47, 0.38),
            "musk": PrintedRow.of(99.95, 99.99, 99.96, 99.98, 178.21, 58.89, 0.33, 0.32),
        },
        PrintedRow.of(95.15, 95.07, 94.26, 94.62, 191.11, 68.06, 1.12, 0.44),
    ),
    100: PrintedTable(
        5,
        {
            "magic": PrintedRow.of(99.57, 99.59, 99.19, 99.34, 349.62, 194.12, 1.31, 1.32),
            "spambase": PrintedRow.of(99.79, 99.78, 98.96, 98.88, 390.89, 206.89, 1.67, 1.41),
            "higgs": PrintedRow.of(78.08, 78.16, 77.79, 77.73, 378.56, 191.91, 2.23, 2.11),
            "eeg": PrintedRow.of(98.96, 98.96, 97.32, 97.64, 453.59, 203.88, 1.45, 1.33),
            "musk": PrintedRow.of(99.98, 99.99, 99.98, 99.98, 475.71, 214.28, 1.95, 1.56),
        },
        PrintedRow.of(95.28, 95.29, 94.65, 94.71, 409.67, 202.21, 1.72, 1.55),
    ),
}
