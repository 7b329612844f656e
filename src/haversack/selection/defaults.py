"""Every default of a run, a frontier and a comparison.

The only module of the composing code that names built-in parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from haversack.selection.compatibility import is_usable

if TYPE_CHECKING:
    from haversack.api.certify import Certify
    from haversack.api.expected import Estimate
    from haversack.api.problem import Problem
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

SEARCHER = "auto"
STOPPING = "auto"
CERTIFY: Certify = "quick"
ESTIMATE: Estimate = "auto"

BOUNDER = {"kind": "auto", "most_sets": 4_096, "walks": False}
"""Bounds the answers of searchers that prove nothing: as long as a proof takes at most, but for slow energies."""
LEAST_BOUNDING, MOST_BOUNDING = 10_000, 200_000
"""Sets that may be evaluated to bound an answer, between these as many as its search evaluated."""
PROVER = {"kind": "auto", "most_nodes": 2**62, "most_evaluations": 2**62, "most_sets": 2**24, "walks": False}
"""Proves an answer, whatever time that takes."""

CHOICE_SEARCHER = "annealing"
CHOICE_STOPPING = {"kind": "stagnation", "steps": 20_000}
"""For the panels by which several energies are compared."""

PAPER_STOPPING = "paper"

FRONTIER_COST = "additive"
FRONTIER_TRACER = "exact"
FRONTIER_SMALL, FRONTIER_SMALL_TRACER = 12, "enumerate"
FRONTIER_STARTER = "sweep"
FRONTIER_STOPPING = {"kind": "stagnation", "steps": 5_000}
# Steps of walks that are followed cost little, and the last improvements take many of them.
FRONTIER_WALKS_STOPPING = {"kind": "stagnation", "steps": 50_000}
FRONTIER_WHOLE_UP_TO = 120
"""Largest pool of which all budgets are searched at once."""
FRONTIER_PROVED_UP_TO = 40
"""Largest pool of which single budgets are proved where there are several limits."""
FRONTIER_PROVED_BANDS, FRONTIER_PROOF_EVALUATIONS = 30, 400_000
"""Where single proofs take long: the ranges of budgets that are proved one by one, and the limit for each proof."""
FRONTIER_BOUNDED_BUDGETS = 8
"""Budgets that are bounded where proofs take too long."""
FRONTIER_MOST_BUDGETS, FRONTIER_LEAST_BUDGETS = 100, 20
FRONTIER_MEMBERS_TIMES_BUDGETS = 40_000
"""Between these numbers of budgets, as many as keep the product with the number of members at this."""
FRONTIER_FIRST_BUDGETS = 40
"""Budgets at which good sets are searched for before all budgets are proved."""

COMPARISON_REFERENCE = "exact"
COMPARISON_REFERENCE_SECONDS = 60.0
COMPARISON_SECONDS = 10.0
COMPARISON_SEEDS = 3
PAPER_POOLS_PER_SIZE = 10
PAPER_POOL_COSTS: Literal["exponential", "correlated", "uniform"] = "exponential"
PAPER_BUDGET_SHARES = {30: 0.3, 100: 0.2, 300: 0.1}
"""The budget as a share of the total cost of a synthetic pool, by its number of members."""
TIME_LIMIT = "time-limit"

_ANY_SEARCHER = "annealing"


def choose_energy(pool: Pool) -> str:
    """Return the energy for runs that name none: recorded votes know more than accuracies do."""
    return "majority" if pool.votes is None else "votes"


def choose_cost(pool: Pool) -> str:
    """Return the cost model for runs that name none."""
    return "none" if pool.costs is None else "additive"


def choose_frontier_tracer(pool: Pool) -> str:
    """Return the searcher for all budgets at once: in small pools one that needs nothing of the energy."""
    return FRONTIER_SMALL_TRACER if len(pool) <= FRONTIER_SMALL else FRONTIER_TRACER


def choose_frontier_searcher(problem: Problem, catalog: Catalog, *, can_prove: bool) -> str:
    """Return the searcher for single budgets of a frontier: with proof, good and fast, or one that needs nothing."""
    if can_prove and is_usable(FRONTIER_TRACER, problem, catalog):
        return FRONTIER_TRACER
    return FRONTIER_STARTER if can_start(problem, catalog) else _ANY_SEARCHER


def can_start(problem: Problem, catalog: Catalog) -> bool:
    """Return whether the fast searcher finds good sets: it takes the more accurate of two members for the better."""
    return problem.traits.monotone_in_accuracy and is_usable(FRONTIER_STARTER, problem, catalog)
