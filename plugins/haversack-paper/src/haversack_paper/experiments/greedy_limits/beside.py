"""What the paper says about greedy selection beside what it proves: at most 1/2, sums of accuracies, growing panels."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

import haversack as hs
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack import FloatArray
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_BY_ACCURACY = ("forward-accuracy", "backward-accuracy")
_PATIENT = {"kind": "max-step", "limit": 10**9}
_HAIR = 1e-9


def by_accuracy(pools: int, members: int) -> Json:
    """Return the worst choices by accuracy from random pools of any accuracies in which a panel is right with 1/2.

    Costs are exponential, and the budget is anything up to their sum.
    """
    worst, beyond, looked_at = dict.fromkeys(_BY_ACCURACY, 0.0), 0, 0
    for seed in range(pools):
        generator = np.random.default_rng(seed)
        # Many bad ones and few good ones in one half of the pools; uniform in the other.
        accuracies = generator.random(members) ** (1 + 2 * (seed % 2))
        costs = generator.exponential(size=members)
        pool, budget = hs.Pool(accuracies=accuracies, costs=costs), float(generator.random() * costs.sum())
        fitting = accuracies[costs <= budget]
        # The best panel is right with 1/2 or more if one member is, and else it is not.
        if fitting.max(initial=0.0) < 0.5:
            continue
        looked_at += 1
        errors = {name: _greedy(pool, budget, name).error for name in _BY_ACCURACY}
        assert None not in errors.values()
        worst = {name: max(worst[name], error or 0.0) for name, error in errors.items()}
        beyond += max(error or 0.0 for error in errors.values()) > 0.5 + _HAIR
    return {"pools": looked_at, "members": members, "worst": worst, "beyond": beyond}


def _greedy(pool: hs.Pool, budget: float, name: str) -> hs.Selection:
    direction, key = name.split("-")
    searcher = {"kind": f"greedy-{direction}", "key": key}
    return hs.select(pool, budget, searcher=searcher, stopping=_PATIENT, seed=0, certify="off")


def by_accuracy_claim(found: Json) -> Claim:
    """Ask for a pool in which the choice is wrong with more than 1/2 although a better one is there."""
    told = ", ".join(f"{error:.4f} {name.split('-')[0]}" for name, error in found["worst"].items())
    return judged(
        "Propositions 1 and 2",
        "Greedy selection by accuracy cannot be wrong more often than with probability 1/2.",
        "1/2 at most",
        f"largest error in {found['pools']:,} random pools of {found['members']}, accuracies between 0 and 1, some "
        f"member within the budget 1/2 or more: {told}; beyond 1/2 in {found['beyond']:,}",
        found["beyond"] == 0,
        otherwise="in some pool it is",
        note="not proved in the paper, whose proofs show that 1/2 is approached. It holds where some member within the "
        "budget has 1/2 or more: forward selection begins with the best of these and never gets worse; backward "
        "selection ends with it alone unless it stops before, which is where all but the worst have 1/2 or more, "
        "since removing two with less always helps. Where no member has 1/2, no panel has",
    )


def sums(accuracies: Sequence[float], pools: int, members: int) -> Json:
    """Return what share of the largest sum of accuracies greedy selection by usefulness reaches.

    Parameters
    ----------
    accuracies
        Those of a member who is the more useful one and leaves no room for one who is always right.
    pools, members
        Random pools that are enumerated, and their size; accuracies between 1/2 and 1, exponential costs.
    """
    rows = []
    for accuracy in accuracies:
        # The cheap one is twice as useful as the other, who costs all of the budget.
        values, costs = np.array([accuracy, 1.0]), np.array([accuracy / 2.0, 1.0])
        share, mended = _shares(values, costs, 1.0)
        rows.append({"accuracy": accuracy, "share": share, "mended": mended})
    smallest = [1.0, 1.0]
    for seed in range(pools):
        generator = np.random.default_rng(seed)
        values, costs = generator.uniform(0.5, 1.0, members), generator.exponential(size=members)
        shares = _shares(values, costs, float(generator.uniform(costs.min(), costs.sum())))
        smallest = [min(pair) for pair in zip(smallest, shares, strict=True)]
    return {"traps": rows, "pools": pools, "members": members, "share": smallest[0], "mended": smallest[1]}


def _shares(values: FloatArray, costs: FloatArray, budget: float) -> tuple[float, float]:
    """Return the share of the largest sum that greedy selection has, and that the better of it and one member has."""
    chosen = (np.arange(2 ** len(values))[:, None] >> np.arange(len(values))) & 1
    largest = float((chosen @ values)[chosen @ costs <= budget].max())
    total, left = 0.0, budget
    for member in np.argsort(-values / costs, kind="stable"):
        if costs[member] <= left:
            total, left = total + float(values[member]), left - float(costs[member])
    return total / largest, max(total, float(values[costs <= budget].max())) / largest


def sums_claim(found: Json) -> Claim:
    """Look for a pool in which less than half is reached."""
    worst = min(found["traps"], key=lambda row: row["share"])
    return judged(
        "Introduction",
        "For the sum of accuracies greedy selection is proven to reach 50 %.",
        "50 %",
        f"one member with {worst['accuracy']:g} at {worst['accuracy'] / 2:g} of the budget, one with 1 at all of it: "
        f"{100 * worst['share']:.3g} % of the largest sum. Accuracies of 1/2 or more, {found['pools']:,} random pools "
        f"of {found['members']}: {100 * found['share']:.0f} % or more",
        min(worst["share"], found["share"]) >= 0.5,
        otherwise="by usefulness alone it can reach next to nothing. What is proven is about the better of its choice "
        f"and the best single member (here {100 * min(worst['mended'], found['mended']):.0f} % or more); accuracies "
        "of 1/2 or more suffice as well",
    )


def growth(parameters: Sequence[int], largest: int) -> Json:
    """Return the values of the first 1, 3, 5, ... members of the pool of the first proof, in fractions.

    Parameters
    ----------
    parameters
        Numerator and denominator of an epsilon for which sqrt(1 - 4 epsilon^2) is rational.
    largest
        Size of the largest panel, odd.
    """
    epsilon = Fraction(*parameters)
    square = 1 - 4 * epsilon**2
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    assert root**2 == square
    # The paper's alpha, at which three are worth what one is.
    alpha = (1 - root) / (4 * epsilon)
    right = [Fraction(1)]
    values = []
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


def growth_claim(found: Mapping[str, Json]) -> Claim:
    """Ask for every step from an odd size to the next to be a rise, which fractions tell exactly."""
    stays = [2 * place + 1 for place, rise in enumerate(found["rises"]) if not rise]
    sizes = ", ".join(f"{size} to {size + 2}" for size in stays)
    return judged(
        "Appendix, proof of Proposition 1",
        "With the alpha of the proof the value of the first n members is strictly increasing in n.",
        "strictly",
        f"epsilon = {found['epsilon']:g}, alpha = {found['alpha']:.4g}, odd n: "
        + ", ".join(f"{value:.4f}" for value in found["values"][:4])
        + f", ..., {found['values'][-1]:.4f}",
        not stays,
        otherwise=f"it does not rise from {sizes} members; alpha is chosen so that three are worth what one is. The "
        "proof needs no more than that it ends near 1",
    )
