"""What fits, proofs and searches say about section 5.3."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.optic_disc.detectors import CURVE, READINGS, TABLE
from haversack_paper.experiments.optic_disc.printed import PRINTED
from haversack_paper.report import percent, seconds
from haversack_paper.verdicts import is_below, judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_DEVIATIONS = 2.0
_MEAN = 0.969
_BOTH = " against ".join(percent(row.accuracy) for row in PRINTED.values())


def rows(results: Mapping[str, Json], readings: Sequence[str]) -> list[Json]:
    """Return one row for each reading: its optimum, and what the searches with STOP returned."""
    return [_row(reading, results) for reading in readings]


def _row(reading: str, results: Mapping[str, Json]) -> Json:
    optimum = results[f"optimum-{reading}"]
    values = [row["value"] for row in optimum["sets"]]
    best, stop = values[0], optimum["stop"]
    runs = {searcher: np.array(results[f"search-{reading}"][searcher]["values"]) for searcher in PRINTED}
    return {
        "reading": reading,
        "stop": stop,
        "feasible": len(values),
        "above_stop": sum(value >= stop for value in values),
        "best": best,
        "members": optimum["sets"][0]["members"],
        "proven": optimum["proven"] and abs(optimum["exact"] - best) < 1e-12,
        # Panels that STOP lets pass and whose value is the printed one, to the two decimals of a percentage.
        "printed": {
            searcher: sum(value >= stop and abs(value - printed.accuracy) <= 0.00005 for value in values)
            for searcher, printed in PRINTED.items()
        },
        "mean": {searcher: float(found.mean()) for searcher, found in runs.items()},
        "mean_error": {searcher: float(found.std() / math.sqrt(len(found))) for searcher, found in runs.items()},
        "low": {searcher: float(np.quantile(found, 0.05)) for searcher, found in runs.items()},
        "high": {searcher: float(np.quantile(found, 0.95)) for searcher, found in runs.items()},
        "optimal": {searcher: float((found > best - 1e-12).mean()) for searcher, found in runs.items()},
        "error_ratio": {searcher: float(1.0 - found.mean()) / (1.0 - best) for searcher, found in runs.items()},
        "seconds": {searcher: results[f"search-{reading}"][searcher]["seconds"] for searcher in PRINTED},
        "steps": {searcher: results[f"search-{reading}"][searcher]["steps"] for searcher in PRINTED},
    }


def findings(results: Mapping[str, Json], readings: Sequence[Json]) -> list[Claim]:
    """Return the claims; the first reading decides, but for who is the more accurate."""
    curve, main = results["curve"], readings[0]
    return [
        _without_majority(TABLE),
        _regression(curve),
        _size(curve),
        _mean(curve),
        _limit(curve),
        *(_accuracy(main, searcher) for searcher in PRINTED),
        _more_accurate(readings),
        _faster(main, results["pace"]),
        _reading(readings),
    ]


def _without_majority(table: Sequence[float]) -> Claim:
    voters = len(table) - 1
    half = table[voters // 2]
    needed = next(votes for votes, chance in enumerate(table) if chance > 0.5)
    return judged(
        "Section 5.3, figure of a detection",
        "A spatial vote can be right although right votes are no majority.",
        f"{voters // 2} of {voters}, in a picture",
        f"by the paper's own table {voters // 2} right votes of {voters} decide rightly with probability {half:.2f}, "
        f"and more often than not from {needed} on; under a plain majority a tie is wrong",
        half > 0.5,
        otherwise="the table says otherwise",
        note="a statement about the text: its picture and its table say the same",
    )


def _regression(curve: Json) -> Claim:
    away = [abs(curve[key] - printed) / curve[f"{key}_error"] for key, printed in (("a", CURVE.a), ("b", CURVE.b))]
    low, high = np.quantile(np.array(curve["rounded"]), (0.05, 0.95), axis=0)
    other = curve["log_odds"]
    apart = f"{max(away):.1f} standard errors apart"
    return judged(
        "Section 5.3, figure of $p_{\\ell,k}$",
        f"Regression of F(x) = b/(b + (x/(1-x))^a) on the table gives a = {CURVE.a:g}, b = {CURVE.b:g}.",
        f"a = {CURVE.a:g}, b = {CURVE.b:g}",
        f"least squares: a = {curve['a']:.2f} ± {curve['a_error']:.2f}, b = {curve['b']:.0f} ± "
        f"{curve['b_error']:.0f}; tables that round to the printed one: a {low[0]:.2f} to {high[0]:.2f}, "
        f"b {low[1]:.0f} to {high[1]:.0f}; a line through the log-odds: a = {other['a']:.2f}, b = {other['b']:.0f}",
        max(away) <= _DEVIATIONS,
        otherwise=f"{apart}; the paper does not say what was minimised",
        note=apart,
    )


def _size(curve: Json) -> Claim:
    size = curve["plans"]["exact"]["size"]
    return judged(
        "Section 5.3", "The expected size is 7.", "7", str(size), size == 7, otherwise="the mean cost gives another"
    )


def _mean(curve: Json) -> Claim:
    mean = curve["plans"]["exact"]["mean"]
    return judged(
        "Section 5.3",
        f"The expected accuracy of such a panel is {_MEAN:g}.",
        f"{_MEAN:g}",
        f"{mean:.4f}, the mean of F(k/7) over the binomial distribution with the mean accuracy",
        abs(mean - _MEAN) < 0.001,
        otherwise="the sum over the binomial distribution gives another mean",
    )


def _limit(curve: Json) -> Claim:
    mean, stop = curve["plans"]["limit"]["mean"], curve["plans"]["limit"]["stop"]
    return judged(
        "Section 5.3",
        "That mean is F at the mean accuracy.",
        f"{_MEAN:g}",
        f"F({curve['accuracy_mean']:.4f}) = {mean:.4f}",
        abs(mean - _MEAN) < 0.001,
        otherwise=f"that is the limit for large panels, not the mean at size 7; with it STOP would be {stop:.3f}"
        + (", which nothing reaches" if stop > 1.0 else ""),
    )


def _accuracy(main: Json, searcher: str) -> Claim:
    printed = PRINTED[searcher]
    low, high = main["low"][searcher], main["high"][searcher]
    return judged(
        "Table 6",
        f"{printed.name} with STOP finds a panel of this accuracy.",
        percent(printed.accuracy),
        f"{percent(main['mean'][searcher])} on average, {percent(low)} to {percent(high)} in 90 % of runs",
        low <= printed.accuracy <= high,
        otherwise="the printed accuracy is not among what 90 % of our runs return; the paper does not say what w(l, k) "
        "is for panels of fewer than eight",
        note="what STOP lets pass is left to chance, and the printed number may be that of one run: "
        f"{main['printed'][searcher]} of the {main['above_stop']} panels that reach STOP have it",
    )


def _more_accurate(readings: Sequence[Json]) -> Claim:
    """Want most readings to say the same, each by two standard errors: which of them is the paper's is not known."""
    leads = [_lead(row) for row in readings]
    ahead = sum(apart > _DEVIATIONS * error for apart, error in leads)
    behind = sum(apart < -_DEVIATIONS * error for apart, error in leads)
    most = len(readings) / 2
    agrees = True if ahead > most else False if behind > most else None
    counts = f"of {len(readings)} readings of w(l, k) SHErLoCk is ahead under {ahead} and behind under {behind}"
    apart, error = leads[0]
    main = readings[0]["mean"]
    return judged(
        "Table 6",
        "SHErLoCk is more accurate than SA.",
        _BOTH,
        f"{percent(main['sherlock'])} against {percent(main['annealing'])} under the first reading, "
        f"{100 * apart:+.3f} ± {100 * error:.3f} points; {counts}, by {_DEVIATIONS:g} standard errors or more",
        agrees,
        otherwise="the paper does not say which reading is its own, and most of them do not say the same"
        if agrees is None
        else "under most readings SA is",
        note="under most readings",
    )


