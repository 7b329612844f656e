"""What the curves say about the paper's statements."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.convergence.curves import NEAR, mean_of, measured_rate, small, variance_of
from haversack_paper.report import counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_MOST_DEVIATIONS = 4.5  # Of a simulated mean from the formula, over all sizes and distributions together.
_RATE_TOLERANCE = 0.005
_VANISHED = 1e-6
_NONE_APART = "every mean accuracy of this run is 1/2"


def findings(curves: Sequence[Json], half_true: Json) -> list[Claim]:
    """Return the claims, from the curves of the figure and the one with s_T = 1/2."""
    return [
        _limits(curves),
        _monotone(curves),
        _simulation(curves),
        _fast(curves),
        _exponential(curves),
        _no_square_root_law(curves),
        _vanishing(curves),
        _half_true(half_true),
    ]


def _limits(curves: Sequence[Json]) -> Claim:
    largest = max(curves[0]["sizes"])
    found = {curve["name"]: mean_of(curve, largest) for curve in curves}
    right = all(abs(found[curve["name"]] - curve["limit"]) <= NEAR for curve in curves)
    return judged(
        "Figure of section 4, Lemma 1(1)",
        "The mean of q tends to 1, 1/2 or 0 as the mean accuracy of the members is above, at or below 1/2.",
        "limits 1, 1/2, 0",
        f"at {largest:,} members: " + ", ".join(f"{name} {mean:.6f}" for name, mean in found.items()),
        right,
        otherwise=f"not all means are within {NEAR} of their limits at this size",
    )


def _monotone(curves: Sequence[Json]) -> Claim:
    wrong = [curve["name"] for curve in curves if not _is_monotone(curve)]
    return judged(
        "Lemma 1(1)",
        "Over odd sizes the mean rises where it tends to 1 and falls where it tends to 0.",
        "monotone",
        f"{len(curves) - len(wrong)} of {counted(len(curves), 'distribution')} at {len(curves[0]['sizes'])} odd sizes",
        not wrong,
        otherwise=f"not monotone: {', '.join(wrong)}",
    )


def _is_monotone(curve: Json) -> bool:
    steps = -np.diff(curve["errors"])
    if curve["limit"] == 0.5:
        return bool(np.abs(steps).max() < 1e-12)
    # A mean that has reached its limit to the last digit cannot rise any more.
    done = np.array(curve["errors"][1:]) >= 1.0 if curve["limit"] == 0.0 else np.zeros(len(steps), dtype=bool)
    return bool((((steps > 0.0) if curve["limit"] == 1.0 else (steps < 0.0)) | done).all())


def _simulation(curves: Sequence[Json]) -> Claim:
    worst = max(
        abs(1.0 - error - mean_of(curve, size)) / (deviation / math.sqrt(curve["draws"]))
        for curve in curves
        for size, error, deviation in zip(
            curve["simulated_sizes"], curve["simulated_errors"], curve["deviations"], strict=False
        )
    )
    right = worst <= _MOST_DEVIATIONS
    return judged(
        "Lemma 1, the mean",
        "The mean of q over random members is a tail of the binomial distribution with the mean accuracy.",
        "formula",
        f"simulated means differ from it by {worst:.1f} standard errors at most",
        right,
        otherwise=f"more than {_MOST_DEVIATIONS} standard errors are no accident",
    )


def _fast(curves: Sequence[Json]) -> Claim:
    arrivals = {curve["name"]: curve["arrival"] for curve in curves if curve["limit"] == 1.0}
    ranked = sorted(arrivals, key=lambda name: arrivals[name] or math.inf)
    told = ", ".join(f"{_members(arrivals[name])} ({name})" for name in ranked)
    there = "Beta(17, 5)" in arrivals
    return judged(
        "Section 4.1",
        "The mean converges fast where the mean accuracy is near 1, as for Beta(17, 5).",
        "fast",
        f"above {1 - NEAR:.2f} from {told}" if told else "none",
        ranked[0] == "Beta(17, 5)" if there else None,
        otherwise=f"{ranked[0]} is faster" if there else "Beta(17, 5) is not among the distributions of this run",
    )


def _members(number: int | None) -> str:
    return "more members than computed" if number is None else counted(number, "member")


def _exponential(curves: Sequence[Json]) -> Claim:
    rates = {curve["name"]: (measured_rate(curve), curve["rate"]) for curve in curves if curve["limit"] != 0.5}
    right = all(
        measured < 1.0 and abs(measured / predicted - 1.0) < _RATE_TOLERANCE for measured, predicted in rates.values()
    )
    told = ", ".join(f"{name} {measured:.4f} ({predicted:.4f})" for name, (measured, predicted) in rates.items())
    return judged(
        "Section 4.1",
        "The variance of q falls exponentially with the size.",
        "exponential, from simulations",
        f"factor per member, measured (predicted): {told}" if told else "none",
        right if rates else None,
        otherwise=f"a measured factor is not within {100 * _RATE_TOLERANCE:.1f} % of the predicted one"
        if rates
        else _NONE_APART,
        note="where the mean accuracy is not 1/2; where it is, the variance tends to a positive number",
    )


def _no_square_root_law(curves: Sequence[Json]) -> Claim:
    where, statement, paper = (
        "Section 4.1",
        "There is no central limit theorem for q by the usual square-root law.",
        "none",
    )
    curve = next((curve for curve in curves if curve["limit"] == 1.0), None)
    if curve is None:
        return judged(where, statement, paper, "none", None, otherwise="no mean accuracy of this run is above 1/2")
    sizes = curve["simulated_sizes"]
    first, last = sizes[len(sizes) // 10], sizes[-1]
    scaled = [math.sqrt(size * variance_of(curve, size)) for size in (first, last)]
    skewness = [float(curve["skewness"][sizes.index(size)]) for size in (first, last)]
    return judged(
        where,
        statement,
        paper,
        f"{curve['name']}, {first} and {last} members: $\\sqrt\\ell\\,\\sigma_q$ = {scaled[0]:.2g} and "
        f"{scaled[1]:.2g}, skewness {skewness[0]:.1f} and {skewness[1]:.1f}",
        scaled[1] < 0.1 * scaled[0] and abs(skewness[1]) > max(1.0, abs(skewness[0])),
        otherwise="scaled by the root of the size, q does not shrink to a point and grow ever more skew",
        note="for all that, the paper's normal rule divides the standard deviation of q by the root of the size",
    )


def _vanishing(curves: Sequence[Json]) -> Claim:
    largest = max(curves[0]["sizes"])
    others = [curve for curve in curves if curve["limit"] != 0.5]
    middle = [curve for curve in curves if curve["limit"] == 0.5]
    right = all(variance_of(curve, largest) < _VANISHED for curve in others)
    beside = "".join(
        f"; {curve['name']}: {variance_of(curve, largest):.4f}, "
        f"predicted {math.asin(4 * curve['variance']) / math.tau:.4f}"
        for curve in middle
    )
    return judged(
        "Lemma 1(3)",
        "The variance of q tends to 0 if the mean accuracy is not 1/2 (and $s_T$ is not 1/2).",
        "0",
        f"at {largest:,} members: "
        + (", ".join(f"{curve['name']} {small(variance_of(curve, largest))}" for curve in others) or "none")
        + beside,
        right if others else None,
        otherwise=f"a variance is still above {_VANISHED}" if others else _NONE_APART,
    )


def _half_true(curve: Json) -> Claim:
    largest, simulated = max(curve["sizes"]), curve["simulated_sizes"][-1]
    variance, drawn = variance_of(curve, largest), float(curve["simulated_deviations"][-1]) ** 2
    return judged(
        "Lemma 1(3)",
        "The variance of q tends to 1 if $s_T = \\sigma_p^2 + \\mu_p^2 = 1/2$.",
        "1",
        f"{curve['name']}, $\\mu_p = {curve['mean']:.1f}$, $s_T = {curve['variance'] + curve['mean'] ** 2:.1f}$: "
        f"{small(variance)} at {largest:,} members; simulated {drawn:.1e} at {simulated}",
        max(abs(variance - 1.0), abs(drawn - 1.0)) < 0.01,
        otherwise="a number in [0, 1] cannot vary by more than 1/4, and $s_T$ plays no part in the limit",
    )
