"""How many members a budget pays for: Lemma 2, the expected size, MAXSTEP and the parameters of STOP."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json

YEAR = 3.156e7
"""In seconds."""

_STEPS_PER_SECOND = 1e6
_FITS = {"Lemma 2": "beta", "the mean cost": "empirical"}


def simulate_costs(shape: list[float], expected: list[int], draws: int, counts: int, seed: int) -> Json:
    """Draw costs, and count members up to budgets that pay for `expected` members of mean cost.

    The second parameter of the beta distribution of the accuracies must be above 4, so that the variance of the
    simulated variance is finite. As many sequences of costs are drawn as `counts` says.
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
        "counts": [_count_members(alpha, beta, number * first, counts, rng) for number in expected],
    }


def _count_members(alpha: float, beta: float, budget: float, rows: int, rng: np.random.Generator) -> Json:
    """Return how many costs in a row stay within a budget: with one random rate, and each with a rate of its own."""
    shared = rng.poisson(rng.beta(beta, alpha, rows) * budget).astype(np.float64)
    own, spent, active = np.zeros(rows), np.zeros(rows), np.arange(rows)
    while active.size:
        spent[active] += rng.exponential(1.0 / rng.beta(beta, alpha, active.size))
        active = active[spent[active] <= budget]
        own[active] += 1.0
    return {
        "budget": budget,
        "shared": _summarise(budget * beta / (alpha + beta), shared),
        "own": _summarise(budget * (beta - 1.0) / (alpha + beta - 1.0), own),
    }


def _summarise(formula: float, numbers: FloatArray) -> Json:
    mean, variance = float(numbers.mean()), float(numbers.var())
    return {
        "formula": formula,
        "mean": mean,
        "variance": variance,
        "mean_error": math.sqrt(variance / len(numbers)),
        "variance_error": float(((numbers - mean) ** 2).std() / math.sqrt(len(numbers))),
    }


def compute_limits(cases: list[list[int]]) -> Json:
    """Compute MAXSTEP and its approximation for pairs of pool size and expected size."""
    from haversack.statistics.step_limits import compute_step_limit

    rows = []
    for members, size in cases:
        exact, approximate = compute_step_limit(members, size), compute_step_limit(members, size, "approximate")
        rows.append(
            {
                "members": members,
                "size": size,
                "exact": float(exact),
                "approximate": float(approximate),
                "ratio": approximate / exact,
                "predicted": math.exp(size * (size - 1) / (2 * members)),
                "years": float(exact) / _STEPS_PER_SECOND / YEAR,
            }
        )
    return rows


def find_best(members: int, share: float, pools: int) -> Json:
    """Prove the optima of pools like those of the paper, and expect their sizes by all rules."""
    from haversack.costs.expected_size import compute_poisson_normal_size, compute_poisson_size

    rows = []
    for case in hs.comparison.paper_cases([members], pools, budget_share=share):
        costs, accuracies = case.pool.costs, case.pool.require_accuracies()
        assert costs is not None  # Paper pools have costs, and their cases a budget.
        assert case.budget is not None
        limit = {"kind": "time-limit", "seconds": 60.0}
        best = hs.select(case.pool, case.budget, searcher="exact", stopping=limit, seed=0)
        expected = case.budget / float(costs.mean())
        rows.append(
            {
                "best": len(best.members),
                "proven": best.proven,
                # A budget of a share of the total cost is a whole number of mean costs but for rounding.
                "mean_cost": math.ceil(expected - 1e-9),
                "beta_model": _plan(case, "beta").size,
                "poisson": compute_poisson_size(expected, members),
                "normal": math.ceil(compute_poisson_normal_size(expected)),
                "by_total_cost": math.ceil(compute_poisson_normal_size(case.budget / float(costs.sum()))),
                "by_accuracies": compute_poisson_size(case.budget / float(accuracies.sum()), members),
            }
        )
    return {"members": members, "share": share, "pools": rows}


def fit_betas(members: int, share: float, pools: int) -> Json:
    """Compute the parameter beta of q for pools like those of the paper, with both rules for the expected size."""
    cases = list(hs.comparison.paper_cases([members], pools, budget_share=share))
    betas = {name: [_plan(case, fit).beta for case in cases] for name, fit in _FITS.items()}
    return {"members": members, "pools": pools, "betas": betas}


def _plan(case: hs.comparison.Case, fit: str) -> hs.Plan:
    return hs.make_plan(case.pool, case.budget, stopping={"kind": "paper", "fit": fit}, seed=0)
