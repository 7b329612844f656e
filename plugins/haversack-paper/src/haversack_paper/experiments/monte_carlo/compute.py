"""How often searches find the best set of a trap: simple ones by computation, those of haversack by running them.

All members of a trap but the first are alike, so a simple search is a walk on their number: with n members there are
n + 1 states.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs
from haversack_paper.one_and_many import OneAndMany

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json

_SAME = 1.0 + 1e-9


def build_trap(members: int, beta: float, epsilon: float) -> OneAndMany:
    """Return the paper's pool: one of accuracy 1 - beta takes all of the budget, the others 1/n of it each."""
    return OneAndMany(1.0 - beta, float(members), members - 1, 0.5 + epsilon, 1.0, float(members))


def compute_chances(
    beta: float, epsilon: float, steps: list[int], members: int, temperatures: list[list[float]]
) -> Json:
    """Return the chances of the plain methods, and whether greedy selection finds the best set."""
    case = build_trap(members, beta, epsilon)
    shares = {
        "half-draws": compute_draw_chances(case, steps, infeasible_counts=False),
        "half-draws-in-vain": compute_draw_chances(case, steps, infeasible_counts=True),
    }
    for hot, cold in temperatures:
        for flips in 1, 2:
            walks = [compute_walk_chance(case, count, flips=flips, hot=hot, cold=cold) for count in steps]
            shares[f"walk-{flips}-{hot:g}-{cold:g}"] = walks
    greedy = {
        f"{direction}-{key}": _find_step(case, {"kind": f"greedy-{direction}", "key": key}, 10**9) is not None
        for direction, key in product(("forward", "backward"), ("accuracy", "usefulness"))
    }
    return {**_describe(beta, epsilon, members, steps, case), "shares": shares, "greedy": greedy}


def run_searcher(beta: float, epsilon: float, steps: list[int], members: int, searcher: str, runs: int) -> Json:
    """Return the shares of runs of a searcher that have found the best set, by number of steps."""
    case = build_trap(members, beta, epsilon)
    found = [_find_step(case, searcher, steps[-1], seed) for seed in range(runs)]
    shares = [sum(step is not None and step <= count for step in found) / runs for count in steps]
    return {**_describe(beta, epsilon, members, steps, case), "runs": runs, "shares": {searcher: shares}}


def _describe(beta: float, epsilon: float, members: int, steps: list[int], case: OneAndMany) -> Json:
    best = "one" if one_is_best(case) else "many"
    return {"beta": beta, "epsilon": epsilon, "members": members, "steps": steps, "best": best}


def one_is_best(case: OneAndMany) -> bool:
    """Return whether the best set of a trap is the expensive member, or many of the others."""
    alone, _ = case.errors()
    return bool(1.0 - case.accuracy < alone.min())


def _find_step(case: OneAndMany, searcher: Any, limit: int, seed: int = 0) -> int | None:
    """Return the step at which a searcher finds the best set, if it does."""
    from haversack.stopping import MaxStep, Target

    target = case.smallest_error() * _SAME
    rule = Target(error=target) | MaxStep(limit=limit)
    found = hs.select(case.pool(), case.budget, searcher=searcher, stopping=rule, seed=seed, certify="off")
    return found.trace[-1].step if found.error is not None and found.error <= target else None


def _list_states(case: OneAndMany, *, odd: bool) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the sets of a trap, all or those of odd size, by the number of others in them; last the expensive member.

    For each of these states: that number (not for the last), the error, and the share of all such sets.
    """
    from scipy.special import gammaln

    counts = np.arange(1 if odd else 0, case.others + 1, 2 if odd else 1, dtype=float)
    alone, together = case.errors()
    losses = np.r_[alone[counts.astype(int)], together[0]]
    logs = gammaln(case.others + 1.0) - gammaln(counts + 1.0) - gammaln(case.others - counts + 1.0)
    weights = np.exp(np.r_[logs, 0.0] - logs.max())
    return counts, losses, weights / weights.sum()


def compute_draw_chances(case: OneAndMany, steps: list[int], *, infeasible_counts: bool) -> list[float]:
    """Return the chance that one of so many random sets, each member in with probability 1/2, is the best.

    A set that does not fit counts as a draw, or is discarded and redrawn.
    """
    _, losses, chances = _list_states(case, odd=False)
    once = float(chances[losses <= case.smallest_error() * _SAME].sum())
    if infeasible_counts:
        # Half of all sets are without the expensive member and feasible; with it there is one.
        once *= 0.5 + 0.5 ** (case.others + 1)
    return [-float(np.expm1(count * np.log1p(-once))) for count in steps]


def compute_walk_chance(case: OneAndMany, steps: int, *, flips: int, hot: float, cold: float) -> float:
    """Return the chance that a plain simulated annealing has visited the best set.

    One walk starts at a random feasible set, which is its first step. Each further step takes one random member, or a
    pair of them (then the size stays odd), in or out. What does not fit is rejected; what raises the error is accepted
    with probability exp(-rise / temperature). The temperature falls geometrically.
    """
    counts, losses, chances = _list_states(case, odd=flips == 2)
    is_best = losses <= case.smallest_error() * _SAME
    up, down, enter, leave = _proposals(case, counts, flips)
    rises, to_one = np.diff(losses[:-1]), losses[-1] - losses[0]
    chances[is_best] = 0.0
    for temperature in np.geomspace(hot, cold, max(steps - 1, 1))[: steps - 1]:
        rising = chances[:-2] * up * np.exp(-np.maximum(rises, 0.0) / temperature)
        falling = chances[1:-1] * down * np.exp(-np.maximum(-rises, 0.0) / temperature)
        entering = chances[0] * enter * np.exp(-max(to_one, 0.0) / temperature)
        leaving = chances[-1] * leave * np.exp(-max(-to_one, 0.0) / temperature)
        chances[:-2] += falling - rising
        chances[1:-1] += rising - falling
        chances[0] += leaving - entering
        chances[-1] += entering - leaving
        # Walks that have visited the best set are finished.
        chances[is_best] = 0.0
    return float(1.0 - chances.sum())


def _proposals(case: OneAndMany, counts: FloatArray, flips: int) -> tuple[FloatArray, FloatArray, float, float]:
    """Return the chances that others join, that others leave, and of the ways to the expensive member and back."""
    members, outside = case.others + 1.0, case.others - counts
    if flips == 1:
        return outside[:-1] / members, counts[1:] / members, 1.0 / members, 1.0 / members
    pairs = members * (members - 1.0) / 2.0
    joining, going = outside * (outside - 1.0) / 2.0, counts * (counts - 1.0) / 2.0
    # To the expensive member: it replaces the only other one. Back: any of them replaces it.
    return joining[:-1] / pairs, going[1:] / pairs, 1.0 / pairs, case.others / pairs


def estimate_probabilities(estimates: int, alpha: float) -> Json:
    """Return how often an estimated probability is off by no more than the paper's error, relative to the truth."""
    from scipy.special import ndtri

    generator = np.random.default_rng(0)
    rows = []
    for failure in (0.5, 0.1, 0.01):
        for samples in (100, 1_000, 10_000, 100_000):
            error = float(ndtri(1.0 - alpha / 2.0)) * ((1.0 - failure) / (samples * failure)) ** 0.5
            off = np.abs(generator.binomial(samples, failure, estimates) / samples - failure)
            within = float(np.mean(off <= error * failure))
            rows.append({"failure": failure, "samples": samples, "error": error, "within": within})
    return {"estimates": estimates, "alpha": alpha, "rows": rows}
