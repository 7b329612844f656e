"""What the fits say about the paper's statements."""

from __future__ import annotations

import math

import numpy as np

from haversack_paper.experiments.beta_fit.compute import (
    AS_GOOD,
    count_wins,
    share_accepted,
    share_as_good,
    summarise_stops,
)
from haversack_paper.experiments.beta_fit.families import ALL, AS_NAMED, BOTH_WAYS
from haversack_paper.report import Claim, Json, Rule, judge, span
from haversack_paper.verdicts import AHEAD, MOSTLY, NOT_STATED, combine, mean_with_error

_MOSTLY = 0.5
_SAME_NUMBER = Rule("same number", "The two numbers are less than 0.01 apart in every setting.")
_QUANTILE = Rule("quantile", "The share of random panels below STOP is within 0.05 of 0.9 in every setting.")
_MEANINGS = {
    "extreme values being Gumbel's of maxima": "Gumbel, maxima",
    "being his of minima": "Gumbel, minima",
    "being generalised, of maxima": "extreme value, maxima",
}
"""What the fifth of the paper's families may be."""


def claims(settings: list[Json]) -> list[Claim]:
    """Return the claims, from the results of all settings."""
    return [
        _as_named(settings),
        _not_beta([setting for setting in settings if not setting["is_beta"]]),
        _stable(settings),
        _skewness([setting["stop"] for setting in settings if setting["stop"]["gamma"] is not None]),
        _table_of_probabilities([row for row in summarise_stops(settings) if row["settings"]]),
        _normal_rule([setting["stop"]["below"] for setting in settings if setting["stop"]["rule"] == "normal"]),
    ]


def _write_wins(wins: dict[str, float]) -> str:
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in list(wins.items())[:3])


def _as_named(settings: list[Json]) -> Claim:
    """Judge by the families that the sentence names, whatever is meant by extreme values.

    This alone would say more than the results do: a family that leans the wrong way cannot compete, and against
    families that may lean either way beta hardly ever wins. So the fair comparison stands in the same row, and not in
    rows of its own, which would count one sentence of the paper three times.
    """
    named = {
        label: count_wins(settings, [*AS_NAMED[:-1], *(family for family in ALL if family.name == name)])
        for label, name in _MEANINGS.items()
    }
    beside = "; ".join(
        f"{label}: {_write_wins(count_wins(settings, families))}, beta best or within {AS_GOOD:g} of it in "
        f"{100 * share_as_good(settings, families):.0f} %"
        for label, families in (
            ("Gamma, Weibull and Gumbel leaning either way", BOTH_WAYS),
            ("and generalised ones", ALL),
        )
    )
    either = count_wins(settings, BOTH_WAYS).get("beta", 0.0)
    fair = f"leaning either way, the others leave beta {100 * either:.0f} % of the samples"
    if either <= _MOSTLY:
        fair += (
            "; so it wins as named because gamma and Weibull lean the wrong way, and can hardly be distinguished "
            "from a gamma distribution of 1 - q, which near 1 is the same"
        )
    return judge(
        "Section 4.3",
        "Beta fits q better than gamma, normal, Weibull and extreme value distributions.",
        "beta fits particularly well",
        "best in so many of the samples, as named, "
        + "; ".join(f"{label}: {_write_wins(wins)}" for label, wins in named.items())
        + f". {beside}",
        all(wins.get("beta", 0.0) > _MOSTLY for wins in named.values()),
        rule=MOSTLY,
        otherwise="as named, another family is best in half of the samples or more",
        note=fair,
    )


def _not_beta(settings: list[Json]) -> Claim:
    wins = count_wins(settings, AS_NAMED)
    return judge(
        "Section 4.3",
        "Accuracies that are not beta distributed lead to a beta-like q as well.",
        "the same as a rule",
        f"best of the five as named: {_write_wins(wins)} of samples",
        wins.get("beta", 0.0) > _MOSTLY,
        rule=MOSTLY,
        otherwise="beta is not the best of the five in most of these samples",
        note=f"with the five leaning either way, best are {_write_wins(count_wins(settings, BOTH_WAYS))}",
    )


