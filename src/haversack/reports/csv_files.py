"""Results as CSV, for other programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def write_csv(titles: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a line of titles and one line per row, numbers with all their digits, None as an empty cell.

    Examples
    --------
    >>> print(write_csv(["name", "cost"], [{"name": "ann, bob", "cost": 0.1}, {"name": "cat", "cost": None}]), end="")
    name,cost
    "ann, bob",0.1
    cat,
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, titles, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
