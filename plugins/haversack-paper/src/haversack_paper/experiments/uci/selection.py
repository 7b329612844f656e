"""Panels chosen in every way, and what they are worth on the data they were chosen by and on other data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs
from haversack_paper.experiments.uci.pools import cost_model
from haversack_paper.experiments.uci.time_profile import time_profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack_paper.experiments.uci.pools import Candidates

SEARCHERS = ("annealing", "sherlock")


def search_rows(candidates: Candidates, limit: int, seed: int) -> Iterator[dict[str, Any]]:
    """Search as the paper does, with both searchers, until STOP and for a number of steps."""
    rules: dict[str, dict[str, Any]] = {
        "stop": {"kind": "paper", "max_steps": limit},
        "limit": {"kind": "max-step", "limit": limit},
    }
    for searcher in SEARCHERS:
        _select(candidates, 0, searcher=searcher, stopping={"kind": "max-step", "limit": 10})  # Compiles.
        for name, rule in rules.items():
            chosen = _select(candidates, seed, searcher=searcher, stopping=rule)
            yield _row(candidates, f"{searcher}-{name}", chosen)


def optimum_row(candidates: Candidates, limit: int) -> dict[str, Any]:
    """Find the best panel by the independent estimate; it is proved unless more than `limit` steps would be needed."""
    _select(candidates, 0, searcher="exact", stopping={"kind": "max-step", "limit": 10})
    chosen = _select(candidates, 0, searcher="exact", stopping={"kind": "max-step", "limit": limit})
    return _row(candidates, "optimum", chosen)


def votes_row(candidates: Candidates, patience: int, seed: int) -> dict[str, Any]:
    """Choose by the recorded votes, until there was no better panel for a number of steps."""
    stopping = {"kind": "stagnation", "steps": patience}
    _select(candidates, 0, energy="votes", searcher="annealing", stopping={"kind": "max-step", "limit": 10})
    chosen = _select(candidates, seed, energy="votes", searcher="annealing", stopping=stopping)
    return _row(candidates, "votes", chosen)


def baseline_rows(candidates: Candidates, panels: int, seed: int) -> Iterator[dict[str, Any]]:
    """Value panels that nobody searched for: all members whatever they cost, the best one, and random ones."""
    pool = candidates.pool
    costs, accuracies = pool.require_costs(), pool.require_accuracies()
    everybody = list(range(len(pool)))
    yield _valued(candidates, "all", everybody)
    affordable = [member for member in everybody if costs[member] <= candidates.budget]
    yield _valued(candidates, "single", [max(affordable, key=lambda member: accuracies[member])])
    rng = np.random.default_rng(seed)
    for number in range(panels):
        yield {**_valued(candidates, "random", _random_panel(candidates, rng)), "seed": number}


def pool_facts(candidates: Candidates, seed: int) -> dict[str, Any]:
    """Describe the pool, and what Algorithm 2 plans for it."""
    pool = candidates.pool
    rule = {"kind": "paper"}
    plan = hs.make_plan(pool, candidates.budget, stopping=rule, cost=cost_model(len(pool)), seed=seed)
    return {
        "members": len(pool),
        "budget": candidates.budget,
        "total": float(pool.require_costs().sum()),
        "rows": {part: len(right) for part, right in candidates.right.items()},
        "mean_accuracy": float(pool.require_accuracies().mean()),
        "least_accuracy": float(pool.require_accuracies().min()),
        "best_accuracy": float(pool.require_accuracies().max()),
        "fit": plan.accuracy_fit,
        "size": plan.size,
        "sizes": {
            "lemma-2": _expected_size(candidates, "beta", seed),
            "mean": _expected_size(candidates, "mean", seed),
        },
        "stop": plan.threshold,
        "correlations": candidates.correlations(),
        "profile": time_profile(pool.require_costs(), pool.require_accuracies(), np.random.default_rng(seed)),
    }


def _expected_size(candidates: Candidates, how: str, seed: int) -> int | None:
    """Return how many members the budget is expected to buy; None where Lemma 2 has no beta distribution to go by."""
    cost = {"kind": "additive", "size": how}
    try:
        plan = hs.make_plan(candidates.pool, candidates.budget, stopping={"kind": "paper"}, cost=cost, seed=seed)
    except hs.HaversackError:
        return None
    return plan.size


def _select(candidates: Candidates, seed: int, **parts: Any) -> hs.Selection:
    pool = candidates.pool
    return hs.select(pool, candidates.budget, cost=cost_model(len(pool)), seed=seed, certify="off", **parts)


def _row(candidates: Candidates, method: str, chosen: hs.Selection) -> dict[str, Any]:
    return {
        **_valued(candidates, method, chosen.members),
        "seed": chosen.seed,
        "seconds": chosen.seconds,
        "steps": chosen.steps,
        "proven": chosen.proven,
        # A panel as good as was hoped for, and not the end of the steps.
        "reached": chosen.plan is None or (chosen.error or 0.0) <= chosen.plan.error_threshold,
    }


def _valued(candidates: Candidates, method: str, members: Sequence[int]) -> dict[str, Any]:
    """Value a panel as the paper does, and by the votes of its members."""
    from haversack.energies import MajorityVote

    pool = candidates.pool
    chosen = np.isin(np.arange(len(pool)), members)
    error = float(MajorityVote().losses(pool, chosen[None, :])[0])
    return {
        "method": method,
        "seed": None,
        "members": [int(member) for member in members],
        "size": len(members),
        "cost": float(pool.require_costs()[chosen].sum()),
        "estimate": 1.0 - error,
        "error": error,
        "selection": candidates.vote_accuracy("selection", members),
        "test": candidates.vote_accuracy("test", members),
        "seconds": None,
        "steps": None,
        "proven": False,
        "reached": None,
    }


def _random_panel(candidates: Candidates, rng: np.random.Generator) -> list[int]:
    """Take members in random order until one does not fit; an even panel goes without its last member."""
    costs = candidates.pool.require_costs()
    order = rng.permutation(len(costs))
    fitting = costs[order].cumsum() <= candidates.budget
    size = int(fitting.argmin())  # There is always one that does not fit: the budget is below the sum.
    if size == 0:
        return [int(costs.argmin())]
    return sorted(order[: size - 1 + size % 2].tolist())
