"""The searches of the simulation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json

SEARCHERS: Mapping[str, Any] = {
    "sherlock": "sherlock",
    "annealing": "annealing",
    "one-walk": {"kind": "annealing", "chains": 1, "groups": 1, "scale": "linear"},
}
"""The searchers: the paper's, our annealing, and a plainer annealing: one walk, rises of the error as they are."""

ONE_WALK_SHARE = 10
"""One walk alone is slow: where there is a limit, it makes but a tenth of the steps."""

_FEW = 300


def searched_pools(members: int, share: float, seeds: Sequence[int], limit: int) -> Json:
    """Search some pools by all searchers, with STOP and with a limit.

    Parameters
    ----------
    members
        Size of the pools.
    share
        Which share of the total cost is the budget.
    seeds
        One for each pool and the searches on it.
    limit
        Steps of the searches that STOP does not end.
    """
    # What is compiled, or read from where it is kept, must not count as searching.
    _searched_pool(members, share, seeds[0], _FEW)
    return [_searched_pool(members, share, seed, limit) for seed in seeds]


def _searched_pool(members: int, share: float, seed: int, limit: int) -> Json:
    pool = hs.comparison.paper_pool(members, seed)
    budget = share * float(pool.require_costs().sum())
    began = time.perf_counter()
    plan = hs.make_plan(pool, budget, seed=seed)
    planning = time.perf_counter() - began
    best = _select(pool, budget, "exact", {"kind": "max-step", "limit": 10**9}, seed)
    assert best.proven
    return {
        "members": members,
        "seed": seed,
        "plan": {
            "accuracy_fit": plan.accuracy_fit,
            "size": plan.size,
            "size_rule": plan.size_rule,
            "rule": plan.rule,
            "error_threshold": plan.error_threshold,
            "max_steps": plan.max_steps,
            "seconds": planning,
        },
        "optimum": {"error": best.error, "size": len(best.members), "seconds": best.seconds},
        "runs": {
            name: {
                ending: _told(_select(pool, budget, searcher, stopping, seed), plan)
                for ending, stopping in _endings(name, limit).items()
            }
            for name, searcher in SEARCHERS.items()
        },
    }


def _endings(name: str, limit: int) -> dict[str, Any]:
    steps = limit // ONE_WALK_SHARE if name == "one-walk" else limit
    return {"stop": "paper", "limit": {"kind": "max-step", "limit": steps}}


def _select(pool: hs.Pool, budget: float, searcher: Any, stopping: Any, seed: int) -> hs.Selection:
    return hs.select(pool, budget, searcher=searcher, stopping=stopping, seed=seed, certify="off")


def _told(found: hs.Selection, plan: hs.Plan) -> Json:
    assert found.error is not None
    return {
        "error": found.error,
        "size": len(found.members),
        "steps": found.steps,
        "seconds": found.seconds,
        "passed": found.error <= plan.error_threshold,
        "trace": [[row.step, row.seconds, row.error] for row in found.trace],
    }
