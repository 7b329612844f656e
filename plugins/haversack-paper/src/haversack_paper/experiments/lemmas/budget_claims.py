"""What the results say about Lemma 2, MAXSTEP and the expected size."""

from __future__ import annotations

from haversack_paper.experiments.lemmas.budgets import YEAR
from haversack_paper.report import Claim, Json, count_of, judge, span
from haversack_paper.verdicts import (
    MOST_DEVIATIONS,
    NEAR_SIZE,
    are_near,
    combine,
    is_below,
    largest_deviation,
    mean_with_error,
    off_text,
)

RATES = {"shared": "one shared rate", "own": "rates of their own"}
"""Kinds of random sequences of costs."""

_FEW_STEPS = 10_000
_CLOSE = 1.5  # Up to this ratio an approximation of a number of steps will do.


def cost_claims(results: list[Json]) -> list[Claim]:
    """Return the claims of Lemma 2, from the results for some distributions."""
    counts = [count for row in results for count in row["counts"]]
    shared, own = ([count[kind] for count in counts] for kind in RATES)
    return [
        _mean(results),
        _variance(results),
        _number(shared, "Lemma 2(2)", "all members share one random rate: $T\\beta_p/(\\alpha_p+\\beta_p)$"),
        _number(own, "Lemma 2(3)", "each has its own: $T(\\beta_p-1)/(\\alpha_p+\\beta_p-1)$"),
        _parameter([one | {"formula": other["formula"]} for one, other in zip(shared, own, strict=True)]),
        _poisson(shared, own),
    ]


def _mean(results: list[Json]) -> Claim:
    away = largest_deviation(results, "simulated_mean", "mean", "mean_error")
    return judge(
        "Lemma 2(1)",
        "n members cost $n(1 + \\alpha_p/(\\beta_p - 1))$ on average.",
        ", ".join(f"{row['mean']:.3f} for one of {row['distribution']}" for row in results),
        ", ".join(f"{row['simulated_mean']:.3f} ± {row['mean_error']:.3f}" for row in results),
        away < MOST_DEVIATIONS,
        otherwise=f"{away:.1f} standard errors apart",
    )


def _variance(results: list[Json]) -> Claim:
    return judge(
        "Lemma 2(1)",
        "Their variance is $n(1 + \\alpha_p/(\\beta_p - 2))$.",
        ", ".join(f"{row['printed_variance']:.2f} for one of {row['distribution']}" for row in results),
        ", ".join(f"{row['simulated_variance']:.2f} ± {row['variance_error']:.2f}" for row in results),
        largest_deviation(results, "simulated_variance", "printed_variance", "variance_error") < MOST_DEVIATIONS,
        otherwise="it is $2 E\\lambda^{-2} - (E\\lambda^{-1})^2$ with $E\\lambda^{-2} = (\\alpha_p+\\beta_p-1)"
        "(\\alpha_p+\\beta_p-2)/((\\beta_p-1)(\\beta_p-2))$: "
        + ", ".join(f"{row['right_variance']:.2f}" for row in results)
        + "; the lemma leaves out that the rate itself varies, and a factor",
    )


def _number(counts: list[Json], where: str, case: str) -> Claim:
    excess = [100 * (one["mean"] / one["formula"] - 1.0) for one in counts]
    return judge(
        where,
        f"The expected number of members up to a budget T, if {case}.",
        ", ".join(f"{one['formula']:.2f}" for one in counts),
        ", ".join(f"{one['mean']:.2f}" for one in counts),
        largest_deviation(counts, "mean", "formula", "mean_error") < MOST_DEVIATIONS,
        otherwise=f"there are {min(excess):.1f} % to {max(excess):.1f} % more members: the formula is the limit for "
        "large T, to which renewal theory adds $(\\mathrm{Var}\\,\\tau/(E\\tau)^2 - 1)/2$ members",
    )


def _parameter(counts: list[Json]) -> Claim:
    return judge(
        "Lemma 2",
        "With one shared rate, the number of members is Poisson with parameter $T/E\\tau$.",
        ", ".join(f"{one['formula']:.2f}" for one in counts),
        "means " + ", ".join(f"{one['mean']:.2f}" for one in counts),
        largest_deviation(counts, "mean", "formula", "mean_error") < MOST_DEVIATIONS,
        otherwise="$1/E\\tau$ is not $E\\lambda$, and part 2 of the same lemma gives another mean",
    )


def _poisson(*counts: list[Json]) -> Claim:
    ratios = [[one["variance"] / one["mean"] for one in some] for some in counts]
    return judge(
        "Lemma 2",
        "In both cases the number of members is Poisson, with a variance equal to its mean.",
        "variance/mean = 1",
        "; ".join(f"{name}: {span(some, '.2f')}" for name, some in zip(RATES.values(), ratios, strict=True)),
        all(largest_deviation(some, "variance", "mean", "variance_error") < MOST_DEVIATIONS for some in counts),
        otherwise="a Poisson number whose parameter is random, or a count of intervals that vary more than exponential "
        "ones, varies more than a Poisson number",
    )


