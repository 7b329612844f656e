"""Lemma 2: how long members take in all, and how many a budget pays for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.report import Column, Table
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_MOST_DEVIATIONS = 4.5


def run(shape: Sequence[float], expected: Sequence[int], draws: int, counts: int, seed: int) -> Json:
    """Draw costs, and count members up to budgets that pay for so many members of mean cost.

    Parameters
    ----------
    shape
        Parameters of the beta distribution of the accuracies, the second above 4, so that the variance of the simulated
        variance is finite.
    expected
        How many members of mean cost the budgets pay for.
    draws, counts
        Costs, and sequences of costs, that are drawn.
    seed
        Of all draws.
    """
    alpha, beta = shape
    rng = np.random.default_rng(seed)
    costs = rng.exponential(1.0 / rng.beta(beta, alpha, draws))
    first = (alpha + beta - 1.0) / (beta - 1.0)
    second = (alpha + beta - 1.0) * (alpha + beta - 2.0) / ((beta - 1.0) * (beta - 2.0))
    squares = (costs - first) ** 2
    return {
        "distribution": f"Beta({alpha:g}, {beta:g})",
        "mean": 1.0 + alpha / (beta - 1.0),
        "simulated_mean": float(costs.mean()),
        "mean_error": float(costs.std() / math.sqrt(draws)),
        "printed_variance": 1.0 + alpha / (beta - 2.0),
        "right_variance": 2.0 * second - first**2,
        "simulated_variance": float(squares.mean()),
        "variance_error": float(squares.std() / math.sqrt(draws)),
        "counts": [_counts(alpha, beta, number * first, counts, rng) for number in expected],
    }


def _counts(alpha: float, beta: float, budget: float, rows: int, rng: np.random.Generator) -> Json:
    shared = rng.poisson(rng.beta(beta, alpha, rows) * budget)
    own = _renewals(alpha, beta, budget, rows, rng)
    return {
        "budget": budget,
        "shared": {"formula": budget * beta / (alpha + beta), **_summary(shared.astype(np.float64))},
        "own": {"formula": budget * (beta - 1.0) / (alpha + beta - 1.0), **_summary(own)},
    }


def _renewals(alpha: float, beta: float, budget: float, rows: int, rng: np.random.Generator) -> FloatArray:
    """Return how many costs in a row stay within the budget, each cost with a rate of its own."""
    numbers = np.zeros(rows)
    spent = np.zeros(rows)
    active = np.arange(rows)
    while active.size:
        spent[active] += rng.exponential(1.0 / rng.beta(beta, alpha, active.size))
        active = active[spent[active] <= budget]
        numbers[active] += 1.0
    return numbers


def _summary(numbers: FloatArray) -> Json:
    mean, variance = float(numbers.mean()), float(numbers.var())
    return {
        "mean": mean,
        "variance": variance,
        "mean_error": math.sqrt(variance / len(numbers)),
        "variance_error": float(((numbers - mean) ** 2).std() / math.sqrt(len(numbers))),
    }


def claims(results: Sequence[Json]) -> list[Claim]:
    """Return what became of the lemma, from the results for some distributions."""
    return [
        _mean(results),
        _variance(results),
        _number(results, "shared", "Lemma 2(2)", "all members share one random rate: $T\\beta_p/(\\alpha_p+\\beta_p)$"),
        _number(results, "own", "Lemma 2(3)", "each has its own: $T(\\beta_p-1)/(\\alpha_p+\\beta_p-1)$"),
        _parameter(results),
        _poisson(results),
    ]


def _mean(results: Sequence[Json]) -> Claim:
    away = max(abs(row["simulated_mean"] - row["mean"]) / row["mean_error"] for row in results)
    right = away < _MOST_DEVIATIONS
    return judged(
        "Lemma 2(1)",
        "n members cost $n(1 + \\alpha_p/(\\beta_p - 1))$ on average.",
        ", ".join(f"{row['mean']:.3f} for one of {row['distribution']}" for row in results),
        ", ".join(f"{row['simulated_mean']:.3f} ± {row['mean_error']:.3f}" for row in results),
        right,
        otherwise=f"{away:.1f} standard errors apart",
    )


def _variance(results: Sequence[Json]) -> Claim:
    away = max(abs(row["simulated_variance"] - row["printed_variance"]) / row["variance_error"] for row in results)
    right = away < _MOST_DEVIATIONS
    return judged(
        "Lemma 2(1)",
        "Their variance is $n(1 + \\alpha_p/(\\beta_p - 2))$.",
        ", ".join(f"{row['printed_variance']:.2f} for one of {row['distribution']}" for row in results),
        ", ".join(f"{row['simulated_variance']:.2f} ± {row['variance_error']:.2f}" for row in results),
        right,
        otherwise="it is $2 E\\lambda^{-2} - (E\\lambda^{-1})^2$ with $E\\lambda^{-2} = (\\alpha_p+\\beta_p-1)"
        "(\\alpha_p+\\beta_p-2)/((\\beta_p-1)(\\beta_p-2))$: "
        + ", ".join(f"{row['right_variance']:.2f}" for row in results)
        + "; the lemma leaves out that the rate itself varies, and a factor",
    )


def _pairs(results: Sequence[Json], kind: str) -> list[Json]:
    return [count[kind] for row in results for count in row["counts"]]


def _number(results: Sequence[Json], kind: str, where: str, case: str) -> Claim:
    found = _pairs(results, kind)
    away = max(abs(one["mean"] - one["formula"]) / one["mean_error"] for one in found)
    excess = [one["mean"] / one["formula"] - 1.0 for one in found]
    right = away < _MOST_DEVIATIONS
    return judged(
        where,
        f"The expected number of members up to a budget T, if {case}.",
        ", ".join(f"{one['formula']:.2f}" for one in found),
        ", ".join(f"{one['mean']:.2f}" for one in found),
        right,
        otherwise=f"there are {100 * min(excess):.1f} % to {100 * max(excess):.1f} % more members: the "
        "formula is the limit for large T, to which renewal theory adds "
        "$(\\mathrm{Var}\\,\\tau/(E\\tau)^2 - 1)/2$ members",
    )


def _parameter(results: Sequence[Json]) -> Claim:
    shared = [(count["shared"], count["own"]["formula"]) for row in results for count in row["counts"]]
    away = max(abs(one["mean"] - parameter) / one["mean_error"] for one, parameter in shared)
    right = away < _MOST_DEVIATIONS
    return judged(
        "Lemma 2",
        "With one shared rate, the number of members is Poisson with parameter $T/E\\tau$.",
        ", ".join(f"{parameter:.2f}" for _, parameter in shared),
        "means " + ", ".join(f"{one['mean']:.2f}" for one, _ in shared),
        right,
        otherwise="$1/E\\tau$ is not $E\\lambda$, and part 2 of the same lemma gives another mean",
    )


def _poisson(results: Sequence[Json]) -> Claim:
    ratios = {kind: [one["variance"] / one["mean"] for one in _pairs(results, kind)] for kind in ("shared", "own")}
    away = max(
        abs(one["variance"] - one["mean"]) / one["variance_error"] for kind in ratios for one in _pairs(results, kind)
    )
    right = away < _MOST_DEVIATIONS
    return judged(
        "Lemma 2",
        "In both cases the number of members is Poisson, with a variance equal to its mean.",
        "variance/mean = 1",
        "; ".join(
            f"{name}: {min(ratios[kind]):.2f} to {max(ratios[kind]):.2f}"
            for kind, name in (("shared", "one shared rate"), ("own", "rates of their own"))
        ),
        right,
        otherwise="a Poisson number whose parameter is random, or a count of intervals that vary more than exponential "
        "ones, varies more than a Poisson number",
    )


def tables(results: Sequence[Json]) -> list[Table]:
    """Return costs, and numbers of members."""
    numbers = [
        {"distribution": row["distribution"], "budget": count["budget"], "rates": name, **count[kind]}
        for row in results
        for count in row["counts"]
        for kind, name in (("shared", "one shared rate"), ("own", "rates of their own"))
    ]
    two = "{:.2f}".format
    costs = [
        Column("distribution"),
        Column("mean", "mean cost, printed", two),
        Column("simulated_mean", "simulated", two),
        Column("printed_variance", "variance, printed", two),
        Column("right_variance", "right", two),
        Column("simulated_variance", "simulated", two),
    ]
    counted = [
        Column("distribution"),
        Column("budget", shown=two),
        Column("rates"),
        Column("formula", "members, printed", two),
        Column("mean", "simulated", two),
        Column("variance", "variance, simulated", two),
    ]
    flat = [{key: value for key, value in row.items() if key != "counts"} for row in results]
    return [
        Table("costs", "The cost of a member whose rate is 1 - p: Lemma 2(1).", costs, flat),
        Table("numbers", "How many members a budget pays for: Lemma 2(2) and (3).", counted, numbers),
    ]
