"""The searches: with STOP and with a limit on pools of the paper's kind, and SHErLoCk with other weights."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import haversack as hs
from haversack import FloatArray, IntArray
from haversack.energies import MajorityVote
from haversack.stopping import MaxStep

if TYPE_CHECKING:
    from collections.abc import Callable

SEARCHERS: dict[str, Any] = {
    "sherlock": "sherlock",
    "annealing": "annealing",
    "one-walk": {"kind": "annealing", "chains": 1, "groups": 1, "scale": "linear"},
}
"""The paper's searcher, our annealing, and a plainer annealing: one walk, on errors instead of their logarithms."""

ONE_WALK_SHARE = 10
"""One walk alone is slow: it makes only a tenth of the steps up to the limit."""

_WARM_UP_STEPS = 300


@attrs.frozen
class ByUsefulness(MajorityVote):
    """A majority vote that makes SHErLoCk draw by accuracy per cost, since it takes its weights from copies."""

    def copies_losses(self, pool: hs.Pool, members: IntArray, copies: IntArray) -> FloatArray:  # noqa: ARG002
        """Return 1 - usefulness, scaled so that the largest is 1, for any number of copies."""
        usefulness = pool.require_accuracies() / pool.require_costs()
        return np.asarray(1.0 - (usefulness / usefulness.max())[members])


@attrs.frozen
class Unweighted(MajorityVote):
    """A majority vote that makes SHErLoCk draw all members with equal probability."""

    def copies_losses(self, pool: hs.Pool, members: IntArray, copies: IntArray) -> FloatArray:  # noqa: ARG002
        """Return 0 for all."""
        return np.zeros(members.shape)


_ENERGIES = {"efficiency": MajorityVote(), "usefulness": ByUsefulness(), "equal": Unweighted()}


def compare_weights(members: int, share: float, pools: int, steps: int) -> dict[str, Any]:
    """Search pools with seeds 0, 1, ... by SHErLoCk with different weights, and return the errors by weight."""
    errors: dict[str, list[float | None]] = {name: [] for name in _ENERGIES}
    for seed in range(pools):
        _, _, select = _draw_pool(members, share, seed)
        for name, energy in _ENERGIES.items():
            found = select(energy=energy, searcher="sherlock", stopping=MaxStep(limit=steps))
            errors[name].append(found.error)
    return {"members": members, "steps": steps, "errors": errors}


def search_pools(members: int, share: float, seeds: list[int], limit: int) -> list[dict[str, Any]]:
    """Search a pool for each seed by all searchers, with STOP and with a limit of steps.

    The budget is a share of the total cost.
    """
    _search_pool(members, share, seeds[0], _WARM_UP_STEPS)  # So that no measured time includes compilation.
    return [_search_pool(members, share, seed, limit) for seed in seeds]


def _draw_pool(members: int, share: float, seed: int) -> tuple[hs.Pool, float, Callable[..., hs.Selection]]:
    """Return a pool, its budget and the function that selects from it."""
    pool = hs.comparison.paper_pool(members, seed)
    budget = share * float(pool.require_costs().sum())
    return pool, budget, functools.partial(hs.select, pool, budget, seed=seed, certify="off")


def _search_pool(members: int, share: float, seed: int, limit: int) -> dict[str, Any]:
    pool, budget, select = _draw_pool(members, share, seed)
    began = time.perf_counter()
    plan = hs.make_plan(pool, budget, seed=seed)
    planning = time.perf_counter() - began
    best = select(searcher="exact", stopping=MaxStep(limit=10**9))
    assert best.proven
    runs: dict[str, Any] = {}
    for name, searcher in SEARCHERS.items():
        steps = limit // ONE_WALK_SHARE if name == "one-walk" else limit
        runs[name] = {
            "stop": _summarize(select(preset="paper", searcher=searcher), plan),
            "limit": _summarize(select(searcher=searcher, stopping=MaxStep(limit=steps)), plan),
        }
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
        "runs": runs,
    }


def _summarize(found: hs.Selection, plan: hs.Plan) -> dict[str, Any]:
    assert found.error is not None
    return {
        "error": found.error,
        "size": len(found.members),
        "steps": found.steps,
        "seconds": found.seconds,
        "passed": found.error <= plan.error_threshold,
        "trace": [[row.step, row.seconds, row.error] for row in found.trace],
    }
