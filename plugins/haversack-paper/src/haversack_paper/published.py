"""Tables 3, 4 and 5 of the paper, and what their numbers say about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack_paper.report import Claim, judge
from haversack_paper.verdicts import PRINTED_TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ROUNDING = 0.01 + 1e-9
"""Half a unit of the last digit in the rows, and as much in the average."""

_ON_PAPER = "a statement about the printed numbers, whatever the data"


@attrs.frozen
class PublishedTable:
    """A table of the paper: columns of accuracies in per cent, then seconds; a row for each data set; the average."""

    where: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[float]]
    average: Sequence[float]

    def column(self, name: str) -> tuple[float, ...]:
        """Return the numbers of a column, the average excluded."""
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows.values())

    def means(self) -> dict[str, float]:
        """Return the mean of every column, as its rows have it."""
        return {name: sum(self.column(name)) / len(self.rows) for name in self.columns}

    def wrong_averages(self) -> dict[str, tuple[float, float]]:
        """Return the columns whose printed average is not that of their rows: the printed one and the true one."""
        pairs = zip(self.average, self.means().items(), strict=True)
        return {name: (printed, mean) for printed, (name, mean) in pairs if abs(printed - mean) > _ROUNDING}


def equal_columns(one: PublishedTable, other: PublishedTable) -> dict[str, str]:
    """Return which columns of one table stand number by number in another, and as which."""
    return {mine: its for mine in one.columns for its in other.columns if one.column(mine) == other.column(its)}


_UCI_COLUMNS = (
    "SA to MAXSTEP, %",
    "SHErLoCk to MAXSTEP, %",
    "SA to STOP, %",
    "SHErLoCk to STOP, %",
    "SA to MAXSTEP, s",
    "SHErLoCk to MAXSTEP, s",
    "SA to STOP, s",
    "SHErLoCk to STOP, s",
)

TABLE_3 = PublishedTable(
    "Table 3",
    ("SA to MAXSTEP, %", "SA to STOP, %", "SA to MAXSTEP, s", "SA to STOP, s"),
    {
        "Diabetic Retinopathy": (94.34, 93.19, 194.12, 1.31),
        "DonorsChoose": (94.78, 91.96, 206.89, 1.67),
        "Statoil": (88.42, 87.76, 191.91, 2.23),
        "KKBox": (96.96, 96.32, 203.88, 1.45),
        "Porto Seguro": (92.99, 89.98, 214.28, 1.95),
    },
    (92.29, 90.45, 202.21, 1.72),
)
TABLE_4 = PublishedTable(
    "Table 4",
    _UCI_COLUMNS,
    {
        "MAGIC": (99.34, 99.57, 99.17, 99.29, 171.9, 56.47, 0.41, 0.18),
        "Spambase": (99.68, 99.76, 98.95, 98.77, 100.98, 67.90, 1.67, 0.39),
        "HIGGS": (78.03, 77.99, 77.59, 77.63, 158.90, 69.46, 2.73, 0.93),
        "EEG": (98.71, 98.80, 95.62, 97.43, 345.57, 90.20, 0.47, 0.38),
        "Musk": (99.95, 99.99, 99.96, 99.98, 178.21, 58.89, 0.33, 0.32),
    },
    (95.15, 95.07, 94.26, 94.62, 191.11, 68.06, 1.12, 0.44),
)
TABLE_5 = PublishedTable(
    "Table 5",
    _UCI_COLUMNS,
    {
        "MAGIC": (99.57, 99.59, 99.19, 99.34, 349.62, 194.12, 1.31, 1.32),
        "Spambase": (99.79, 99.78, 98.96, 98.88, 390.89, 206.89, 1.67, 1.41),
        "HIGGS": (78.08, 78.16, 77.79, 77.73, 378.56, 191.91, 2.23, 2.11),
        "EEG": (98.96, 98.96, 97.32, 97.64, 453.59, 203.88, 1.45, 1.33),
        "Musk": (99.98, 99.99, 99.98, 99.98, 475.71, 214.28, 1.95, 1.56),
    },
    (95.28, 95.29, 94.65, 94.71, 409.67, 202.21, 1.72, 1.55),
)


def averages_claim(table: PublishedTable) -> Claim:
    """Judge whether the last row of a table is the average of the others."""
    wrong = "; ".join(
        f"'{name}': {printed:g} printed, {mean:.2f} computed"
        for name, (printed, mean) in table.wrong_averages().items()
    )
    return judge(
        f"{table.where}, Average",
        "The last row is the average of the rows above it.",
        ", ".join(f"{value:g}" for value in table.average),
        ", ".join(f"{mean:.2f}" for mean in table.means().values()),
        not wrong,
        rule=PRINTED_TEXT,
        otherwise=f"the numbers do not add up: {wrong}; {_ON_PAPER}",
        note=f"{_ON_PAPER}, to their precision",
    )


def printed_averages() -> list[dict[str, float | str | bool]]:
    """Return every average that the tables print, with that of the rows above it."""
    return [
        {"table": table.where, "column": name, "printed": printed, "computed": mean, "wrong": name in wrong}
        for table in (TABLE_3, TABLE_4, TABLE_5)
        for wrong in [table.wrong_averages()]
        for (name, mean), printed in zip(table.means().items(), table.average, strict=True)
    ]
