"""Synthetic pools like those of the paper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from haversack.comparison.cases import Case, compute_budget
from haversack.errors import ConfigError
from haversack.pools.pool import Pool
from haversack.selection import defaults
from haversack.text import format_value
from haversack.validators import one_of, seed_check, to_list, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

CostKind = Literal["exponential", "correlated", "uniform"]

_MEMBERS, _COUNT, _COSTS = whole(1, 10_000_000), whole(1, 100_000), one_of(*get_args(CostKind))


def paper_pool(members: int, seed: int, costs: CostKind = defaults.PAPER_POOL_COSTS) -> Pool:
    """Return a synthetic pool with accuracies drawn from Beta(17, 5).

    Parameters
    ----------
    members
        How many.
    seed
        Same seed, same pool.
    costs
        ``exponential``, the paper's: exponential with mean 1/(1 - accuracy). ``correlated``: the accuracy times a
        factor between 0.8 and 1.2. ``uniform``: between 1 and 10, whatever the accuracy.

    Examples
    --------
    >>> paper_pool(30, seed=0)
    Pool of 30 members with accuracies and costs
    """
    problems = [
        f"paper pools: {key}: must be {check.wanted}, got {format_value(value)}"
        for key, check, value in (("members", _MEMBERS, members), ("seed", seed_check, seed))
        if not check.accepts(value)
    ]
    if not _COSTS.accepts(costs):
        problems.append(
            f"paper pools: costs: must be one of {', '.join(get_args(CostKind))}, got {format_value(costs)}"
        )
    if problems:
        raise ConfigError(problems)
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    if costs == "exponential":
        prices = generator.exponential(1 / (1 - accuracies))
    elif costs == "correlated":
        prices = accuracies * generator.uniform(0.8, 1.2, members)
    else:
        prices = generator.uniform(1, 10, members)
    return Pool(accuracies=accuracies, costs=prices)


def paper_cases(
    sizes: Iterable[int],
    count: int = defaults.PAPER_POOLS_PER_SIZE,
    *,
    costs: CostKind = defaults.PAPER_POOL_COSTS,
    budget_share: float | None = None,
    energy: object = None,
    cost: object = None,
) -> tuple[Case, ...]:
    """Return `count` synthetic pools of each size, with seeds 0, 1, ..., and a budget for each.

    Parameters
    ----------
    sizes
        Numbers of members.
    count
        Pools of each size.
    costs
        As in `paper_pool`.
    budget_share
        The budget as a share of the pool's total cost. Default: 0.3 for 30 members, 0.2 for 100, 0.1 for 300, and
        that of the nearest of these for others.
    energy, cost
        As `haversack.select` takes them.

    Examples
    --------
    >>> [case.name for case in paper_cases([30, 100], count=2)]
    ['n=30 seed 0', 'n=30 seed 1', 'n=100 seed 0', 'n=100 seed 1']
    """
    if not _COUNT.accepts(count):
        raise ConfigError([f"paper pools: pools per size: must be {_COUNT.wanted}, got {format_value(count)}"])
    listed = to_list(sizes)
    if listed is None:
        raise ConfigError([f"paper pools: sizes: expected a list of whole numbers, got {format_value(sizes)}"])
    kind = f" {costs}" if _COSTS.accepts(costs) and costs != defaults.PAPER_POOL_COSTS else ""
    cases = []
    for members in listed:
        for seed in range(int(count)):
            pool = paper_pool(members, seed, costs)
            share = choose_share(members) if budget_share is None else budget_share
            cases.append(
                Case(
                    pool=pool,
                    name=f"n={members}{kind} seed {seed}",
                    budget=compute_budget(pool, share),
                    energy=energy,
                    cost=cost,
                    group=f"n={members}{kind}",
                )
            )
    return tuple(cases)


def choose_share(members: int) -> float:
    """Return the share of the total cost that is the budget of a pool of this size.

    Examples
    --------
    >>> choose_share(30), choose_share(80), choose_share(1000)
    (0.3, 0.2, 0.1)
    """
    nearest = min(defaults.PAPER_BUDGET_SHARES, key=lambda size: abs(math.log(members / size)))
    return defaults.PAPER_BUDGET_SHARES[nearest]
