"""What greedy selection chooses from the pools of the paper's proofs and from random ones, and the best there is."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs
from haversack_paper.one_and_many import OneAndMany

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json

FAMILIES = ("forward-accuracy", "forward-usefulness", "backward-accuracy", "backward-usefulness")
"""Strategies whose worst cases the paper shows."""

_HAIR = 1e-9
_PATIENT = {"kind": "max-step", "limit": 10**9}


def build_worst_case(family: str, epsilon: float) -> OneAndMany:
    """Return the pool of the paper's proof for one epsilon.

    The proofs require a large number of members without saying how large. Here it is about epsilon to the power of -3
    (an odd number), at which the best panel is wrong with a probability of about exp(-1 / (2 epsilon)).
    """
    if family == "backward-usefulness":
        return OneAndMany(1.0, 3.0, 3, 0.5 + epsilon, 1.0, 3.0)
    members = round(epsilon**-3) | 1
    # The paper's alpha, at which three are as good as one, slightly reduced so that rounding cannot make them better.
    alpha = (1.0 - math.sqrt(1.0 - 4.0 * epsilon**2)) / (4.0 * epsilon) * (1.0 - _HAIR)
    if family == "backward-accuracy":
        return OneAndMany(0.5 + epsilon, float(members), members, 0.5 + alpha, 1.0, float(members))
    return OneAndMany(0.5 + epsilon, 1.0, members - 1, 0.5 + alpha, 1.0, float(members))


def find_failures(family: str, epsilons: list[float], prove_up_to: int) -> Json:
    """Return what greedy selection chooses from the pools of a proof, and the error of the best set.

    In pools of up to `prove_up_to` members that error, which is known by counting, is proved by `exact` as well.
    """
    rows = []
    for epsilon in epsilons:
        case = build_worst_case(family, epsilon)
        pool = case.pool()
        found = _select_greedily(pool, case.budget, family)
        free = _select_greedily(hs.Pool(accuracies=pool.accuracies), None, family) if "forward" in family else None
        best = _select(pool, case.budget, "exact") if len(pool) <= prove_up_to else None
        assert best is None or best.proven
        rows.append(
            {
                "epsilon": epsilon,
                "members": len(pool),
                "chosen": len(found.members),
                "error": found.error,
                "smallest": case.smallest_error(),
                "proven": None if best is None else best.error,
                "without_budget": None if free is None else free.error,
            }
        )
    return rows


def _select_greedily(pool: hs.Pool, budget: float | None, strategy: str) -> hs.Selection:
    direction, key = strategy.split("-")
    return _select(pool, budget, {"kind": f"greedy-{direction}", "key": key})


def _select(pool: hs.Pool, budget: float | None, searcher: Any) -> hs.Selection:
    return hs.select(pool, budget, searcher=searcher, stopping=_PATIENT, seed=0, certify="off")


def select_by_usefulness(members: list[int]) -> Json:
    """Return the errors of the choice from pools with one member who is always right and others hardly ever.

    A member of accuracy 1.5/m at 1/m of the budget is more useful, by accuracy per cost, than one who is always right
    and costs all of it.
    """
    cases = [OneAndMany(1.0, float(count), count, 1.5 / count, 1.0, float(count)) for count in members]
    return [
        {
            "members": case.others,
            "backward": _select_greedily(case.pool(), case.budget, "backward-usefulness").error,
            "forward": _select_greedily(case.pool(), case.budget, "forward-usefulness").error,
            "smallest": case.smallest_error(),
        }
        for case in cases
    ]


def run_example(accuracies: list[float]) -> Json:
    """Return the values of the first 1, 3, 5 members, what forward selection takes, and the best of two members."""
    prefixes = [_value(accuracies[:size]) for size in range(1, len(accuracies) + 1, 2)]
    found = _select(hs.Pool(accuracies=accuracies), None, "greedy-forward")
    pairs = [_value([accuracies[0], other]) for other in accuracies[1:]]
    return {"values": prefixes, "chosen": len(found.members), "value": found.value, "best_pair": max(pairs)}


def _value(accuracies: list[float]) -> float:
    """Return the accuracy of the vote of all of them."""
    from haversack.energies import MajorityVote

    return 1.0 - float(MajorityVote().losses(hs.Pool(accuracies=accuracies), np.ones((1, len(accuracies)), bool))[0])


def compare_backward_with_best(accuracies: list[float]) -> Json:
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


def count_misses(pools: int, members: int) -> Json:
    """Return in how many random pools backward selection misses the best, and the largest ratio of the errors."""
    ratios = []
    for seed in range(pools):
        found = compare_backward_with_best(np.random.default_rng(seed).uniform(0.5, 1.0, members).tolist())
        ratios.append(found["error"] / found["best_error"])
    missed = sum(ratio > 1.0 + _HAIR for ratio in ratios)
    return {"pools": pools, "members": members, "missed": missed, "worst": max(ratios)}


def select_by_accuracy(pools: int, members: int) -> Json:
    """Return the worst choices by accuracy from random pools of any accuracies in which a panel is right with 1/2.

    Costs are exponential, and the budget is anything up to their sum.
    """
    worst, beyond, used = {"forward-accuracy": 0.0, "backward-accuracy": 0.0}, 0, 0
    for seed in range(pools):
        generator = np.random.default_rng(seed)
        # Many bad ones and few good ones in one half of the pools; uniform in the other.
        accuracies = generator.random(members) ** (1 + 2 * (seed % 2))
        costs = generator.exponential(size=members)
        pool, budget = hs.Pool(accuracies=accuracies, costs=costs), float(generator.random() * costs.sum())
        # The best panel is right with 1/2 or more if one member is, and else it is not.
        if accuracies[costs <= budget].max(initial=0.0) < 0.5:
            continue
        used += 1
        errors = {strategy: _select_greedily(pool, budget, strategy).error or 0.0 for strategy in worst}
        worst = {strategy: max(worst[strategy], error) for strategy, error in errors.items()}
        beyond += max(errors.values()) > 0.5 + _HAIR
    return {"pools": used, "members": members, "worst": worst, "beyond": beyond}


def maximise_sums(accuracies: list[float], pools: int, members: int) -> Json:
    """Return what share of the largest sum of accuracies greedy selection by usefulness reaches.

    First in pools of two members: a useful one with one of these accuracies leaves no room for one who is always right.
    Then in random pools, which are enumerated: accuracies between 1/2 and 1, exponential costs.
    """
    # The cheap one is twice as useful as the other, who costs all of the budget.
    traps = [_shares(np.array([accuracy, 1.0]), np.array([accuracy / 2.0, 1.0]), 1.0) for accuracy in accuracies]
    shares = []
    for seed in range(pools):
        generator = np.random.default_rng(seed)
        values, costs = generator.uniform(0.5, 1.0, members), generator.exponential(size=members)
        shares.append(_shares(values, costs, float(generator.uniform(costs.min(), costs.sum()))))
    return {
        "traps": [{"accuracy": accuracy, **trap} for accuracy, trap in zip(accuracies, traps, strict=True)],
        "pools": pools,
        "members": members,
        **{key: min(found[key] for found in shares) for key in ("share", "at_best")},
    }


def _shares(values: FloatArray, costs: FloatArray, budget: float) -> dict[str, float]:
    """Return the share of the largest sum that greedy selection has, and that the better of it and one member has."""
    chosen = (np.arange(2 ** len(values))[:, None] >> np.arange(len(values))) & 1
    largest = float((chosen @ values)[chosen @ costs <= budget].max())
    total, left = 0.0, budget
    for member in np.argsort(-values / costs, kind="stable"):
        if costs[member] <= left:
            total, left = total + float(values[member]), left - float(costs[member])
    return {"share": total / largest, "at_best": max(total, float(values[costs <= budget].max())) / largest}


def grow_panel(parameters: list[int], largest: int) -> Json:
    """Return the values of the first 1, 3, 5, ... members of the pool of the first proof, computed in fractions.

    `parameters` are numerator and denominator of an epsilon for which sqrt(1 - 4 epsilon^2) is rational.
    """
    epsilon = Fraction(*parameters)
    square = 1 - 4 * epsilon**2
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    assert root**2 == square
    # The paper's alpha, at which the value of three members is that of one.
    alpha = (1 - root) / (4 * epsilon)
    right, values = [Fraction(1)], []
    for size in range(1, largest + 1):
        accuracy = Fraction(1, 2) + (epsilon if size == 1 else alpha)
        right = [
            wrongly * (1 - accuracy) + rightly * accuracy
            for wrongly, rightly in zip([*right, Fraction(0)], [Fraction(0), *right], strict=True)
        ]
        if size % 2:
            values.append(sum(right[size // 2 + 1 :], Fraction(0)))
    return {
        "epsilon": float(epsilon),
        "alpha": float(alpha),
        "values": [float(value) for value in values],
        "rises": [after > before for before, after in pairwise(values)],
    }
