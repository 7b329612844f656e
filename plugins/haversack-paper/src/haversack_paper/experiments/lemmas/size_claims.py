"""What the results say about MAXSTEP and the expected size."""

from __future__ import annotations

from haversack_paper.experiments.lemmas.budgets import YEAR
from haversack_paper.report import Claim, Json, Rule, count_of, judge, span
from haversack_paper.verdicts import (
    AHEAD,
    ALWAYS,
    NEAR_SIZE,
    NEAR_SIZES,
    PRINTED_TEXT,
    are_near,
    combine,
    is_below,
    mean_with_error,
    off_text,
)

_FEW_STEPS = 10_000
_CLOSE = 1.5  # Up to this ratio an approximation of a number of steps will do.
_APPROXIMATION = Rule("approximation", f"The approximation is less than {_CLOSE:g} times the number, for every n.")


def size_claims(limits: Json, best: list[Json]) -> list[Claim]:
    """Return the claims about MAXSTEP and the expected size, those of the discussion included."""
    usual, least = [row for row in limits if row["members"] in (30, 100)], min(limits, key=lambda row: row["exact"])
    times = [f"{row['years']:.1g} years" if row["years"] > 0.01 else f"{row['years'] * YEAR:.0f} s" for row in usual]
    printed = "; ".join(
        f"n = {one['members']}: {size_range(one, 'by_accuracies')} and {size_range(one, 'by_total_cost')}"
        for one in best
    )
    return [
        judge(
            "Section 4.3, MAXSTEP",
            "The number of sets of the expected size is about $n^\\ell/\\ell!$, where $\\ell/n$ is small.",
            "C(n, l) ~ n^l/l!",
            ", ".join(f"n = {row['members']}, l = {row['size']}: {row['ratio']:.1f} times too large" for row in usual),
            all(row["ratio"] < _CLOSE for row in usual),
            rule=_APPROXIMATION,
            otherwise="the ratio is about $e^{\\ell^2/2n}$, so $\\ell^2/n$ has to be small. As many steps as there are "
            "sets would take, at a million a second, "
            + ", ".join(f"{time} (n = {row['members']})" for time, row in zip(times, usual, strict=True)),
        ),
        judge(
            "Discussion",
            "MAXSTEP may be too small for small pools; a large enough value should then be taken.",
            "too small",
            f"n = {least['members']}, l = {least['size']}: {least['exact']:,.0f} steps, by the approximation "
            f"{least['approximate']:,.0f}",
            least["exact"] < _FEW_STEPS,
            rule=PRINTED_TEXT,
            otherwise="no pool here has so few sets",
            note="a statement about the printed formula, which needs no data; haversack takes "
            f"{_FEW_STEPS:,} steps at least",
        ),
        _expected(best, "beta_model", "that of Lemma 2"),
        _expected(best, "mean_cost", "$\\lceil T/\\bar t\\,\\rceil$"),
        *(_too_large(one) for one in best),
        judge(
            "Discussion",
            "The parameter of that Poisson number is $T/\\sum p_i$; in the formulas that follow, $T/\\sum t_i$.",
            "as printed",
            f"sizes as printed: {printed}; with $T/\\bar t$: " + ", ".join(size_range(one, "poisson") for one in best),
            all(_column(one, "by_total_cost") == _column(one, "normal") for one in best),
            rule=ALWAYS,
            otherwise="a cost over a sum of accuracies depends on the unit of cost, and $T/\\sum t_i$ is the share of "
            "the pool that is paid for; $T/\\bar t$ is meant, as Lemma 2 has it",
        ),
    ]


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
        rule=NEAR_SIZES,
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
        rule=AHEAD,
        otherwise="the mean is within two standard errors of 1: too large in some pools, too small in others"
        if below is None
        else "in the mean it is not larger than the best panel, though nearer to its size than "
        f"$\\lceil T/\\bar t\\,\\rceil$ is in {nearer} of {len(pools)}",
    )
