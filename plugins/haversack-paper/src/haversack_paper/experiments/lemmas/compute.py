"""Odd sizes, moments of q, Algorithm 1 as printed, and pools whose accurate members are the cheap ones."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

import haversack as hs
from haversack_paper.laws import Law
from haversack_paper.panels import random_panel_errors

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json

_CURVE = (-3.43, 101.7)
_PATIENCE = 10_000
_ROUNDING = 1e-14
_SAME = 1.0 + 1e-9  # Sums in another order differ by less.


def enumerate_sets(pools: int, members: int, seed: int) -> Json:
    """Count in how many random pools with budgets the best set is even, and how often dropping a member does harm."""
    from haversack.energies import MajorityVote, OddsCurve, SpatialVote

    rng = np.random.default_rng(seed)
    sets = (np.arange(2**members)[:, None] >> np.arange(members)) % 2 == 1
    even = sets.sum(axis=1) % 2 == 0
    found = {"pools": pools, "members": members, "pairs": 0, "worse": 0, "even_best": 0, "spatial_even_best": 0}
    for number in range(pools):
        # By turns members that are mostly right, and members of any kind.
        accuracies = rng.beta(17, 5, members) if number % 2 == 0 else rng.uniform(0.0, 1.0, members)
        costs = rng.exponential(1.0, members)
        pool = hs.Pool(accuracies=accuracies, costs=costs)
        fits = sets @ costs <= rng.uniform(0.1, 1.0) * costs.sum()
        fits[0] = False
        errors = MajorityVote().losses(pool, sets)
        chosen = np.flatnonzero(even & fits)
        for member in range(members):
            holding = chosen[(chosen >> member) % 2 == 1]
            found["pairs"] += len(holding)
            found["worse"] += int((errors[holding ^ (1 << member)] > errors[holding] + _ROUNDING).sum())
        spatial = SpatialVote(curve=OddsCurve(*_CURVE)).losses(pool, sets)
        for key, losses in ("even_best", errors), ("spatial_even_best", spatial):
            found[key] += bool(losses[even & fits].min(initial=1.0) < losses[~even & fits].min(initial=1.0))
    return found


def compare_moments(shapes: list[list[int]], sizes: list[int], draws: int, seed: int) -> Json:
    """Compute the printed formulas of mean and variance of q in whole numbers, haversack's in floats, and simulate."""
    from haversack.statistics.majority_moments import compute_majority_moments

    rng = np.random.default_rng(seed)
    rows = []
    for alpha, beta in shapes:
        law = Law("beta", (alpha, beta))
        mean = Fraction(alpha, alpha + beta)
        variance = mean * (1 - mean) / (alpha + beta + 1)
        for size, errors in zip(sizes, random_panel_errors(law, draws, sizes, rng), strict=True):
            exact_mean, exact_variance = compute_printed_moments(size, mean, variance)
            moments = compute_majority_moments(size, float(mean), float(variance))
            squares = (errors - float(1 - exact_mean)) ** 2
            rows.append(
                {
                    "distribution": law.name,
                    "size": size,
                    "mean": float(exact_mean),
                    "variance": float(exact_variance),
                    "computed_mean": 1.0 - moments.mean_error,
                    "computed_variance": moments.standard_deviation**2,
                    "simulated_mean": float(1.0 - errors.mean()),
                    "simulated_variance": float(squares.mean()),
                    "mean_error": float(errors.std() / math.sqrt(draws)),
                    "variance_error": float(squares.std() / math.sqrt(draws)),
                }
            )
    return rows


def compute_printed_moments(size: int, mean: Fraction, variance: Fraction) -> tuple[Fraction, Fraction]:
    """Return mean and variance of q by the formulas of section 4 and Lemma 1(2), term by term."""
    majority = size // 2 + 1
    expected = sum_binomial(size, mean, majority)
    both_right, both_wrong = variance + mean**2, variance + (1 - mean) ** 2
    one_right = mean * (1 - mean) - variance
    scale = math.lcm(both_right.denominator, both_wrong.denominator, one_right.denominator)
    right, wrong, mixed = (int(chance * scale) for chance in (both_right, both_wrong, one_right))
    total = 0
    for k in range(majority, size + 1):
        for m in range(1, k + 1):
            for h in range(max(majority - m, 0), size - k + 1):
                ways = math.comb(size, k) * math.comb(k, m) * math.comb(size - k, h)
                total += ways * right**m * mixed ** (k - m + h) * wrong ** (size - k - h)
    return expected, Fraction(total, scale**size) - expected**2


