"""Monte Carlo against simulated annealing, where greedy selection fails: the end of the paper's section 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

import haversack as hs
from haversack_paper.experiment import Experiment, Part
from haversack_paper.experiments.monte_carlo.chances import half_draws, one_is_best, plain_walk, trap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json, Scale, Sources
    from haversack_paper.report import Report

_SEARCHERS = ("monte-carlo", "annealing")
_GREEDY = tuple((direction, key) for direction in ("forward", "backward") for key in ("accuracy", "usefulness"))
_SAME = 1.0 + 1e-9


@attrs.frozen
class MonteCarlo(Experiment):
    """How often random searches find the best set of a trap.

    Parameters
    ----------
    traps
        Pairs of beta and epsilon: one member of accuracy 1 - beta takes the whole budget, all others have 1/2 +
        epsilon and take 1/n of it.
    members
        Sizes n of the pools for which chances are computed; even, so that the others are odd in number.
    searched
        Those of them on which the searchers of haversack run.
    steps
        Numbers of steps after which it is asked whether the best set has been found, rising.
    runs
        Runs of each searcher on each trap.
    temperatures
        First and last temperature of the plain walks; several pairs.
    estimates
        How many estimates of a probability are made to see how far they are off.
    """

    name: ClassVar[str] = "monte-carlo"
    summary: ClassVar[str] = "Section 3: Monte Carlo finds the best panel of a trap in 11 % of runs, annealing in 96 %."

    traps: tuple[tuple[float, float], ...] = ((0.1, 0.01), (0.3, 0.05), (0.4, 0.1), (0.45, 0.05))
    members: tuple[int, ...] = (8, 10, 12, 14, 16, 20, 24, 30, 40)
    searched: tuple[int, ...] = (14, 30)
    steps: tuple[int, ...] = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
    runs: int = 1_000
    temperatures: tuple[tuple[float, float], ...] = ((1.0, 0.001), (0.1, 0.001))
    estimates: int = 100_000

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> MonteCarlo:  # noqa: ARG003 - needs no data
        """Return it at a scale; the usual one has ample runs, so that the largest is the same."""
        if scale != "quick":
            return cls()
        return cls(
            traps=((0.1, 0.01), (0.4, 0.1)),
            members=(10, 14, 20, 30),
            steps=(10, 20, 50, 100, 200, 500, 1_000, 3_000),
            runs=200,
            temperatures=((1.0, 0.001),),
            estimates=20_000,
        )

    def parts(self) -> Sequence[Part]:
        """Return a part for each trap and way of searching it, and one for the error of an estimate."""
        traps = [{"beta": beta, "epsilon": epsilon, "steps": list(self.steps)} for beta, epsilon in self.traps]
        computed = [
            Part(
                f"chances-{beta_epsilon(given)}-{members}",
                {**given, "members": members, "temperatures": [list(pair) for pair in self.temperatures]},
            )
            for given in traps
            for members in self.members
        ]
        searched = [
            Part(
                f"{searcher}-{beta_epsilon(given)}-{members}",
                {**given, "members": members, "searcher": searcher, "runs": self.runs},
            )
            for given in traps
            for members in self.searched
            for searcher in _SEARCHERS
        ]
        return [*computed, *searched, Part("estimates", {"estimates": self.estimates, "alpha": 0.05})]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Compute a part."""
        given = part.arguments
        if part.key == "estimates":
            return _estimates(given["estimates"], given["alpha"])
        return _searched(given) if "searcher" in given else _computed(given)

    def report(self, results: Mapping[str, Json]) -> Report:
        """Return claims, tables and a figure."""
        from haversack_paper.experiments.monte_carlo.findings import report

        return report(results)


def beta_epsilon(given: Mapping[str, Any]) -> str:
    """Return the part of a key that says which trap it is."""
    return f"{given['beta']:g}-{given['epsilon']:g}"


def _computed(given: Mapping[str, Any]) -> Json:
    """Return the chances of the plain ways to search, and whether greedy selection finds the best set."""
    case = trap(given["members"], given["beta"], given["epsilon"])
    chances = {
        "half-draws": half_draws(case, given["steps"], infeasible_counts=False),
        "half-draws-in-vain": half_draws(case, given["steps"], infeasible_counts=True),
    }
    for hot, cold in given["temperatures"]:
        for flips in (1, 2):
            chances[f"walk-{flips}-{hot:g}-{cold:g}"] = [
                plain_walk(case, count, flips=flips, hot=hot, cold=cold) for count in given["steps"]
            ]
    return {**_described(given), "shares": chances, "greedy": _greedy(given)}


def _greedy(given: Mapping[str, Any]) -> Json:
    """Tell for the four greedy strategies whether they find the best set."""
    case = trap(given["members"], given["beta"], given["epsilon"])
    target, found = case.smallest_error() * _SAME, {}
    for direction, key in _GREEDY:
        choice = _select(case.pool(), case.budget, {"kind": f"greedy-{direction}", "key": key}, 10**9)
        found[f"{direction}-{key}"] = choice.error is not None and choice.error <= target
    return found


def _searched(given: Mapping[str, Any]) -> Json:
    """Return the shares of runs of a searcher that have found the best set, by number of steps."""
    case = trap(given["members"], given["beta"], given["epsilon"])
    pool, target, limit = case.pool(), case.smallest_error() * _SAME, given["steps"][-1]
    found_at = []
    for seed in range(given["runs"]):
        found = _select(pool, case.budget, given["searcher"], limit, target, seed)
        found_at.append(found.trace[-1].step if found.error is not None and found.error <= target else limit + 1)
    shares = [float(np.mean(np.array(found_at) <= count)) for count in given["steps"]]
    return {**_described(given), "runs": given["runs"], "shares": {given["searcher"]: shares}}


def _described(given: Mapping[str, Any]) -> dict[str, Json]:
    best = "one" if one_is_best(trap(given["members"], given["beta"], given["epsilon"])) else "many"
    return {key: given[key] for key in ("beta", "epsilon", "members", "steps")} | {"best": best}


def _select(
    pool: hs.Pool, budget: float, searcher: Any, limit: int, target: float = 0.0, seed: int = 0
) -> hs.Selection:
    from haversack.stopping import MaxStep, Target

    rule = Target(error=target) | MaxStep(limit=limit)
    return hs.select(pool, budget, searcher=searcher, stopping=rule, seed=seed, certify="off")


def _estimates(count: int, alpha: float) -> Json:
    """Return how often an estimated probability is off by no more than the paper's error, relative to the truth."""
    from scipy.special import ndtri

    generator = np.random.default_rng(0)
    rows = []
    for failure in (0.5, 0.1, 0.01):
        for samples in (100, 1_000, 10_000, 100_000):
            error = float(ndtri(1.0 - alpha / 2.0)) * ((1.0 - failure) / (samples * failure)) ** 0.5
            off = np.abs(generator.binomial(samples, failure, count) / samples - failure)
            rows.append(
                {
                    "failure": failure,
                    "samples": samples,
                    "error": error,
                    "within": float(np.mean(off <= error * failure)),
                }
            )
    return {"estimates": count, "alpha": alpha, "rows": rows}
