"""Every default of a run, a frontier and a comparison.

The only module of the composing code that names built-in parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from haversack.api.energy import ShowsValue
from haversack.api.incremental import FollowsWalks
from haversack.selection.compatibility import is_usable

if TYPE_CHECKING:
    from haversack.api.certify import Certify
    from haversack.api.energy import Energy
    from haversack.api.problem import Problem
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

ENERGY = "majority"
CERTIFY: Certify = "quick"

PAPER_STOPPING = "paper"
PATIENT_STOPPING = {"kind": "stagnation", "steps": 200_000}

FRONTIER_COST = "additive"
FRONTIER_TRACER = "exact"
FRONTIER_STARTER = "sweep"
FRONTIER_STOPPING = {"kind": "stagnation", "steps": 5_000}
# Steps of walks that are followed cost little, and the last improvements take many of them.
FRONTIER_WALKS_STOPPING = {"kind": "stagnation", "steps": 50_000}
FRONTIER_WHOLE_UP_TO = 120
"""Largest pool of which all budgets are searched at once."""
FRONTIER_PROVED_UP_TO = 40
"""Largest pool of which single budgets are proved where there are several limits."""
FRONTIER_MOST_BUDGETS, FRONTIER_LEAST_BUDGETS = 100, 20
FRONTIER_MEMBERS_TIMES_BUDGETS = 40_000
"""Between these numbers of budgets, as many as keep the product with the number of members at this."""
FRONTIER_FIRST_BUDGETS = 40
"""Budgets at which good sets are searched for before all budgets are proved."""

BOUND_SHARE = 0.1
"""Share of the time of a search that is spent on bounding its answer."""
BOUND_LEAST_SECONDS = 0.05

COMPARISON_REFERENCE = "exact"
COMPARISON_REFERENCE_SECONDS = 60.0
COMPARISON_SECONDS = 10.0
COMPARISON_SEEDS = 3
PAPER_POOLS_PER_SIZE = 10
PAPER_POOL_COSTS: Literal["exponential", "correlated", "uniform"] = "exponential"
PAPER_BUDGET_SHARES = {30: 0.3, 100: 0.2, 300: 0.1}
"""The budget as a share of the total cost of a synthetic pool, by its number of members."""
TIME_LIMIT = "time-limit"

_PAPER_SEARCHER = "sherlock"
_ANY_SEARCHER = "annealing"


def choose_cost(pool: Pool) -> str:
    """Return the cost model for runs that name none."""
    return "none" if pool.costs is None else "additive"


def choose_stopping(energy: Energy) -> str | dict[str, Any]:
    """Return the stopping rule for runs that name none.

    The paper's threshold is for probabilities, over panels drawn at random. An energy that follows walks finds such a
    panel in the first steps and much better ones soon after, so its search goes on as long as better ones come up.
    """
    return PATIENT_STOPPING if isinstance(energy, (ShowsValue, FollowsWalks)) else PAPER_STOPPING


def choose_searcher(problem: Problem, catalog: Catalog) -> str:
    """Return the paper's searcher, or annealing where that cannot be used or the energy is made for walks."""
    if problem.pool.costs is None or isinstance(problem.energy, FollowsWalks):
        return _ANY_SEARCHER
    return _PAPER_SEARCHER if is_usable(_PAPER_SEARCHER, problem, catalog) else _ANY_SEARCHER


def choose_frontier_searcher(problem: Problem, catalog: Catalog, *, can_prove: bool) -> str:
    """Return the searcher for single budgets of a frontier: with proof, good and fast, or one that needs nothing."""
    if can_prove and is_usable(FRONTIER_TRACER, problem, catalog):
        return FRONTIER_TRACER
    return FRONTIER_STARTER if can_start(problem, catalog) else _ANY_SEARCHER


def can_start(problem: Problem, catalog: Catalog) -> bool:
    """Return whether the fast searcher finds good sets: it takes the more accurate of two members for the better."""
    return problem.traits.monotone_in_accuracy and is_usable(FRONTIER_STARTER, problem, catalog)
