"""What Tables 4 and 5 of the paper print, by our columns and sets."""

from __future__ import annotations

from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.published import TABLE_4, TABLE_5, PublishedTable

HEADS = {
    "annealing-limit": "SA",
    "sherlock-limit": "SHErLoCk",
    "annealing-stop": "SA, STOP",
    "sherlock-stop": "SHErLoCk, STOP",
}
"""In the order of the tables: SA and SHErLoCk until MAXSTEP, then both until STOP."""

COLUMNS = tuple(HEADS)

PRINTED = {30: TABLE_4, 100: TABLE_5}
"""By the number of members."""


def printed_accuracies(table: PublishedTable, key: str) -> dict[str, float]:
    """Return the accuracies of a data set, as shares, by our column."""
    return dict(zip(COLUMNS, (value / 100.0 for value in table.rows[DATA_SETS[key].title][:4]), strict=True))


def printed_seconds(table: PublishedTable, key: str) -> dict[str, float]:
    """Return the times of a data set, by our column."""
    return dict(zip(COLUMNS, table.rows[DATA_SETS[key].title][4:], strict=True))
