"""The budgets at which a frontier is searched."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from haversack.api.frontier import HasBreakpoints
from haversack.errors import ConfigError
from haversack.selection import defaults
from haversack.text import format_value
from haversack.validators import positive_finite, to_list, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.problem import Problem

BELOW = 4e-12
"""A budget that is smaller by this share excludes what costs as much, also where a cost may pass it by rounding."""
_WANTED = "budgets: must be 'all', a whole number from 2 to 100,000, or a list of finite numbers above 0"
_MOST_BREAKPOINTS = 1_000
_COUNT = whole(2, 100_000)
_FREE_SHARE = 1e-9


def check_budgets(budgets: Any) -> int | Literal["all"] | tuple[float, ...] | None:
    """Return the budgets that the caller asked for, a list sorted and without repetitions.

    Examples
    --------
    >>> check_budgets([30, 10, 30]), check_budgets(25)
    ((10.0, 30.0), 25)
    """
    if budgets is None:
        return None
    if isinstance(budgets, str):
        if budgets == "all":
            return "all"
        raise ConfigError([f"{_WANTED}, got {format_value(budgets)}"])
    if _COUNT.accepts(budgets):
        return int(budgets)
    listed = to_list(budgets)
    if listed is None:
        raise ConfigError([f"{_WANTED}, got {format_value(budgets)}"])
    wrong = [budget for budget in listed if not positive_finite.accepts(budget)]
    if wrong or not listed:
        raise ConfigError([f"{_WANTED}, got {f'{format_value(wrong[0])} among others' if wrong else 'an empty list'}"])
    return tuple(sorted({float(budget) for budget in listed}))


def choose_budgets(problem: Problem) -> tuple[float, ...]:
    """Return the budgets at which something changes, where these are known and few, else a hundred or fewer."""
    # In a large pool a single search takes long.
    affordable = defaults.FRONTIER_MEMBERS_TIMES_BUDGETS // len(problem.pool)
    count = min(defaults.FRONTIER_MOST_BUDGETS, max(affordable, defaults.FRONTIER_LEAST_BUDGETS))
    return find_breakpoints(problem) or space_budgets(problem, count)


def space_budgets(problem: Problem, count: int) -> tuple[float, ...]:
    """Return `count` budgets, from the cost of the cheapest member to the budget of the problem."""
    least = float(problem.single_costs().min())
    # Denser at small budgets, where a unit of budget changes most.
    shares = (np.arange(count) / (count - 1)) ** 2
    budgets = least + shares * (problem.budget - least)
    # Not a little less by rounding: then the last budgets would count as unproved.
    budgets[-1] = problem.budget
    return tuple(np.unique(budgets[budgets > 0.0]).tolist())


def find_breakpoints(problem: Problem) -> tuple[float, ...]:
    """Return the budgets at which something changes; none where the cost model does not know them or knows too many."""
    if not isinstance(problem.cost_model, HasBreakpoints):
        return ()
    budgets = np.unique(problem.cost_model.breakpoints(problem.pool))
    return tuple(budgets.tolist()) if len(budgets) <= _MOST_BREAKPOINTS else ()


def find_free_budget(costs: Iterable[float]) -> float:
    """Return a budget for what costs nothing: above 0, as every run needs it, and far below all other costs.

    Examples
    --------
    >>> find_free_budget([0.0, 2.0])
    2e-09
    """
    least = min((cost for cost in costs if cost > 0.0), default=1.0)
    return max(least * _FREE_SHARE, sys.float_info.min)
