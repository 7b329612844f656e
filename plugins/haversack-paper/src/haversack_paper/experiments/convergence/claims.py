"""What the curves say about the paper's statements."""

from __future__ import annotations

import math

import numpy as np

from haversack_paper.experiments.convergence.compute import NEAR, measure_rate
from haversack_paper.experiments.convergence.tables import format_small
from haversack_paper.report import Claim, Json, Rule, count_of, judge
from haversack_paper.verdicts import ALWAYS, FORMULA, MOST_DEVIATIONS, ORDER

_RATE_TOLERANCE = 0.005
_VANISHED = 1e-6
_LIMIT = Rule(
    "limit",
    f"At the largest size, a mean is within {NEAR:g} of its limit, a variance below {_VANISHED:g} or within 0.01 of 1.",
)
_RATE = Rule("rate", f"The factor per member is below 1 and within {100 * _RATE_TOLERANCE:g} % of the predicted one.")
_NO_ROOT_LAW = Rule(
    "no root law", "Times the root of the size, the deviation falls below a tenth, and the skewness grows beyond 1."
)


def claims(curves: list[Json], half_true: Json) -> list[Claim]:
    """Return the claims, from the curves of the figure and the one with s_T = 1/2."""
    at_last = f"at {curves[0]['sizes'][-1]:,} members: "
    return [*_mean_claims(curves, at_last), *_variance_claims(curves, at_last), _half_true(half_true)]


def _mean_claims(curves: list[Json], at_last: str) -> list[Claim]:
    means = ", ".join(f"{curve['name']} {1.0 - curve['errors'][-1]:.6f}" for curve in curves)
    wrong = [curve["name"] for curve in curves if not _is_monotone(curve)]
    found = f"{len(curves) - len(wrong)} of {count_of(len(curves), 'distribution')}"
    apart = max(_largest_deviation(curve) for curve in curves)
    ranked = sorted((one for one in curves if one["limit"] == 1.0), key=lambda one: one["arrival"] or math.inf)
    arrivals = [
        count_of(one["arrival"], "member") if one["arrival"] else "more members than computed" for one in ranked
    ]
    return [
        judge(
            "Figure of section 4, Lemma 1(1)",
            "The mean of q tends to 1, 1/2 or 0 as the mean accuracy of the members is above, at or below 1/2.",
            "limits 1, 1/2, 0",
            f"{at_last}{means}",
            all(abs(1.0 - curve["errors"][-1] - curve["limit"]) <= NEAR for curve in curves),
            rule=_LIMIT,
            otherwise=f"not all means are within {NEAR} of their limits at this size",
        ),
        judge(
            "Lemma 1(1)",
            "Over odd sizes the mean rises where it tends to 1 and falls where it tends to 0.",
            "monotone",
            f"{found} at {len(curves[0]['sizes'])} odd sizes",
            not wrong,
            rule=ALWAYS,
            otherwise=f"not monotone: {', '.join(wrong)}",
        ),
        judge(
            "Lemma 1, the mean",
            "The mean of q over random members is a tail of the binomial distribution with the mean accuracy.",
            "formula",
            f"simulated means differ from it by {apart:.1f} standard errors at most",
            apart <= MOST_DEVIATIONS,
            rule=FORMULA,
            otherwise=f"more than {MOST_DEVIATIONS} standard errors are no accident",
        ),
        judge(
            "Section 4.1",
            "The mean converges fast where the mean accuracy is near 1, as for Beta(17, 5).",
            "fast",
            f"above {1 - NEAR:.2f} from "
            + ", ".join(f"{arrival} ({one['name']})" for arrival, one in zip(arrivals, ranked, strict=True)),
            ranked[0]["name"] == "Beta(17, 5)",
            rule=ORDER,
            otherwise=f"{ranked[0]['name']} is faster",
        ),
    ]


def _is_monotone(curve: Json) -> bool:
    rises = -np.diff(curve["errors"])
    if curve["limit"] == 0.5:
        return bool(np.abs(rises).max() < 1e-12)
    if curve["limit"] == 1.0:
        return bool((rises > 0.0).all())
    # An error of 1 to the last digit cannot grow any more.
    return bool(((rises < 0.0) | (np.array(curve["errors"][1:]) >= 1.0)).all())