def sum_binomial(copies: int, accuracy: Fraction, first: int) -> Fraction:
    """Return the sum of binomial chances from `first` to all right votes."""
    chances = (math.comb(copies, k) * accuracy**k * (1 - accuracy) ** (copies - k) for k in range(first, copies + 1))
    return sum(chances, Fraction(0))


def follow_printed_algorithm(pools: int, members: int, steps: int, seed: int) -> Json:
    """Sum the printed efficiency, from 0, exactly; follow the printed loop on pools with whole costs and others.

    From each pool `steps` panels are built.
    """
    efficiencies = {sum_binomial(copies, Fraction(tenth, 10), 0) for copies in range(21) for tenth in range(1, 10)}
    rng = np.random.default_rng(seed)
    stuck = {"whole": 0, "real": 0}
    for kind in stuck:
        for _ in range(pools):
            costs = rng.integers(1, 21, members).astype(float) if kind == "whole" else rng.exponential(10.0, members)
            budget = 0.3 * float(costs.sum())
            budget = math.floor(budget) if kind == "whole" else budget
            stuck[kind] += sum(build_printed_panel(costs, budget, rng) is None for _ in range(steps))
    return {
        "efficiencies": sorted(float(value) for value in efficiencies),
        "majority": float(sum_binomial(3, Fraction(7, 10), 2)),
        "example": build_printed_panel(np.array([5.0, 5.0]), 5.0, rng),
        "stuck": {kind: count / (pools * steps) for kind, count in stuck.items()},
        "panels": pools * steps,
    }


def build_printed_panel(costs: FloatArray, budget: float, rng: np.random.Generator) -> int | None:
    """Build one panel as Algorithm 1 prints it; return its size, or None if the loop does not end.

    The loop continues while a member costs at most what is left, and takes the drawn member only if it costs less. The
    printed efficiencies are all 1, so all members that are left are drawn with equal probability.
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


def take_in_order(pools: int, members: int, seed: int) -> Json:
    """Compare the longest prefix that the budget pays for with the proven optimum, for two kinds of members.

    In every pool, of 5 members at least, the more accurate member is the cheaper one.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for law in Law("beta", (17, 5)), Law("uniform", (0.0, 1.0)):
        found = []
        for _ in range(pools):
            accuracies = np.sort(law.draw(rng, (members,)))[::-1]
            costs = np.sort(rng.exponential(1.0, members))
            found.append(compare_prefixes(accuracies, costs, float(rng.uniform(0.2, 1.0) * costs.sum())))
        counts = {key: sum(one[key] for one in found) for key in ("proven", "prefix_best", "taken_best", "odd_best")}
        largest = max(0.0, *(one["loss"] for one in found))
        rows.append({"kind": law.name, "pools": pools, "members": members, **counts, "largest_loss": largest})
    return rows


def compare_prefixes(accuracies: FloatArray, costs: FloatArray, budget: float) -> dict[str, float]:
    """Return which prefixes within the budget are best: any, the longest, the longest of odd size; and the loss."""
    from haversack.energies import MajorityVote

    pool = hs.Pool(accuracies=accuracies, costs=costs)
    best = hs.select(pool, budget, searcher="exact", stopping={"kind": "time-limit", "seconds": 60.0}, seed=0)
    assert best.error is not None  # Majority votes have one.
    taken = int((np.cumsum(costs) <= budget).sum())
    assert taken > 0  # A fifth of the total cost buys the cheapest of five members or more.
    errors = MajorityVote().losses(pool, np.tri(taken, len(costs), dtype=bool))
    is_best = errors <= best.error * _SAME
    return {
        "proven": best.proven,
        "prefix_best": bool(is_best.any()),
        "taken_best": bool(is_best[-1]),
        "odd_best": bool(is_best[taken - 1 if taken % 2 else taken - 2]),
        "loss": float(errors[-1]) - best.error,
    }
