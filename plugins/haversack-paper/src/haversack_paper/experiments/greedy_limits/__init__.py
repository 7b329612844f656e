"""How badly greedy selection can fail: the propositions of the paper's section 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

import haversack as hs
from haversack_paper.experiment import Experiment, Part
from haversack_paper.experiments.greedy_limits.beside import by_accuracy, growth, sums
from haversack_paper.experiments.greedy_limits.families import FAMILIES, worse_than_a_coin, worst_case

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from haversack_paper.experiment import Json, Scale, Sources
    from haversack_paper.one_and_many import OneAndMany
    from haversack_paper.report import Report

_PATIENT = {"kind": "max-step", "limit": 10**9}
_EXAMPLE = (0.510, 0.505, 0.505, 0.505, 0.505)
_COUNTEREXAMPLE = (0.9, *(0.6,) * 12)
_SUMMED_MEMBERS = 10
_BESIDE: dict[str, Callable[..., Json]] = {"by-accuracy": by_accuracy, "sums": sums, "growth": growth}


@attrs.frozen
class GreedyLimits(Experiment):
    """The worst cases of greedy selection.

    Parameters
    ----------
    epsilons
        How far the accuracies of the proofs' pools are from 1/2, falling. The pools have about epsilon to the power of
        -3 members.
    prove_up_to
        In pools of up to so many members the smallest error, which is known by counting, is proved by `exact` as well.
    cheap_members
        How many useful members who are hardly ever right there are beside one who always is; several numbers.
    random_pools
        How many random pools there are of each kind.
    random_members
        How many members a random pool has whose panels vote.
    """

    name: ClassVar[str] = "greedy-limits"
    summary: ClassVar[str] = "Propositions 1 to 3: greedy selection can be wrong half of the time."

    epsilons: tuple[float, ...] = (0.2, 0.1, 0.05, 0.025, 0.0125)
    prove_up_to: int = 1_500
    cheap_members: tuple[int, ...] = (3, 9, 27)
    random_pools: int = 1_000
    random_members: int = 13

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> GreedyLimits:  # noqa: ARG003 - needs no data
        """Return it at a scale; the two larger ones are the same, nothing here takes long."""
        return cls(epsilons=(0.2, 0.1, 0.05, 0.025), random_pools=200) if scale == "quick" else cls()

    def parts(self) -> Sequence[Part]:
        """Return a part for each proof, and one for each thing said beside them."""
        proofs = [
            Part(family, {"family": family, "epsilons": list(self.epsilons), "prove_up_to": self.prove_up_to})
            for family in FAMILIES
        ]
        return [
            *proofs,
            Part("example", {"accuracies": list(_EXAMPLE)}),
            Part("counterexample", {"accuracies": list(_COUNTEREXAMPLE)}),
            Part("random-pools", {"pools": self.random_pools, "members": self.random_members}),
            Part("worse-than-a-coin", {"members": list(self.cheap_members)}),
            Part("by-accuracy", {"pools": self.random_pools, "members": self.random_members}),
            Part("sums", {"accuracies": [0.5, 0.1, 0.01], "pools": self.random_pools, "members": _SUMMED_MEMBERS}),
            Part("growth", {"parameters": [3, 10], "largest": 41}),
        ]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Compute a part."""
        given = part.arguments
        if part.key in FAMILIES:
            return [_failure(given["family"], epsilon, given["prove_up_to"]) for epsilon in given["epsilons"]]
        if part.key == "example":
            return _example(given["accuracies"])
        if part.key == "counterexample":
            return _backward_and_best(given["accuracies"])
        if part.key == "random-pools":
            return _random_pools(given["pools"], given["members"])
        if part.key in _BESIDE:
            return _BESIDE[part.key](**given)
        return [
            {
                "members": members,
                "backward": _greedy(worse_than_a_coin(members), "backward-usefulness").error,
                "forward": _greedy(worse_than_a_coin(members), "forward-usefulness").error,
                "smallest": worse_than_a_coin(members).smallest_error(),
            }
            for members in given["members"]
        ]

    def report(self, results: Mapping[str, Json]) -> Report:
        """Return claims, a table and a figure."""
        from haversack_paper.experiments.greedy_limits.findings import report

        return report(results)


def _failure(family: Any, epsilon: float, prove_up_to: int) -> Json:
    """Return what greedy selection chooses from a pool of the proofs, and what the best set is worth."""
    case = worst_case(family, epsilon)
    found = _greedy(case, family)
    proven = None
    if case.others < prove_up_to:
        best = _select(case.pool(), case.budget, "exact")
        assert best.proven
        proven = best.error
    return {
        "epsilon": epsilon,
        "members": case.others + 1,
        "chosen": len(found.members),
        "error": found.error,
        "smallest": case.smallest_error(),
        "proven": proven,
        "without_budget": _greedy(case, family, free=True).error if family.startswith("forward") else None,
    }


def _greedy(case: OneAndMany, family: str, *, free: bool = False) -> hs.Selection:
    direction, key = family.split("-")
    pool = hs.Pool(accuracies=case.pool().accuracies) if free else case.pool()
    return _select(pool, None if free else case.budget, {"kind": f"greedy-{direction}", "key": key})


def _select(pool: hs.Pool, budget: float | None, searcher: Any) -> hs.Selection:
    return hs.select(pool, budget, searcher=searcher, stopping=_PATIENT, seed=0, certify="off")


def _example(accuracies: Sequence[float]) -> Json:
    """Return what the first 1, 3, 5 members are worth, what forward selection takes, and the best of two members."""
    prefixes = [_value(accuracies[:size]) for size in range(1, len(accuracies) + 1, 2)]
    found = _select(hs.Pool(accuracies=accuracies), None, "greedy-forward")
    pairs = [_value((accuracies[0], other)) for other in accuracies[1:]]
    return {"values": prefixes, "chosen": len(found.members), "value": found.value, "best_pair": max(pairs)}


def _value(accuracies: Sequence[float]) -> float:
    """Return what all of them are worth together."""
    from haversack.energies import MajorityVote

    pool = hs.Pool(accuracies=accuracies)
    everybody = np.ones((1, len(pool)), dtype=np.bool_)
    return 1.0 - float(MajorityVote().losses(pool, everybody)[0])


def _backward_and_best(accuracies: Sequence[float]) -> Json:
    """Return what backward selection without a budget keeps, and the best there is."""
    pool = hs.Pool(accuracies=accuracies)
    found, best = (_select(pool, None, searcher) for searcher in ("greedy-backward", "exact"))
    assert best.proven
    return {
        "kept": len(found.members),
        "value": found.value,
        "error": found.error,
        "without_two": _value(sorted(accuracies, reverse=True)[:-2]),
        "best_size": len(best.members),
        "best_value": best.value,
        "best_error": best.error,
    }


def _random_pools(pools: int, members: int) -> Json:
    """Return in how many random pools backward selection misses the best, and by what factor of the error at most."""
    ratios = []
    for seed in range(pools):
        answer = _backward_and_best(np.random.default_rng(seed).uniform(0.5, 1.0, members).tolist())
        ratios.append(answer["error"] / answer["best_error"])
    return {
        "pools": pools,
        "members": members,
        "missed": sum(ratio > 1.0 + 1e-9 for ratio in ratios),
        "worst": max(ratios),
    }
