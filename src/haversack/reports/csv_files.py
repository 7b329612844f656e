"""Results as CSV, for other programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from haversack.pools.csv_cells import escape_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def write_csv(titles: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a line of titles and one line per row, numbers with all their digits, None as an empty cell.

    Texts that a spreadsheet would take for a formula begin with an apostrophe, which our readers remove.

    Examples
    --------
    >>> print(write_csv(["name", "cost"], [{"name": "ann, bob", "cost": 0.1}, {"name": "cat", "cost": None}]), end="")
    name,cost
    "ann, bob",0.1
    cat,
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(escape_cell, titles))
    for row in rows:
        cells = [row[title] for title in titles]
        writer.writerow([escape_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()