def size_claims(limits: Json, best: list[Json]) -> list[Claim]:
    """Return the claims about MAXSTEP and the expected size, those of the discussion included."""
    return [
        _approximation([row for row in limits if row["members"] in (30, 100)]),
        _small_pools(min(limits, key=lambda row: row["exact"])),
        _expected(best, "beta_model", "that of Lemma 2"),
        _expected(best, "mean_cost", "$\\lceil T/\\bar t\\,\\rceil$"),
        *(_too_large(one) for one in best),
        _printed(best),
    ]


def _approximation(limits: Json) -> Claim:
    years = [f"{row['years']:.1g} years" if row["years"] > 0.01 else f"{row['years'] * YEAR:.0f} s" for row in limits]
    return judge(
        "Section 4.3, MAXSTEP",
        "The number of sets of the expected size is about $n^\\ell/\\ell!$, where $\\ell/n$ is small.",
        "C(n, l) ~ n^l/l!",
        ", ".join(f"n = {row['members']}, l = {row['size']}: {row['ratio']:.1f} times too large" for row in limits),
        all(row["ratio"] < _CLOSE for row in limits),
        otherwise="the ratio is about $e^{\\ell^2/2n}$, so $\\ell^2/n$ has to be small. As many steps as there are "
        "sets would take, at a million a second, "
        + ", ".join(f"{time} (n = {row['members']})" for time, row in zip(years, limits, strict=True)),
    )


def _small_pools(limit: Json) -> Claim:
    return judge(
        "Discussion",
        "MAXSTEP may be too small for small pools; a large enough value should then be taken.",
        "too small",
        f"n = {limit['members']}, l = {limit['size']}: {limit['exact']:,.0f} steps, by the approximation "
        f"{limit['approximate']:,.0f}",
        limit["exact"] < _FEW_STEPS,
        otherwise="no pool here has so few sets",
        note="a statement about the printed formula, which needs no data; haversack takes "
        f"{_FEW_STEPS:,} steps at least",
    )


def size_range(best: Json, key: str) -> str:
    """Write the sizes that a rule, or the best panel, has in the pools."""
    sizes = _column(best, key)
    return str(sizes[0]) if len(set(sizes)) == 1 else span(sizes)


def _column(best: Json, key: str) -> list[int]:
    return [row[key] for row in best["pools"]]


def _expected(best: list[Json], key: str, rule: str) -> Claim:
    pairs = [(_column(one, key), _column(one, "best")) for one in best]
    sizes = "; ".join(
        f"n = {one['members']}: {size_range(one, key)}, best panels {size_range(one, 'best')}, {off_text(*pair)}"
        for one, pair in zip(best, pairs, strict=True)
    )
    unproven = sum(not row["proven"] for one in best for row in one["pools"])
    proofs = f"not proven: {count_of(unproven, 'optimum', 'optima')}" if unproven else "all optima proven"
    asked = f"{100 * NEAR_SIZE:.0f} % in the mean, at every n, are asked for"
    agrees = combine(are_near(*pair) for pair in pairs)
    return judge(
        "Section 4.2",
        f"The size of the panel to be found is {rule}.",
        "no number",
        f"{sizes}; {proofs}",
        agrees,
        otherwise=f"it is too close to tell; {asked}"
        if agrees is None
        else "it is the number of members that the budget pays for at their mean cost, while a search takes the cheap "
        f"among the good and gets more of them; STOP, made for the expected size, is too low; {asked}",
        note=asked,
    )


def _too_large(best: Json) -> Claim:
    """Judge by the ratio of the quantile to the size of the best panel, pool by pool."""
    pools = best["pools"]
    ratios = [row["normal"] / row["best"] for row in pools]
    mean, error = mean_with_error(ratios)
    nearer = sum(abs(row["normal"] - row["best"]) < abs(row["mean_cost"] - row["best"]) for row in pools)
    below = is_below(ratios, 1.0)
    return judge(
        "Discussion",
        f"The Poisson quantile, by its normal approximation, expects somewhat too many members, n = {best['members']}.",
        "slightly too large",
        f"{size_range(best, 'normal')} (Poisson {size_range(best, 'poisson')}), best panels "
        f"{size_range(best, 'best')}: {mean:.2f} ± {error:.2f} times the size of the best panel in the mean, more than "
        f"it in {sum(ratio > 1.0 for ratio in ratios)} of {count_of(len(pools), 'pool')}",
        None if below is None else not below,
        otherwise="the mean is within two standard errors of 1: too large in some pools, too small in others"
        if below is None
        else "in the mean it is not larger than the best panel, though nearer to its size than "
        f"$\\lceil T/\\bar t\\,\\rceil$ is in {nearer} of {len(pools)}",
    )


def _printed(best: list[Json]) -> Claim:
    printed = "; ".join(
        f"n = {one['members']}: {size_range(one, 'by_accuracies')} and {size_range(one, 'by_total_cost')}"
        for one in best
    )
    return judge(
        "Discussion",
        "The parameter of that Poisson number is $T/\\sum p_i$; in the formulas that follow, $T/\\sum t_i$.",
        "as printed",
        f"sizes as printed: {printed}; with $T/\\bar t$: " + ", ".join(size_range(one, "poisson") for one in best),
        all(_column(one, "by_total_cost") == _column(one, "normal") for one in best),
        otherwise="a cost over a sum of accuracies depends on the unit of cost, and $T/\\sum t_i$ is the share of the "
        "pool that is paid for; $T/\\bar t$ is meant, as Lemma 2 has it",
    )
