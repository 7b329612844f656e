"""What the results say about the paper's statements outside its tables."""

from __future__ import annotations

from haversack_paper.experiments.lemmas.size_claims import size_claims
from haversack_paper.report import Claim, Json, Results, count_of, judge, span
from haversack_paper.verdicts import (
    ALWAYS,
    FORMULA,
    MOST_DEVIATIONS,
    NOT_STATED,
    PRINTED_TEXT,
    largest_deviation,
)

RATES = {"shared": "one shared rate", "own": "rates of their own"}
"""Kinds of random sequences of costs."""

_PRECISE = 1e-9


def claims(results: Results, costs: list[Json], best: list[Json], stops: list[Json]) -> list[Claim]:
    """Return the claims, from the results of all parts, among them costs, optima and parameters of STOP."""
    return [
        _odd_sizes(results["odd-sizes"]),
        _moments(results["moments"], "mean", "Section 4, mean of q", "P(Binomial(l, mean accuracy) > l/2)"),
        _moments(results["moments"], "variance", "Lemma 1(2)", "the printed triple sum"),
        *_cost_claims(costs),
        *_misprints(results["misprints"]),
        *size_claims(results["limits"], best),
        _range_of_table(stops),
        judge(
            "Discussion",
            "Where q is not so close to 1, a two-tailed hypothesis may be used for the normal STOP, and for a mean of, "
            "say, 0.7 a right-side one.",
            "no formula, no result",
            "`side` of haversack's rule `normal`: `two-sided` is $\\mu_q + \\kappa_{0.95}\\sigma_q/\\sqrt{\\hat\\ell}$"
            ", `right` is $\\mu_q + \\kappa_{0.9}\\sigma_q$",
            None,
            rule=NOT_STATED,
            otherwise="the paper has no formula for either and did not use them; ours are a reading of the words "
            "(docs/decisions/0013)",
        ),
        _trivial(results["trivial"]),
    ]


def _odd_sizes(found: Json) -> Claim:
    return judge(
        "Section 1, lemma on odd sizes",
        "The best panel under majority voting has an odd number of members, with a budget as well.",
        "always",
        f"an even panel was best in {found['even_best']} of {count_of(found['pools'], 'pool')} of {found['members']}, "
        f"all sets enumerated; dropping a member of an even panel made it worse in {found['worse']} of "
        f"{found['pairs']:,} cases",
        found["even_best"] == 0 and found["worse"] == 0,
        rule=ALWAYS,
        otherwise="an even panel was better",
        note="it holds for majority voting with ties counted as wrong; under the spatial vote an even panel is best in "
        f"{found['spatial_even_best']} of these pools",
    )


def _moments(rows: Json, key: str, where: str, formula: str) -> Claim:
    off = max(abs(row[f"computed_{key}"] / row[key] - 1.0) for row in rows)
    away = largest_deviation(rows, f"simulated_{key}", key, f"{key}_error")
    return judge(
        where,
        f"The {key} of q is {formula}.",
        "formula",
        f"in {count_of(len(rows), 'case')}: haversack is within a share of {off:.0e} of the formula in exact "
        f"fractions, simulation within {away:.1f} standard errors",
        off < _PRECISE and away < MOST_DEVIATIONS,
        rule=FORMULA,
        otherwise=f"more than a share of {_PRECISE:g} or {MOST_DEVIATIONS} standard errors apart",
    )


def _cost_claims(results: list[Json]) -> list[Claim]:
    counts = [count for row in results for count in row["counts"]]
    shared, own = ([count[kind] for count in counts] for kind in RATES)
    away = largest_deviation(results, "simulated_mean", "mean", "mean_error")
    ratios = [[one["variance"] / one["mean"] for one in some] for some in (shared, own)]
    return [
        judge(
            "Lemma 2(1)",
            "n members cost $n(1 + \\alpha_p/(\\beta_p - 1))$ on average.",
            ", ".join(f"{row['mean']:.3f} for one of {row['distribution']}" for row in results),
            ", ".join(f"{row['simulated_mean']:.3f} ± {row['mean_error']:.3f}" for row in results),
            away < MOST_DEVIATIONS,
            rule=FORMULA,
            otherwise=f"{away:.1f} standard errors apart",
        ),
        judge(
            "Lemma 2(1)",
            "Their variance is $n(1 + \\alpha_p/(\\beta_p - 2))$.",
            ", ".join(f"{row['printed_variance']:.2f} for one of {row['distribution']}" for row in results),
            ", ".join(f"{row['simulated_variance']:.2f} ± {row['variance_error']:.2f}" for row in results),
            largest_deviation(results, "simulated_variance", "printed_variance", "variance_error") < MOST_DEVIATIONS,
            rule=FORMULA,
            otherwise="it is $2 E\\lambda^{-2} - (E\\lambda^{-1})^2$ with $E\\lambda^{-2} = (\\alpha_p+\\beta_p-1)"
            "(\\alpha_p+\\beta_p-2)/((\\beta_p-1)(\\beta_p-2))$: "
            + ", ".join(f"{row['right_variance']:.2f}" for row in results)
            + "; the lemma leaves out that the rate itself varies, and a factor",
        ),
        _number(shared, "Lemma 2(2)", "all members share one random rate: $T\\beta_p/(\\alpha_p+\\beta_p)$"),
        _number(own, "Lemma 2(3)", "each has its own: $T(\\beta_p-1)/(\\alpha_p+\\beta_p-1)$"),
        judge(
            "Lemma 2",
            "With one shared rate, the number of members is Poisson with parameter $T/E\\tau$.",
            _list(own, "formula"),
            f"means {_list(shared, 'mean')}",
            _is_formula([one | {"formula": other["formula"]} for one, other in zip(shared, own, strict=True)]),
            rule=FORMULA,
            otherwise="$1/E\\tau$ is not $E\\lambda$, and part 2 of the same lemma gives another mean",
        ),
        judge(
            "Lemma 2",
            "In both cases the number of members is Poisson, with a variance equal to its mean.",
            "variance/mean = 1",
            "; ".join(f"{name}: {span(some, '.2f')}" for name, some in zip(RATES.values(), ratios, strict=True)),
            largest_deviation([*shared, *own], "variance", "mean", "variance_error") < MOST_DEVIATIONS,
            rule=FORMULA,
            otherwise="a Poisson number whose parameter is random, or a count of intervals that vary more than "
            "exponential ones, varies more than a Poisson number",
        ),
    ]