def _largest_deviation(curve: Json) -> float:
    count = len(curve["simulated_errors"])
    off = np.subtract(curve["simulated_errors"], curve["errors"][:count])
    return float(np.abs(off / curve["deviations"][:count]).max() * math.sqrt(curve["draws"]))


def _variance_claims(curves: list[Json], at_last: str) -> list[Claim]:
    variances = {curve["name"]: curve["deviations"][-1] ** 2 for curve in curves}
    apart = [curve for curve in curves if curve["limit"] != 0.5]
    rates = [(curve["name"], measure_rate(curve), curve["rate"]) for curve in apart]
    middle = "".join(
        f"; {curve['name']}: {variances[curve['name']]:.4f}, "
        f"predicted {math.asin(4 * curve['variance']) / math.tau:.4f}"
        for curve in curves
        if curve not in apart
    )
    first, sizes = curves[0], curves[0]["simulated_sizes"]
    early, late = len(sizes) // 10, len(sizes) - 1
    scaled = [math.sqrt(sizes[place] * first["deviations"][place] ** 2) for place in (early, late)]
    skewness = [first["skewness"][place] for place in (early, late)]
    return [
        judge(
            "Section 4.1",
            "The variance of q falls exponentially with the size.",
            "exponential, from simulations",
            "factor per member, measured (predicted): "
            + ", ".join(f"{name} {measured:.4f} ({predicted:.4f})" for name, measured, predicted in rates),
            all(measured < 1.0 and abs(measured / rate - 1.0) < _RATE_TOLERANCE for _, measured, rate in rates),
            rule=_RATE,
            otherwise=f"a measured factor is not within {100 * _RATE_TOLERANCE:.1f} % of the predicted one",
            note="where the mean accuracy is not 1/2; where it is, the variance tends to a positive number",
        ),
        judge(
            "Section 4.1",
            "There is no central limit theorem for q by the usual square-root law.",
            "none",
            f"{first['name']}, {sizes[early]} and {sizes[late]} members: $\\sqrt\\ell\\,\\sigma_q$ = {scaled[0]:.2g} "
            f"and {scaled[1]:.2g}, skewness {skewness[0]:.1f} and {skewness[1]:.1f}",
            scaled[1] < 0.1 * scaled[0] and abs(skewness[1]) > max(1.0, abs(skewness[0])),
            rule=_NO_ROOT_LAW,
            otherwise="scaled by the root of the size, q does not shrink to a point and grow ever more skew",
            note="for all that, the paper's normal rule divides the standard deviation of q by the root of the size",
        ),
        judge(
            "Lemma 1(3)",
            "The variance of q tends to 0 if the mean accuracy is not 1/2 (and $s_T$ is not 1/2).",
            "0",
            at_last + ", ".join(f"{one['name']} {format_small(variances[one['name']])}" for one in apart) + middle,
            all(variances[curve["name"]] < _VANISHED for curve in apart),
            rule=_LIMIT,
            otherwise=f"a variance is still above {_VANISHED}",
        ),
    ]


def _half_true(curve: Json) -> Claim:
    variance, simulated = curve["deviations"][-1] ** 2, curve["simulated_deviations"][-1] ** 2
    return judge(
        "Lemma 1(3)",
        "The variance of q tends to 1 if $s_T = \\sigma_p^2 + \\mu_p^2 = 1/2$.",
        "1",
        f"{curve['name']}, $\\mu_p = {curve['mean']:.1f}$, $s_T = {curve['variance'] + curve['mean'] ** 2:.1f}$: "
        f"{format_small(variance)} at {curve['sizes'][-1]:,} members; simulated {simulated:.1e} at "
        f"{curve['simulated_sizes'][-1]}",
        max(abs(variance - 1.0), abs(simulated - 1.0)) < 0.01,
        rule=_LIMIT,
        otherwise="a number in [0, 1] cannot vary by more than 1/4, and $s_T$ plays no part in the limit",
    )
