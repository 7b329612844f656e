"""The expected size, against the size of proven optima; MAXSTEP."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack_paper.expected_sizes import NEAR_SIZE, are_near, off_text
from haversack_paper.report import Column, Table, counted
from haversack_paper.verdicts import is_below, judged, mean_with_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_STEPS_PER_SECOND = 1e6
_YEAR = 3.156e7
_FEW_STEPS = 10_000
_BETA = {"kind": "paper", "fit": "beta"}
_CLOSE = 1.5  # Up to this ratio an approximation of a number of steps will do.


def run_limits(cases: Sequence[Sequence[int]]) -> Json:
    """Compute MAXSTEP and its approximation for pairs of pool size and expected size."""
    from haversack.statistics.step_limits import step_limit

    rows = []
    for members, size in cases:
        exact, approximate = step_limit(members, size), step_limit(members, size, "approximate")
        rows.append(
            {
                "members": members,
                "size": size,
                "exact": float(exact),
                "approximate": float(approximate),
                "ratio": approximate / exact,
                "predicted": math.exp(size * (size - 1) / (2 * members)),
                "years": float(exact) / _STEPS_PER_SECOND / _YEAR,
            }
        )
    return rows


def run_best(members: int, share: float, pools: int) -> Json:
    """Prove the optima of pools like those of the paper, and expect their sizes by all rules."""
    import haversack as hs
    from haversack.costs.expected_size import poisson_normal_size, poisson_size

    rows = []
    for case in hs.comparison.paper_cases([members], pools, budget_share=share):
        costs, accuracies = case.pool.costs, case.pool.require_accuracies()
        assert costs is not None  # Paper pools have costs, and their cases a budget.
        assert case.budget is not None
        best = hs.select(
            case.pool,
            case.budget,
            searcher="exact",
            stopping={"kind": "time-limit", "seconds": 60.0},
            seed=0,
        )
        expected = case.budget / float(costs.mean())
        rows.append(
            {
                "best": len(best.members),
                "proven": best.proven,
                # A budget of a share of the total cost is a whole number of mean costs but for rounding.
                "mean_cost": math.ceil(expected - 1e-9),
                "beta_model": hs.make_plan(case.pool, case.budget, stopping=_BETA, seed=0).size,
                "poisson": poisson_size(expected, members),
                "normal": math.ceil(poisson_normal_size(expected)),
                "by_total_cost": math.ceil(poisson_normal_size(case.budget / float(costs.sum()))),
                "by_accuracies": poisson_size(case.budget / float(accuracies.sum()), members),
            }
        )
    return {"members": members, "share": share, "pools": rows}


def claims(limits: Json, best: Sequence[Json]) -> list[Claim]:
    """Return what became of MAXSTEP, the expected size and the discussion."""
    return [
        _approximation(limits),
        _small_pools(limits),
        _expected(best, "beta_model", "that of Lemma 2"),
        _expected(best, "mean_cost", "$\\lceil T/\\bar t\\,\\rceil$"),
        *(_too_large(one) for one in best),
        _printed(best),
    ]


def _approximation(limits: Json) -> Claim:
    used = [row for row in limits if row["members"] in (30, 100)]
    return judged(
        "Section 4.3, MAXSTEP",
        "The number of sets of the expected size is about $n^\\ell/\\ell!$, where $\\ell/n$ is small.",
        "C(n, l) ~ n^l/l!",
        ", ".join(f"n = {row['members']}, l = {row['size']}: {row['ratio']:.1f} times too large" for row in used),
        all(row["ratio"] < _CLOSE for row in used),
        otherwise="the ratio is about $e^{\\ell^2/2n}$, so $\\ell^2/n$ has to be small. As many steps as there are "
        "sets would take, at a million a second, "
        + ", ".join(f"{_years(row['years'])} (n = {row['members']})" for row in used),
    )


def _years(years: float) -> str:
    return f"{years:.1g} years" if years > 0.01 else f"{years * _YEAR:.0f} s"


def _small_pools(limits: Json) -> Claim:
    smallest = min(limits, key=lambda row: row["exact"])
    return judged(
        "Discussion",
        "MAXSTEP may be too small for small pools; a large enough value should then be taken.",
        "too small",
        f"n = {smallest['members']}, l = {smallest['size']}: {smallest['exact']:,.0f} steps, by the approximation "
        f"{smallest['approximate']:,.0f}",
        smallest["exact"] < _FEW_STEPS,
        otherwise="no pool here has so few sets",
        note="a statement about the printed formula, which needs no data; haversack takes "
        f"{_FEW_STEPS:,} steps at least",
    )


def _span(best: Json, key: str) -> str:
    low, high = min(row[key] for row in best["pools"]), max(row[key] for row in best["pools"])
    return str(low) if low == high else f"{low} to {high}"


def _column(best: Json, key: str) -> list[int]:
    return [row[key] for row in best["pools"]]


def _expected(best: Sequence[Json], key: str, rule: str) -> Claim:
    answers = [are_near(_column(one, key), _column(one, "best")) for one in best]
    told = [
        f"n = {one['members']}: {_span(one, key)}, best panels {_span(one, 'best')}, "
        f"{off_text(_column(one, key), _column(one, 'best'))}"
        for one in best
    ]
    unproven = sum(not row["proven"] for one in best for row in one["pools"])
    asked = f"{100 * NEAR_SIZE:.0f} % in the mean, at every n, are asked for"
    agrees = False if False in answers else None if None in answers else True
    return judged(
        "Section 4.2",
        f"The size of the panel to be found is {rule}.",
        "no number",
        "; ".join(told)
        + (f"; not proven: {counted(unproven, 'optimum', 'optima')}" if unproven else "; all optima proven"),
        agrees,
        otherwise=f"it is too close to tell; {asked}"
        if agrees is None
        else "it is the number of members that the budget pays for at their mean cost, while a search takes the cheap "
        f"among the good and gets more of them; STOP, made for the expected size, is too low; {asked}",
        note=asked,
    )


def _too_large(best: Json) -> Claim:
    """Divide what the quantile expects by the size of the best panel, pool by pool."""
    pools = best["pools"]
    ratios = [row["normal"] / row["best"] for row in pools]
    mean, error = mean_with_error(ratios)
    above = sum(ratio > 1.0 for ratio in ratios)
    nearer = sum(abs(row["normal"] - row["best"]) < abs(row["mean_cost"] - row["best"]) for row in pools)
    below = is_below(ratios, 1.0)
    beside = f", though nearer to its size than $\\lceil T/\\bar t\\,\\rceil$ is in {nearer} of {len(pools)}"
    return judged(
        "Discussion",
        f"The Poisson quantile, by its normal approximation, expects somewhat too many members, n = {best['members']}.",
        "slightly too large",
        f"{_span(best, 'normal')} (Poisson {_span(best, 'poisson')}), best panels {_span(best, 'best')}: "
        f"{mean:.2f} ± {error:.2f} times the size of the best panel in the mean, more than it in {above} of "
        f"{counted(len(pools), 'pool')}",
        None if below is None else mean > 1.0,
        otherwise="the mean is within two standard errors of 1: too large in some pools, too small in others"
        if below is None
        else f"in the mean it is not larger than the best panel{beside}",
    )


def _printed(best: Sequence[Json]) -> Claim:
    return judged(
        "Discussion",
        "The parameter of that Poisson number is $T/\\sum p_i$; in the formulas that follow, $T/\\sum t_i$.",
        "as printed",
        "sizes as printed: "
        + "; ".join(
            f"n = {one['members']}: {_span(one, 'by_accuracies')} and {_span(one, 'by_total_cost')}" for one in best
        )
        + "; with $T/\\bar t$: "
        + ", ".join(_span(one, "poisson") for one in best),
        all(row["by_total_cost"] == row["normal"] for one in best for row in one["pools"]),
        otherwise="a cost over a sum of accuracies depends on the unit of cost, and $T/\\sum t_i$ is the share of the "
        "pool that is paid for; $T/\\bar t$ is meant, as Lemma 2 has it",
    )


def tables(limits: Json, best: Sequence[Json]) -> list[Table]:
    """Return MAXSTEP, and sizes by all rules."""
    power = "{:.2e}".format
    steps = [
        Column("members", "n"),
        Column("size", "l"),
        Column("exact", "C(n, l)", power),
        Column("approximate", "n^l / l!", power),
        Column("ratio", shown="{:.2f}".format),
        Column("predicted", "$e^{l(l-1)/2n}$", "{:.2f}".format),
        Column("years", "years at a million steps a second", power),
    ]
    keys = ("mean_cost", "beta_model", "poisson", "normal", "best")
    rows = [
        {
            "members": one["members"],
            "share": one["share"],
            "pools": len(one["pools"]),
            **{k: _span(one, k) for k in keys},
        }
        for one in best
    ]
    sizes = [
        Column("members", "n"),
        Column("share", "budget, share of total cost"),
        Column("pools"),
        Column("mean_cost", "$\\lceil T/\\bar t\\,\\rceil$"),
        Column("beta_model", "Lemma 2"),
        Column("poisson", "Poisson, 95 %"),
        Column("normal", "its normal approximation"),
        Column("best", "best panel, proven"),
    ]
    return [
        Table("maxstep", "MAXSTEP and its approximation.", steps, limits),
        Table("sizes", "Expected sizes, and those of the best panels.", sizes, rows),
    ]