def _number(counts: list[Json], where: str, case: str) -> Claim:
    excess = [100 * (one["mean"] / one["formula"] - 1.0) for one in counts]
    return judge(
        where,
        f"The expected number of members up to a budget T, if {case}.",
        _list(counts, "formula"),
        _list(counts, "mean"),
        _is_formula(counts),
        rule=FORMULA,
        otherwise=f"there are {min(excess):.1f} % to {max(excess):.1f} % more members: the formula is the limit for "
        "large T, to which renewal theory adds $(\\mathrm{Var}\\,\\tau/(E\\tau)^2 - 1)/2$ members",
    )


def _list(counts: list[Json], key: str) -> str:
    return ", ".join(f"{one[key]:.2f}" for one in counts)


def _is_formula(counts: list[Json]) -> bool:
    return largest_deviation(counts, "mean", "formula", "mean_error") < MOST_DEVIATIONS


def _misprints(found: Json) -> list[Claim]:
    whole, real = found["stuck"]["whole"], found["stuck"]["real"]
    return [
        judge(
            "Section 3, efficiency",
            "The sum from k = 0 of the binomial chances tells efficient members from others.",
            "an efficiency",
            "9 accuracies, 0 to 20 copies: always " + " or ".join(f"{value:g}" for value in found["efficiencies"][:3]),
            found["efficiencies"] != [1.0],
            rule=PRINTED_TEXT,
            otherwise="as printed it is 1 for every member, and drawing by it is drawing blindly; the sum over "
            f"majorities is meant, {found['majority']:g} for three copies of a member of 0.7",
        ),
        judge(
            "Algorithm 1",
            "A search step ends when no member fits what is left of the budget.",
            "ends",
            f"two members that cost the whole budget each: {'never ends' if found['example'] is None else 'ends'}; "
            f"pools with whole costs: {100 * whole:.1f} % of {found['panels']:,} panels never end; other costs: "
            f"{100 * real:.1f} %",
            found["example"] is not None and whole == 0,
            rule=ALWAYS,
            otherwise="the loop runs while a member costs at most what is left, but takes only one that costs less; a "
            "member that fits exactly is drawn for ever. haversack takes it",
        ),
    ]


def _range_of_table(results: list[Json]) -> Claim:
    outside, texts = 0, []
    for result in results:
        for name, betas in result["betas"].items():
            between = sum(1.0 < beta < 2.0 for beta in betas)
            outside += between
            texts.append(
                f"n = {result['members']}, size by {name}: {between} of {count_of(len(betas), 'pool')} "
                f"(least $\\beta_q$ {min(betas):.2f})"
            )
    return judge(
        "Section 4.3, Table 1",
        "The entries of Table 1 are for $2 \\leq \\beta_q < \\alpha_q$; Algorithm 2 uses them wherever "
        "$1 < \\beta_q < \\alpha_q$.",
        "determined for $\\beta_q \\geq 2$",
        "$1 < \\beta_q < 2$ in: " + "; ".join(texts),
        outside == 0,
        rule=ALWAYS,
        otherwise="in these pools, drawn as in the paper's simulation, the table is used where it was not made for",
    )


def _trivial(rows: Json) -> Claim:
    ours = "; ".join(
        f"accuracies from {row['kind']}, {count_of(row['pools'], 'pool')} of {row['members']}: the members taken are "
        f"the best set in {row['taken_best']}, without the last where their number is even in {row['odd_best']}, "
        f"some beginning of the order in {row['prefix_best']}; at most {100 * row['largest_loss']:.2g} points are lost"
        for row in rows
    )
    unproven = sum(row["pools"] - row["proven"] for row in rows)
    return judge(
        "Section 4.2",
        "If the most accurate member is always the cheapest too, selection is trivial: they are taken in this order "
        "until the budget is used up.",
        "trivial",
        f"{ours}{f'; not proven: {unproven}' if unproven else ''}",
        all(row["taken_best"] == row["pools"] for row in rows),
        rule=ALWAYS,
        otherwise="the order is right, the end is not: an even number of members is no better than one less, and "
        "members that are little better than coins, or worse, do harm. The best beginning of the order is the best "
        "set, so that it still takes no more than one look at each size",
    )
