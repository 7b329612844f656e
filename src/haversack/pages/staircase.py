"""The best set for every budget, as a page shows it."""

from __future__ import annotations

import bisect
import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.problem import ROUNDING
from haversack.config.fields import TABLE, check_error, read_fields
from haversack.config.options import list_options
from haversack.errors import ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.selection import Selection

_USEFUL = 0.1
_TABLES = {"parts": TABLE, "config": TABLE}
"""What a page shows beside the sets."""


@attrs.frozen
class Stair:
    """The best set known from a budget on.

    Parameters
    ----------
    budget, cost
        The budget, and what the set costs.
    names
        Its members.
    value, error
        What it is worth, and 1 - value where that is a probability.
    error_bound, bound
        What no set within the budget can beat, if known.
    proven
        Whether it is proved to be the best.
    """

    budget: float
    cost: float
    names: tuple[str, ...]
    value: float
    error: float | None = None
    bound: float | None = None
    error_bound: float | None = None
    proven: bool = False

    @property
    def loss(self) -> float:
        """What falls as sets get better."""
        return -self.value if self.error is None else self.error


@attrs.frozen
class Staircase:
    """Sets by rising budget.

    Parameters
    ----------
    stairs
        The sets, each better than the one before.
    whole
        Whether all budgets are covered, with proof; otherwise single budgets were searched.
    searcher, stop_reason, seed
        How they were found.
    last_budget
        What all members cost together.
    """

    stairs: tuple[Stair, ...]
    whole: bool = False
    searcher: str = ""
    stop_reason: str = ""
    seed: int | None = None
    last_budget: float = math.inf
    failed: bool = False
    interrupted: bool = False

    def add(self, panel: Stair) -> Staircase:
        """Return the staircase with a further set, and without those that it makes useless."""
        before = [stair for stair in self.stairs if stair.cost < panel.cost * (1 - ROUNDING)]
        if any(stair.loss <= panel.loss for stair in before):
            return self
        least = panel.loss - ROUNDING * abs(panel.loss)
        if any(stair.cost <= panel.cost * (1 + ROUNDING) and stair.loss < least for stair in self.stairs):
            return self
        after = [stair for stair in self.stairs if stair.cost >= panel.cost * (1 - ROUNDING) and stair.loss < least]
        return attrs.evolve(self, stairs=(*before, panel, *after))

    def find_at(self, budget: float) -> Stair | None:
        """Return the best set that a budget buys."""
        limit = budget * (1 + ROUNDING)
        place = bisect.bisect_right(self.stairs, limit, key=lambda stair: stair.cost) - 1
        return None if place < 0 else self.stairs[place]

    def find_next(self, panel: Stair, budget: float) -> tuple[Stair | None, bool]:
        """Return the cheapest set above a budget that is better by a tenth, and True; else the next better one."""
        limit = budget * (1 + ROUNDING)
        better = [stair for stair in self.stairs if stair.cost > limit and stair.loss < panel.loss]
        useful = next((stair for stair in better if self._is_useful(panel, stair)), None)
        return (useful, True) if useful is not None else (next(iter(better), None), False)

    def _is_useful(self, panel: Stair, stair: Stair) -> bool:
        if panel.error is not None and stair.error is not None:
            return stair.error <= (1.0 - _USEFUL) * panel.error
        return stair.value - panel.value >= _USEFUL * abs(panel.value)


def read_staircase(document: Mapping[str, Any], place: str) -> Staircase:
    """Return the frontier that `Frontier.to_dict` returned as plain values.

    Raises
    ------
    ConfigError
        If it is something else; names the key.
    """
    rows = document.get("points")
    if not isinstance(rows, list) or not rows:
        raise ConfigError(f"{place}: points: must be a list of the sets of a frontier, got {format_value(rows)}")
    stairs = tuple(_read_record(Stair, row, place, f"points[{number}].") for number, row in enumerate(rows))
    for number, stair in enumerate(stairs):
        check_error(stair.error, f"{place}: points[{number}].error")
    read_fields(document, _TABLES, place)
    staircase: Staircase = _read_record(Staircase, {**document, "stairs": list(stairs)}, place)
    return attrs.evolve(staircase, stairs=tuple(sorted(stairs, key=lambda stair: stair.cost)))


def make_stair(selection: Selection) -> Stair:
    """Return the answer of a run as one of the sets of a staircase."""
    budget = selection.budget if math.isfinite(selection.budget) else selection.cost
    fields = ("cost", "names", "value", "error", "bound", "error_bound", "proven")
    return Stair(budget, **{name: getattr(selection, name) for name in fields})


def _read_record(kind: Callable[..., Any], table: object, place: str, within: str = "") -> Any:
    """Return a record from those keys of a table that it has."""
    types = {option.name: option.type for option in list_options(kind)}
    required = [option.name for option in list_options(kind) if option.is_required]
    return kind(**read_fields(table, types, place, required=required, within=within))