def _lead(row: Json) -> tuple[float, float]:
    """Return by how much SHErLoCk is the more accurate under a reading, with its standard error."""
    apart = row["mean"]["sherlock"] - row["mean"]["annealing"]
    return apart, math.hypot(row["mean_error"]["sherlock"], row["mean_error"]["annealing"])


def _faster(main: Json, pace: Mapping[str, float]) -> Claim:
    """Compare steps until STOP at the speed of long runs: of the seconds measured, nearly all are for beginning."""
    measured, steps = main["seconds"], {searcher: np.array(counts) for searcher, counts in main["steps"].items()}
    until = {searcher: counts * pace[searcher] for searcher, counts in steps.items()}
    paper = [row.seconds for row in PRINTED.values()]
    agrees = is_below((until["sherlock"] - until["annealing"]).tolist(), 0.0)
    return judged(
        "Table 6",
        "SHErLoCk is faster than SA.",
        f"{paper[0]:g} s against {paper[1]:g} s, {paper[1] / paper[0]:.1f} times",
        f"until STOP {steps['sherlock'].mean():.1f} against {steps['annealing'].mean():.1f} steps, which at the speed "
        f"of long runs are {1e6 * until['sherlock'].mean():.1f} against {1e6 * until['annealing'].mean():.1f} "
        f"microseconds, {until['annealing'].mean() / until['sherlock'].mean():.2g} times; measured, with the whole "
        f"blocks in which ours compute sets, {seconds(measured['sherlock'])} s against "
        f"{seconds(measured['annealing'])} s in the median",
        agrees,
        otherwise="the two are too near to each other to tell"
        if agrees is None
        else "it takes longer; either needs but a few steps of a problem with 256 sets",
        note="by steps; of the measured seconds nearly all go into tables and blocks of sets before the first step "
        "counts",
    )


def _reading(readings: Sequence[Json]) -> Claim:
    both = [READINGS[row["reading"]] for row in readings if all(row["printed"].values())]
    nearest = min(
        readings, key=lambda row: sum(abs(row["mean"][key] - value.accuracy) for key, value in PRINTED.items())
    )
    return judged(
        "Table 6",
        "q of panels of fewer than eight is computed by the spatial formula; $p_{\\ell,k}$ is not given for these.",
        ", ".join(percent(row.accuracy) for row in PRINTED.values()),
        f"of {len(readings)} readings, both numbers are values of panels that reach STOP under: "
        f"{'; '.join(both) or 'none'}. Average results are nearest under: {READINGS[nearest['reading']]} "
        f"({percent(nearest['mean']['sherlock'])}, {percent(nearest['mean']['annealing'])})",
        None,
        otherwise="this is about the text: it gives the probabilities for panels of eight only, and eight do not fit "
        "the budget",
    )
