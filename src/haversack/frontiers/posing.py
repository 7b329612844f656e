"""The problem whose frontier is searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.cost import BoundsCosts
from haversack.api.problem import Problem
from haversack.config.origins import recall_entry, remember_entry
from haversack.errors import ConfigError
from haversack.selection.assembly import use_pool

if TYPE_CHECKING:
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts


def pose_problem(pool: Pool, parts: Parts, catalog: Catalog) -> Problem:
    """Return the problem in which all members fit within the budget."""
    problem = use_pool(Problem(pool, parts.energy, parts.cost, constraints=parts.constraints), pool)
    total = problem.total_cost()
    if isinstance(problem.cost_model, BoundsCosts):
        # Another set may cost more than all members do.
        total = max(total, float(problem.single_costs().sum()))
    if not total > 0.0 and not pool.is_free:
        raise ConfigError(
            [f"cost: a frontier needs costs, and under {problem.original_cost_model!r} nothing has a cost"]
        )
    # What was prepared for the pool is searched at every budget under the name of the part.
    prepared: dict[Kind, tuple[object, object]] = {
        "energy": (parts.energy, problem.energy),
        "cost": (parts.cost, problem.cost_model),
    }
    for kind, (part, used) in prepared.items():
        entry = recall_entry(part) or catalog.entry_for(kind, part)
        if used is not part and entry is not None:
            remember_entry(used, entry)
    # Where no member costs anything, one budget is as good as another.
    return attrs.evolve(problem, budget=total if total > 0.0 else 1.0)
