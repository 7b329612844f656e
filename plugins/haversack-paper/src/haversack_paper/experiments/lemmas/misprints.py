"""Algorithm 1 as it is printed: an efficiency that is always 1, and a loop that may not end."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_PATIENCE = 10_000


def run(pools: int, members: int, steps: int, seed: int) -> Json:
    """Sum the printed efficiency exactly; follow the printed loop on pools with whole costs and others.

    Parameters
    ----------
    pools, members
        Random pools of each kind, and their size.
    steps
        Panels built from each pool.
    seed
        Of all draws.
    """
    efficiencies = {
        printed_efficiency(copies, Fraction(accuracy, 10), 0) for copies in range(21) for accuracy in range(1, 10)
    }
    majority = printed_efficiency(3, Fraction(7, 10), 2)
    rng = np.random.default_rng(seed)
    stuck = {}
    for kind in "whole", "real":
        hung = 0
        for _ in range(pools):
            costs = rng.integers(1, 21, members).astype(float) if kind == "whole" else rng.exponential(10.0, members)
            budget = math.floor(0.3 * costs.sum()) if kind == "whole" else 0.3 * float(costs.sum())
            hung += sum(printed_step(costs, budget, rng) is None for _ in range(steps))
        stuck[kind] = hung / (pools * steps)
    return {
        "efficiencies": sorted(float(value) for value in efficiencies),
        "majority": float(majority),
        "example": printed_step(np.array([5.0, 5.0]), 5.0, rng),
        "stuck": stuck,
        "panels": pools * steps,
    }


def printed_efficiency(copies: int, accuracy: Fraction, first: int) -> Fraction:
    """Return the sum of binomial chances from `first` to all right votes; printed is 0."""
    chances = (math.comb(copies, k) * accuracy**k * (1 - accuracy) ** (copies - k) for k in range(first, copies + 1))
    return sum(chances, Fraction(0))


def printed_step(costs: FloatArray, budget: float, rng: np.random.Generator) -> int | None:
    """Build one panel as Algorithm 1 prints it; return its size, or None if it draws and draws and nothing happens.

    The loop goes on while a member costs at most what is left, and takes the one it has drawn only if it costs less.
    The printed efficiencies are all 1, so all members that are left are drawn alike.
    """
    left = list(range(len(costs)))
    size, refused = 0, 0
    while any(costs[member] <= budget for member in left):
        drawn = left[int(rng.integers(len(left)))]
        if costs[drawn] < budget:
            left.remove(drawn)
            budget -= float(costs[drawn])
            size, refused = size + 1, 0
        else:
            refused += 1
            if refused >= _PATIENCE or not any(costs[member] < budget for member in left):
                return None
    return size


def claims(result: Json) -> list[Claim]:
    """Return what became of the printed algorithm."""
    stuck = result["stuck"]["whole"]
    return [
        judged(
            "Section 3, efficiency",
            "The sum from k = 0 of the binomial chances tells efficient members from others.",
            "an efficiency",
            "9 accuracies, 0 to 20 copies: always " + " or ".join(f"{value:g}" for value in result["efficiencies"][:3]),
            result["efficiencies"] != [1.0],
            otherwise="as printed it is 1 for every member, and drawing by it is drawing blindly; the sum over "
            f"majorities is meant, {result['majority']:g} for three copies of a member of 0.7",
        ),
        judged(
            "Algorithm 1",
            "A search step ends when no member fits what is left of the budget.",
            "ends",
            "two members that cost the whole budget each: "
            + ("never ends" if result["example"] is None else "ends")
            + f"; pools with whole costs: {100 * stuck:.1f} % of {result['panels']:,} panels never end; other costs: "
            f"{100 * result['stuck']['real']:.1f} %",
            result["example"] is not None and stuck == 0,
            otherwise="the loop runs while a member costs at most what is left, but takes only one that costs less; a "
            "member that fits exactly is drawn for ever. haversack takes it",
        ),
    ]
