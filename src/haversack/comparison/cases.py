"""The problems that searchers are compared on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from haversack.errors import ConfigError
from haversack.pools.pool import Pool
from haversack.text import format_value
from haversack.validators import budget_check, share_check, to_list


@attrs.frozen(kw_only=True)
class Case:
    """A pool with a budget, an energy, a cost model and constraints.

    Parameters
    ----------
    pool
        The members to choose from.
    name
        Its name; no two cases of a comparison share one.
    budget
        What a set may cost; no limit if omitted.
    energy, cost, constraints
        As `haversack.select` takes them; its defaults if omitted.
    group
        Cases of one group share a row of the table. By default each case is its own group.
    """

    pool: Pool = attrs.field(validator=attrs.validators.instance_of(Pool))
    name: str
    budget: float | None = None
    energy: Any = None
    cost: Any = None
    constraints: tuple[Any, ...] = ()
    group: str = attrs.field(default=attrs.Factory(lambda case: case.name, takes_self=True))

    def arguments(self) -> dict[str, Any]:
        """Return the problem as keyword arguments of `haversack.select`."""
        return {
            "pool": self.pool,
            "budget": self.budget,
            "energy": self.energy,
            "cost": self.cost,
            "constraints": self.constraints,
        }


def list_cases(
    pools: Any,
    *,
    budget: float | None = None,
    budget_share: float | None = None,
    energy: Any = None,
    cost: Any = None,
) -> tuple[Case, ...]:
    """Return the cases that the arguments describe; a `Case` is taken as it is.

    Parameters
    ----------
    pools
        A pool, a case, a list of them, or pools by name.
    budget, budget_share, energy, cost
        For those that are pools; the share is that of the pool's total cost.

    Raises
    ------
    ConfigError
        If there is no pool, two have the same name, or the budget is not valid.
    """
    if budget is not None and budget_share is not None:
        raise ConfigError(["budget: give a budget or a share of the total cost, not both"])
    if budget is not None and not budget_check.accepts(budget):
        raise ConfigError([f"budget: must be {budget_check.wanted}, got {format_value(budget)}"])
    cases = []
    for name, given in _pair_with_names(pools):
        if isinstance(given, Case):
            cases.append(given)
        elif isinstance(given, Pool):
            limit = budget if budget_share is None else compute_budget(given, budget_share)
            cases.append(Case(pool=given, name=name, budget=limit, energy=energy, cost=cost))
        else:
            raise ConfigError(
                [f"pools: expected a haversack.Pool or a haversack.comparison.Case, got {format_value(given)}"]
            )
    names = [case.name for case in cases]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ConfigError([f"pools: duplicate name {name!r}; each needs its own" for name in repeated])
    if not cases:
        raise ConfigError(["pools: none given; expected at least one"])
    return tuple(cases)


def compute_budget(pool: Pool, share: float) -> float:
    """Return a share of the total cost of a pool."""
    if not share_check.accepts(share):
        raise ConfigError([f"budget share: must be {share_check.wanted}, got {format_value(share)}"])
    return share * float(pool.require_costs().sum())


def _pair_with_names(pools: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(pools, Mapping):
        return [(str(name), pool) for name, pool in pools.items()]
    several = [pools] if isinstance(pools, (Pool, Case)) else to_list(pools)
    if several is None:
        several = [pools]
    return [(f"pool-{index}", pool) for index, pool in enumerate(several)]
