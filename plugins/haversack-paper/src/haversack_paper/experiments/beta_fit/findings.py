"""What the fits say about the paper's statements."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.beta_fit.samples import ALL, AS_NAMED, BOTH_WAYS
from haversack_paper.report import Claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.beta_fit.families import Family

_AS_GOOD = 2.0  # Differences of Akaike's criterion up to this are no reason to prefer one family.
_CLASSES = ((0.0, 1.0, 0.6), (1.0, 2.5, 0.8), (2.5, 3.5, 0.9), (3.5, float("inf"), 0.95))
"""Table 1: above and up to which gamma which probability is used."""


def findings(settings: Sequence[Json]) -> list[Claim]:
    """Return the claims, from the results of all settings."""
    return [
        _as_named(settings),
        _both_ways(settings),
        _with_extreme_values(settings),
        _not_beta(settings),
        _stable(settings),
        _skewness(settings),
        _table_of_probabilities(settings),
        _normal_rule(settings),
    ]


def wins(settings: Sequence[Json], families: Sequence[Family]) -> dict[str, float]:
    """Return the share of samples that each family fits best, the most frequent first."""
    fits = [fit for setting in settings for fit in setting["fits"]]
    names = [family.name for family in families]
    counts = Counter(min(names, key=lambda name: fit[name]["aic"]) for fit in fits)
    return {name: count / len(fits) for name, count in counts.most_common()}


def as_good(settings: Sequence[Json], families: Sequence[Family]) -> float:
    """Return the share of samples in which beta is best or as good as the best."""
    fits = [fit for setting in settings for fit in setting["fits"]]
    names = [family.name for family in families]
    good = [fit["beta"]["aic"] <= min(fit[name]["aic"] for name in names) + _AS_GOOD for fit in fits]
    return float(np.mean(good))


def _told(shares: dict[str, float]) -> str:
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in list(shares.items())[:3])


def _comparison(settings: Sequence[Json], families: Sequence[Family], statement: str, lost: str) -> Claim:
    shares = wins(settings, families)
    best = shares.get("beta", 0.0)
    right = best > 0.5
    good = as_good(settings, families)
    return Claim(
        where="Section 4.3",
        statement=statement,
        paper="beta fits particularly well",
        ours=f"best in: {_told(shares)} of samples; beta best or within {_AS_GOOD:g} of it in {100 * good:.0f} %",
        verdict="agrees" if right else "differs",
        because="" if right else f"beta is best in {100 * best:.0f} % of the samples only; {lost}",
    )


def _as_named(settings: Sequence[Json]) -> Claim:
    return _comparison(
        settings,
        AS_NAMED,
        "Beta fits q better than gamma, normal, Weibull and extreme value distributions, each as it stands.",
        "a member of another family of q is nearer",
    )


def _both_ways(settings: Sequence[Json]) -> Claim:
    return _comparison(
        settings,
        BOTH_WAYS,
        "The same, with gamma, Weibull and Gumbel distributions leaning either way.",
        "a family that leans to the left as q does is hardly to be told from it: near 1 a beta distribution of q is a "
        "gamma distribution of 1 - q",
    )


def _with_extreme_values(settings: Sequence[Json]) -> Claim:
    return _comparison(
        settings,
        ALL,
        "The same, if extreme value means the generalised distribution with three parameters.",
        "others, some with a third parameter, are nearer by more than a parameter counts",
    )


def _not_beta(settings: Sequence[Json]) -> Claim:
    others = [setting for setting in settings if not setting["is_beta"]]
    if not others:
        return _unchecked(
            "Accuracies that are not beta distributed lead to a beta-like q as well.", "the same as a rule"
        )
    shares = wins(others, AS_NAMED)
    right = shares.get("beta", 0.0) > 0.5
    return Claim(
        where="Section 4.3",
        statement="Accuracies that are not beta distributed lead to a beta-like q as well.",
        paper="the same as a rule",
        ours=f"best of the five as named: {_told(shares)} of samples",
        verdict="agrees" if right else "differs",
        because="" if right else "beta is not the best of the five in most of these samples",
    )


def accepted(settings: Sequence[Json]) -> float:
    """Return the share of the samples in which the test does not reject a beta distribution."""
    tested = sum(int(setting["repetitions"]) for setting in settings)
    return sum(int(setting["accepted"]) for setting in settings) / tested


def _distance(settings: Sequence[Json]) -> float:
    return float(np.median([fit["beta"]["ks"] for setting in settings for fit in setting["fits"]]))


def _stable(settings: Sequence[Json]) -> Claim:
    statement = "q is beta-like more reliably where the accuracies are beta distributed themselves."
    groups = [[setting for setting in settings if setting["is_beta"] is kind] for kind in (True, False)]
    if not all(groups):
        return _unchecked(statement, "more stable")
    (shares, others), (near, far) = [accepted(group) for group in groups], [_distance(group) for group in groups]
    right = shares > others and near < far
    largest = max(setting["size"] for setting in settings)
    there = accepted([setting for setting in settings if setting["size"] == largest])
    return Claim(
        where="Section 4.3",
        statement=statement,
        paper="more stable",
        ours=f"fit not rejected: {100 * shares:.0f} % against {100 * others:.0f} % of samples; median "
        f"distance of the distribution functions {near:.3f} against {far:.3f}. "
        f"Of panels of {largest}, {100 * there:.0f} % are not rejected",
        verdict="agrees" if right else "differs",
        because="" if right else "by one measure or the other, beta fits no better there",
    )


def _unchecked(statement: str, paper: str) -> Claim:
    return Claim("Section 4.3", statement, paper, "", "cannot be checked", "beta and other accuracies are both needed")


def _skewness(settings: Sequence[Json]) -> Claim:
    stops = [setting["stop"] for setting in settings if setting["stop"]["gamma"] is not None]
    apart = [abs(stop["gamma"] - stop["skewness_by_pearson"]) for stop in stops]
    right = not stops or max(apart) < 0.01
    first = f"{stops[0]['gamma']:.2f} against {stops[0]['skewness_by_pearson']:.2f}" if stops else ""
    return Claim(
        where="Section 4.3",
        statement="$\\gamma = (1 - \\nu)/\\sigma_q$ is Pearson's first coefficient of skewness.",
        paper="by name",
        ours=f"that is $(\\mu_q - \\nu)/\\sigma_q$: {first} in the first setting, "
        f"{min(apart, default=0.0):.1f} to {max(apart, default=0.0):.1f} apart in all",
        verdict="agrees" if right else "differs",
        because="only the name is wrong: Table 1 was made for the number as printed, and it is used as printed here",
    )


def standings(settings: Sequence[Json]) -> list[Json]:
    """Return, for each class of Table 1, the shares of random panels that stay below STOP."""
    rows = []
    for low, high, probability in _CLASSES:
        found = [
            setting["stop"]["below"]
            for setting in settings
            if setting["stop"]["gamma"] is not None and low < max(setting["stop"]["gamma"], 1e-300) <= high
        ]
        rows.append(
            {
                "gamma": f"up to {high:g}" if high < float("inf") else f"above {low:g}",
                "probability": probability,
                "settings": len(found),
                "least": min(found, default=None),
                "most": max(found, default=None),
            }
        )
    return rows


def _table_of_probabilities(settings: Sequence[Json]) -> Claim:
    rows = [row for row in standings(settings) if row["settings"]]
    told = ", ".join(f"{row['probability']:g}: {row['least']:.3f} to {row['most']:.3f}" for row in rows)
    least, most = min((row["least"] for row in rows), default=0.0), max((row["most"] for row in rows), default=0.0)
    return Claim(
        where="Table 1",
        statement="The probabilities 0.6, 0.8, 0.9 and 0.95 for four classes of gamma are determined by simulation.",
        paper="0.6, 0.8, 0.9, 0.95",
        ours=f"share of random panels that stay below STOP, by probability in the table: {told}",
        verdict="cannot be checked",
        because="the paper does not say what its simulation was to achieve. What can be said: "
        f"{100 * (1 - most):.0f} % to {100 * (1 - least):.0f} % of panels drawn blindly reach STOP, so it "
        "asks for little search",
    )


def _normal_rule(settings: Sequence[Json]) -> Claim:
    statement = "Where q is not taken as beta it is taken as normal, and STOP is made with the 0.9 quantile."
    below = [setting["stop"]["below"] for setting in settings if setting["stop"]["rule"] == "normal"]
    if not below:
        return Claim("Section 4.3", statement, "0.9", "", "cannot be checked", "no setting here leads to this rule")
    right = all(abs(share - 0.9) < 0.05 for share in below)
    return Claim(
        where="Section 4.3",
        statement=statement,
        paper="0.9",
        ours=f"{min(below):.2f} to {max(below):.2f} of random panels stay below STOP ({len(below)} settings)",
        verdict="agrees" if right else "differs",
        because=""
        if right
        else "the deviation of q is divided by the root of the size, as if q were a mean; STOP is then "
        "little more than the mean of q, which lies below its median",
    )
