"""What Tables 4 and 5 of the paper print, beside our columns and sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.published import TABLE_4, TABLE_5
from haversack_paper.report import percent

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

PRINTED: Mapping[int, PublishedTable] = {30: TABLE_4, 100: TABLE_5}
"""By the number of members."""

_AS_A_DIFFERENCE = 0.5e-4  # Below it, a percentage with two decimals would be 100.


def printed_accuracies(table: PublishedTable, key: str) -> dict[str, float]:
    """Return the accuracies of a data set, as shares, by our column."""
    row = table.rows[DATA_SETS[key].title]
    return {column: value / 100.0 for column, value in zip(COLUMNS, row[:4], strict=True)}


def printed_seconds(table: PublishedTable, key: str) -> dict[str, float]:
    """Return the times of a data set, by our column."""
    return dict(zip(COLUMNS, table.rows[DATA_SETS[key].title][4:], strict=True))


def accuracy_of(error: float) -> str:
    """Write an accuracy whose error is known precisely: two decimals, or where they would read 100, a difference.

    Examples
    --------
    >>> accuracy_of(0.0066), accuracy_of(0.00006), accuracy_of(2.04e-13), accuracy_of(0.0)
    ('99.34 %', '99.99 %', '1 - 2.0e-13', '100 %')
    """
    if 0.0 < error < _AS_A_DIFFERENCE:
        return f"1 - {error:.1e}"
    return percent(1.0 - error)
