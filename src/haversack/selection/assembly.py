"""From the arguments of a run to its parts and its problem."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.cost import SetsBudget
from haversack.api.problem import Problem
from haversack.config.build import build_part
from haversack.errors import ConfigError, InfeasibleError
from haversack.pools.pool import Pool
from haversack.selection import defaults
from haversack.selection.compatibility import check_capabilities
from haversack.validators import budget_check, seed_check

if TYPE_CHECKING:
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.plugins import Catalog

_SEED_BITS = 53  # What every JSON reader can hold.


@attrs.frozen
class Parts:
    """The parts of a run, built."""

    energy: Energy
    stopping: StoppingRule
    cost: CostModel
    searcher: Searcher


def assemble(
    pool: Pool,
    budget: float | None,
    *,
    energy: Any = None,
    searcher: Any = None,
    stopping: Any = None,
    cost: Any = None,
    catalog: Catalog,
) -> tuple[Parts, Problem]:
    """Build each part once, by its default where it is None, and pose the problem.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses.
    """
    check_pool(pool)
    made_energy = build_part("energy", defaults.ENERGY if energy is None else energy, catalog)
    rule = build_part("stopping", defaults.choose_stopping(made_energy) if stopping is None else stopping, catalog)
    made_cost = build_part("cost", defaults.choose_cost(pool) if cost is None else cost, catalog)
    unlimited = Problem(pool, made_energy, made_cost)
    if searcher is None:
        searcher = defaults.choose_searcher(unlimited, catalog)
    parts = Parts(made_energy, rule, made_cost, build_part("searcher", searcher, catalog))
    problem = _limit(unlimited, budget)
    check_capabilities(parts.searcher, problem, catalog)
    return parts, problem


def check_pool(pool: object) -> None:
    """Raise `ConfigError` if this is not a pool."""
    if not isinstance(pool, Pool):
        raise ConfigError([f"pool: expected a haversack.Pool, got {pool!r:.80}; Pool.from_csv reads a file"])


def check_seed(seed: int | None) -> int:
    """Return the seed, drawn at random if it is None; raise `ConfigError` if it cannot be one."""
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(64 - _SEED_BITS))
    if not seed_check.accepts(seed):
        raise ConfigError([f"seed: must be {seed_check.wanted}, got {seed!r}"])
    return int(seed)


def _limit(problem: Problem, budget: float | None) -> Problem:
    """Return the problem under a budget, that of the cost model if None is given."""
    limit: Any = budget
    if budget is None:
        limit = problem.cost_model.own_budget() if isinstance(problem.cost_model, SetsBudget) else math.inf
    if not budget_check.accepts(limit):
        raise ConfigError([f"budget: must be {budget_check.wanted}, got {budget!r}"])
    problem = attrs.evolve(problem, budget=float(limit))
    if math.isfinite(problem.budget):
        if not problem.total_cost() > 0:
            lacking = (
                "the pool has no costs" if problem.pool.costs is None else "under this cost model nothing has a cost"
            )
            raise ConfigError([f"budget: {limit:g} was given, but {lacking} to spend it on"])
        _check_something_fits(problem)
    return problem


def _check_something_fits(problem: Problem) -> None:
    if problem.members_that_fit().any():
        return
    cheapest = ""
    if problem.pool.costs is not None:
        index = int(np.argmin(problem.pool.costs))
        cheapest = f"; the cheapest, {problem.pool.names[index]!r}, costs {problem.pool.costs[index]:g}"
    raise InfeasibleError(f"budget: no member fits in {problem.budget:g}{cheapest}")
