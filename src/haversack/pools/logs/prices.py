"""What members cost, and how long they take, from a log or beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.pools.csv_cells import suggest_number
from haversack.pools.logs.cells import encode, to_names
from haversack.pools.logs.frames import is_frame
from haversack.pools.logs.roles import sort_by_role
from haversack.pools.logs.sources import LogSource
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.logs.tables import LogTable


def average_by_member(table: LogTable, column: str, members: IntArray, names: Sequence[str]) -> FloatArray:
    """Return the mean of a column of numbers over the rows of each member that have one; NaN if none has.

    Raises
    ------
    PoolError
        Names the first line that holds no finite number of at least 0.
    """
    numbers = read_amounts(table, column)
    present = ~np.isnan(numbers)
    sums = np.bincount(members[present], weights=numbers[present], minlength=len(names))
    counts = np.bincount(members[present], minlength=len(names))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums / counts)


def average_prices(table: LogTable, column: str, members: IntArray, names: Sequence[str]) -> FloatArray:
    """Return the mean price of each member's answers.

    Raises
    ------
    PoolError
        As `average_by_member` does, and if a member has no price at all.
    """
    prices = average_by_member(table, column, members, names)
    absent = np.flatnonzero(np.isnan(prices))
    if absent.size:
        raise PoolError(
            f"{table.name}: no line of {names[absent[0]]!r} has a price in column {column!r}; give costs, or leave the "
            f"prices out by columns: ignore={column}"
        )
    return prices


def read_amounts(table: LogTable, column: str) -> FloatArray:
    """Return the numbers of a column, NaN where there is none."""
    try:
        # Fast for the usual case; whatever is unusual is looked at below.
        numbers = np.fromiter(map(float, table.columns[column]), np.float64, len(table))
        if ((numbers >= 0) & (numbers < np.inf)).all():
            return numbers
    except (TypeError, ValueError):
        pass
    codes, texts = encode(to_names(table.columns[column]))
    amounts = np.array([_read_amount(text) for text in texts])
    if np.isinf(amounts).any():
        row = int(np.argmax(np.isinf(amounts[codes])))
        raise PoolError(
            f"{table.locate(row)}: {column}: must be a finite number of at least 0, got {texts[codes[row]]!r:.80}"
            f"{suggest_number(str(texts[codes[row]]))}"
        )
    return np.asarray(amounts[codes])


def _read_amount(text: str | None) -> float:
    """Return the number, NaN for none, infinity for anything else."""
    if text is None:
        return math.nan
    try:
        number = float(text.removeprefix("$"))
    except ValueError:
        return math.inf
    return number if 0 <= number < math.inf else math.inf


def read_costs(costs: Any, names: Sequence[str]) -> Any:
    """Return the cost of each member from a mapping, a sequence, or a file with the columns name and cost.

    Raises
    ------
    PoolError
        If a member has none.
    """
    place = "costs"
    if isinstance(costs, (str, PathLike)) or is_frame(costs):
        table = LogSource.of(costs).table
        place, costs = table.name, _read_cost_table(table)
    elif hasattr(costs, "items") and not isinstance(costs, Mapping):
        costs = dict(costs.items())
    if not isinstance(costs, Mapping):
        return costs
    by_name = dict(zip(to_names(list(costs)), costs.values(), strict=True))
    absent = [name for name in names if by_name.get(name) is None]
    if absent:
        raise PoolError(
            f"{place}: no cost of {absent[0]!r}, which is a member; found "
            f"{', '.join(map(repr, list(by_name)[:12])) or format_value(costs)}"
        )
    return [by_name[name] for name in names]


def _read_cost_table(table: LogTable) -> dict[str, float]:
    found = sort_by_role(table.columns)
    names = [name for name in table.columns if name.lower() == "name"] or found["member"]
    for what, columns in (("name", names), ("cost", found["price"])):
        if not columns:
            raise PoolError(
                f"{table.name}: no column {what!r}: expected the columns name and cost; found "
                f"{', '.join(map(repr, table.columns))}"
            )
    amounts = read_amounts(table, found["price"][0]).tolist()
    costs: dict[str, float] = {}
    for row, (name, amount) in enumerate(zip(to_names(table.columns[names[0]]), amounts, strict=True)):
        if name is None or math.isnan(amount):
            raise PoolError(f"{table.locate(row)}: expected a name and a cost, a cell is empty")
        if name in costs:
            raise PoolError(f"{table.locate(row)}: {name!r} has a cost already")
        costs[name] = amount
    return costs