def _stable(settings: list[Json]) -> Claim:
    """Compare distributions of accuracies, beta and others.

    The sentence is about kinds of distributions, so one distribution, all its sizes and samples together, is one
    observation: more samples of the same few distributions say more about these, and not about their kind.
    """
    laws: dict[bool, dict[str, list[Json]]] = {True: {}, False: {}}
    for setting in settings:
        laws[setting["is_beta"]].setdefault(setting["law"], []).append(setting)
    shares, other_shares = ([100.0 * share_accepted(law) for law in kind.values()] for kind in laws.values())
    distances, other_distances = ([_median_distance(law) for law in kind.values()] for kind in laws.values())
    agrees = combine([_is_larger(shares, other_shares), _is_larger(other_distances, distances)])
    largest = max(setting["size"] for setting in settings)
    rejected = share_accepted([setting for setting in settings if setting["size"] == largest])
    return judge(
        "Section 4.3",
        "q is beta-like more reliably where the accuracies are beta distributed themselves.",
        "more stable",
        f"fit not rejected: {_write_mean(shares, 0)} % of samples against {_write_mean(other_shares, 0)} %; median "
        f"distance of the distribution functions {_write_mean(distances, 3)} against {_write_mean(other_distances, 3)}"
        f", means over {len(shares)} and {len(other_shares)} distributions. Of panels of {largest}, "
        f"{100 * rejected:.0f} % are not rejected",
        agrees,
        rule=AHEAD,
        otherwise="by one measure or the other, beta fits worse there"
        if agrees is False
        else "the differences are not two standard errors: distributions of one kind differ as much among themselves",
    )


def _median_distance(settings: list[Json]) -> float:
    return float(np.median([fit["beta"]["ks"] for setting in settings for fit in setting["fits"]]))


def _is_larger(some: list[float], others: list[float]) -> bool | None:
    """Return whether the mean of some is larger; None if the difference is less than two standard errors."""
    (mean, error), (other, other_error) = mean_with_error(some), mean_with_error(others)
    return None if abs(mean - other) < 2.0 * math.hypot(error, other_error) else mean > other


def _write_mean(values: list[float], digits: int) -> str:
    mean, error = mean_with_error(values)
    return f"{mean:.{digits}f} ± {error:.{digits}f}"


def _skewness(stops: list[Json]) -> Claim:
    first, apart = stops[0], [abs(stop["gamma"] - stop["skewness_by_pearson"]) for stop in stops]
    return judge(
        "Section 4.3",
        "$\\gamma = (1 - \\nu)/\\sigma_q$ is Pearson's first coefficient of skewness.",
        "by name",
        f"that is $(\\mu_q - \\nu)/\\sigma_q$: {first['gamma']:.2f} against {first['skewness_by_pearson']:.2f} in the "
        f"first setting, {span(apart, '.1f')} apart in all",
        max(apart) < 0.01,
        rule=_SAME_NUMBER,
        otherwise="only the name is wrong: Table 1 was made for the number as printed, and it is used as printed here",
    )


def _table_of_probabilities(rows: list[Json]) -> Claim:
    shares = ", ".join(f"{row['probability']:g}: {row['least']:.3f} to {row['most']:.3f}" for row in rows)
    least, most = min(row["least"] for row in rows), max(row["most"] for row in rows)
    return judge(
        "Table 1",
        "The probabilities 0.6, 0.8, 0.9 and 0.95 for four classes of gamma are determined by simulation.",
        "0.6, 0.8, 0.9, 0.95",
        f"share of random panels that stay below STOP, by probability in the table: {shares}",
        None,
        rule=NOT_STATED,
        otherwise="a statement about the printed numbers: the paper does not say what its simulation was to achieve, "
        f"so that no result of ours decides. What can be said: {100 * (1 - most):.0f} % to {100 * (1 - least):.0f} % "
        "of panels drawn blindly reach STOP, so it asks for little search",
    )


def _normal_rule(below: list[float]) -> Claim:
    return judge(
        "Section 4.3",
        "Where q is not taken as beta it is taken as normal, and STOP is made with the 0.9 quantile.",
        "0.9",
        f"{span(below, '.2f')} of random panels stay below STOP ({len(below)} settings)",
        all(abs(share - 0.9) < 0.05 for share in below),
        rule=_QUANTILE,
        otherwise="the deviation of q is divided by the root of the size, as if q were a mean; STOP is then "
        "little more than the mean of q, which lies below its median",
    )
