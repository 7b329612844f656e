"""What a panel uses of each of several budgets, where the cost model has budgets of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from haversack.errors import HaversackError
from haversack.pages.wording import format_number, show_name
from haversack.pools.column_values import read_numbers

if TYPE_CHECKING:
    from haversack.api.selection import Selection

_NEAR = 1e-6
_LONGEST = 30
_MOST = 4


@attrs.frozen
class Use:
    """How much of a budget a panel uses."""

    name: str
    used: float
    limit: float


def list_uses(selection: Selection) -> list[Use]:
    """Return what the panel uses of each budget, where its cost is the largest share of one; otherwise nothing.

    Parameters
    ----------
    selection
        The answer.
    """
    cost = (selection.settings or {}).get("cost")
    budgets = cost.get("budgets") if isinstance(cost, Mapping) else None
    if not isinstance(budgets, Mapping) or not budgets or not math.isfinite(selection.budget):
        return []
    members = list(selection.members)
    try:
        uses = [
            Use(str(name), float(read_numbers(selection.pool, name, "cost", least=0.0)[members].sum()), float(limit))
            for name, limit in budgets.items()
        ]
    except (HaversackError, TypeError, ValueError):
        return []
    # Budgets of a cost model of a plugin may mean something else.
    if any(use.limit <= 0.0 for use in uses):
        return []
    share = max(use.used / use.limit for use in uses)
    if abs(share - selection.cost) > _NEAR * abs(selection.cost):
        return []
    return [attrs.evolve(use, limit=use.limit * selection.budget) for use in uses]


def join_uses(selection: Selection) -> str:
    """Return the uses as words, such as ``10 of 10 seconds and 1.8 of 2.5 dollars``; empty if there are none."""
    return _join([f"{format_number(use.used)} of {_describe_limit(use)}" for use in list_uses(selection)])


def describe_limits(selection: Selection) -> list[str]:
    """Return a sentence on what one number means where there are several budgets."""
    limits = [_describe_limit(use) for use in list_uses(selection)]
    if not limits:
        return []
    return [f"The budgets are scaled together: a budget of {format_number(selection.budget)} means {_join(limits)}."]


def _describe_limit(use: Use) -> str:
    # The costs of the pool have no unit.
    return format_number(use.limit) + ("" if use.name == "cost" else f" {show_name(use.name, _LONGEST)}")


def _join(words: list[str]) -> str:
    if len(words) > _MOST:
        words = [*words[:_MOST], f"{len(words) - _MOST} more"]
    return " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} and {words[-1]}"
