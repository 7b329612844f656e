"""Checks of what is asked of a policy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import ConfigError, InfeasibleError, PoolError
from haversack.policies.choosing import Goal, Options
from haversack.policies.records import find_prices
from haversack.pools.pool import Pool
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.policies.choosing import PolicyChoice

_VOTES = ("auto", "plurality", "bayes")
_ADAPTIVE = {"auto": "auto", True: "on", False: "off"}
ESTIMATES = ("auto", "none")
_SLACK = 1e-9


def check_pool(pool: object) -> Pool:
    """Return the pool, or raise `ConfigError` if it is none."""
    if not isinstance(pool, Pool):
        raise ConfigError([f"pool: expected a haversack.Pool, got {format_value(pool)}"])
    return pool


def check_goal(pool: Pool, budget: Any, accuracy: Any) -> Goal:
    """Return what is asked for.

    Raises
    ------
    ConfigError
        If it is not one of the two, or not a number in range.
    InfeasibleError
        If the budget is below the price of the cheapest member.
    """
    if (budget is None) == (accuracy is None):
        got = "neither" if budget is None else "both"
        raise ConfigError([f"policy: expected a budget, the mean price per item, or an accuracy to reach; got {got}"])
    if budget is None:
        if not _is_number(accuracy) or not 0.0 < accuracy <= 1.0:
            raise ConfigError([f"accuracy: must be above 0 and at most 1, got {format_value(accuracy)}"])
        return Goal(accuracy=float(accuracy))
    if not _is_number(budget) or not budget >= 0.0 or math.isinf(budget):
        raise ConfigError([f"budget: must be a finite number of at least 0, got {format_value(budget)}"])
    prices = find_prices(pool)
    cheapest = int(np.argmin(prices))
    if budget < prices[cheapest] * (1.0 - _SLACK):
        raise InfeasibleError(
            f"budget: a mean price of {budget:g} per item is below {prices[cheapest]:g}, the price of the cheapest "
            f"member, {pool.names[cheapest]!r}; every item is asked about at least once"
        )
    return Goal(budget=float(budget))


def check_options(pool: Pool, vote: Any, adaptive: Any) -> Options:
    """Return how a policy may ask, or raise `ConfigError`, or `PoolError` if the votes do not allow it."""
    if vote not in _VOTES:
        raise ConfigError([f"vote: must be 'auto', 'plurality' or 'bayes', got {format_value(vote)}"])
    if isinstance(adaptive, np.bool_):
        adaptive = bool(adaptive)
    if not isinstance(adaptive, (bool, str)) or adaptive not in _ADAPTIVE:
        raise ConfigError([f"adaptive: must be 'auto', true or false, got {format_value(adaptive)}"])
    if adaptive is True and vote == "plurality":
        raise ConfigError(["adaptive: true needs the Bayes vote, got vote 'plurality'"])
    graded = pool.votes is not None and pool.votes.graded
    if graded and (vote == "bayes" or adaptive is True):
        what = "vote 'bayes'" if vote == "bayes" else "an adaptive order"
        raise PoolError(
            f"pool: votes: {what} needs the answers themselves, and these votes say right or wrong only; vote "
            "'plurality' can use them"
        )
    return Options(vote, _ADAPTIVE[adaptive])  # type: ignore[arg-type]


def check_reached(goal: Goal, choice: PolicyChoice) -> None:
    """Raise `InfeasibleError` if no policy reaches the accuracy."""
    best = choice.plans[-1]
    if goal.accuracy is not None and best.accuracy < goal.accuracy - _SLACK:
        raise InfeasibleError(
            f"accuracy: no policy was found that reaches {goal.accuracy:g}; the most accurate one reaches "
            f"{best.accuracy:.4g} at a mean price of {best.cost:.4g} per item"
        )


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, (int, float, np.integer, np.floating))
        and not isinstance(value, bool)
        and not math.isnan(value)
    )
