"""The claims of section 5.3 and Table 6, judged."""

from __future__ import annotations

import math

import numpy as np

from haversack_paper.experiments.optic_disc.compute import READINGS
from haversack_paper.experiments.optic_disc.printed import CURVE, MEAN, PRINTED, TABLE
from haversack_paper.report import Claim, Json, Results, Rule, judge, percent, seconds
from haversack_paper.verdicts import AHEAD, NOT_STATED, PRINTED_TEXT, is_below

_DEVIATIONS = 2.0
_TWO_ERRORS = Rule("two errors", f"The printed numbers are within {_DEVIATIONS:g} standard errors of ours.")
_LAST_DIGIT = Rule("last digit", "Our number differs by less than a unit of the last printed digit.")
_MOST_RUNS = Rule("most runs", "The printed number is among what the middle 90 % of our runs return.")
_MOST_READINGS = Rule(
    "most readings",
    f"It holds by {_DEVIATIONS:g} standard errors under most readings of the formula; if neither it nor its opposite "
    "does, it cannot be checked.",
)


def summarize_reading(reading: str, results: Results) -> Json:
    """Return the optimum under a reading and, by searcher, what the searches with STOP returned."""
    optimum, searches = results[f"optimum-{reading}"], results[f"search-{reading}"]
    values = [row["value"] for row in optimum["sets"]]
    best, stop = values[0], optimum["stop"]
    found = {searcher: np.array(searches[searcher]["values"]) for searcher in PRINTED}
    return {
        "reading": reading,
        "stop": stop,
        "feasible": len(values),
        "above_stop": sum(value >= stop for value in values),
        "best": best,
        "members": optimum["sets"][0]["members"],
        "proven": optimum["proven"] and abs(optimum["exact"] - best) < 1e-12,
        # Panels that reach STOP and have the printed value, to the two decimals of a percentage.
        "printed": {
            searcher: sum(value >= stop and abs(value - printed.accuracy) <= 0.00005 for value in values)
            for searcher, printed in PRINTED.items()
        },
        "mean": {searcher: float(runs.mean()) for searcher, runs in found.items()},
        "mean_error": {searcher: float(runs.std() / math.sqrt(len(runs))) for searcher, runs in found.items()},
        "low": {searcher: float(np.quantile(runs, 0.05)) for searcher, runs in found.items()},
        "high": {searcher: float(np.quantile(runs, 0.95)) for searcher, runs in found.items()},
        "optimal": {searcher: float((runs > best - 1e-12).mean()) for searcher, runs in found.items()},
        "error_ratio": {searcher: float(1.0 - runs.mean()) / (1.0 - best) for searcher, runs in found.items()},
        "seconds": {searcher: searches[searcher]["seconds"] for searcher in PRINTED},
        "steps": {searcher: np.array(searches[searcher]["steps"]) for searcher in PRINTED},
    }


def claims(results: Results, readings: list[Json]) -> list[Claim]:
    """Return the claims; the first reading decides, except on which searcher is more accurate."""
    main = readings[0]
    return [
        *_curve_claims(results["curve"]),
        *(_accuracy(main, searcher) for searcher in PRINTED),
        _more_accurate(readings),
        _faster(main, results["pace"]),
        _formula(readings),
    ]


def _curve_claims(curve: Json) -> list[Claim]:
    """Judge what the paper says about its table of probabilities, the curve and the plan."""
    half, needed = TABLE[4], next(votes for votes, chance in enumerate(TABLE) if chance > 0.5)
    away = max(abs(curve["a"] - CURVE.a) / curve["a_error"], abs(curve["b"] - CURVE.b) / curve["b_error"])
    low, high = np.quantile(np.array(curve["rounded"]), (0.05, 0.95), axis=0)
    other, apart = curve["log_odds"], f"{away:.1f} standard errors apart"
    printed = f"a = {CURVE.a:g}, b = {CURVE.b:g}"
    exact, limit = curve["plans"]["exact"], curve["plans"]["limit"]
    size, where = exact["size"], "Section 5.3"
    unreached = ", which nothing reaches" if limit["stop"] > 1.0 else ""
    return [
        judge(
            "Section 5.3, figure of a detection",
            "A spatial vote can be right although right votes are no majority.",
            "4 of 8, in a picture",
            f"by the paper's own table 4 right votes of 8 decide rightly with probability {half:.2f}, and more often "
            f"than not from {needed} on; under a plain majority a tie is wrong",
            half > 0.5,
            rule=PRINTED_TEXT,
            otherwise="the table says otherwise",
            note="a statement about the text: its picture and its table say the same",
        ),
        judge(
            "Section 5.3, figure of $p_{\\ell,k}$",
            f"Regression of F(x) = b/(b + (x/(1-x))^a) on the table gives {printed}.",
            printed,
            f"least squares: a = {curve['a']:.2f} ± {curve['a_error']:.2f}, b = {curve['b']:.0f} ± "
            f"{curve['b_error']:.0f}; tables that round to the printed one: a {low[0]:.2f} to {high[0]:.2f}, "
            f"b {low[1]:.0f} to {high[1]:.0f}; a line through the log-odds: a = {other['a']:.2f}, b = {other['b']:.0f}",
            away <= _DEVIATIONS,
            rule=_TWO_ERRORS,
            otherwise=f"{apart}; the paper does not say what was minimised",
            note=apart,
        ),
        judge(
            where,
            "The expected size is 7.",
            "7",
            str(size),
            size == 7,
            rule=_LAST_DIGIT,
            otherwise="the mean cost gives another",
        ),
        judge(
            where,
            f"The expected accuracy of such a panel is {MEAN:g}.",
            f"{MEAN:g}",
            f"{exact['mean']:.4f}, the mean of F(k/7) over the binomial distribution with the mean accuracy",
            abs(exact["mean"] - MEAN) < 0.001,
            rule=_LAST_DIGIT,
            otherwise="the sum over the binomial distribution gives another mean",
        ),
        judge(
            where,
            "That mean is F at the mean accuracy.",
            f"{MEAN:g}",
            f"F({curve['accuracy_mean']:.4f}) = {limit['mean']:.4f}",
            abs(limit["mean"] - MEAN) < 0.001,
            rule=_LAST_DIGIT,
            otherwise="that is the limit for large panels, not the mean at size 7; with it STOP would be "
            f"{limit['stop']:.3f}{unreached}",
        ),
    ]


def _accuracy(main: Json, searcher: str) -> Claim:
    printed = PRINTED[searcher]
    low, high = main["low"][searcher], main["high"][searcher]
    return judge(
        "Table 6",
        f"{printed.name} with STOP finds a panel of this accuracy.",
        percent(printed.accuracy),
        f"{percent(main['mean'][searcher])} on average, {percent(low)} to {percent(high)} in 90 % of runs",
        low <= printed.accuracy <= high,
        rule=_MOST_RUNS,
        otherwise="the printed accuracy is not among what 90 % of our runs return; the paper does not say what w(l, k) "
        "is for panels of fewer than eight",
        note="what STOP lets pass is left to chance, and the printed number may be that of one run: "
        f"{main['printed'][searcher]} of the {main['above_stop']} panels that reach STOP have it",
    )


def _more_accurate(readings: list[Json]) -> Claim:
    """Require a majority of the readings, each by two standard errors: which one is the paper's is not known."""
    leads = [
        (row["mean"]["sherlock"] - row["mean"]["annealing"], math.hypot(*row["mean_error"].values()))
        for row in readings
    ]
    ahead = sum(apart > _DEVIATIONS * error for apart, error in leads)
    behind = sum(apart < -_DEVIATIONS * error for apart, error in leads)
    most = len(readings) / 2
    agrees = True if ahead > most else False if behind > most else None
    (apart, error), mean = leads[0], readings[0]["mean"]
    return judge(
        "Table 6",
        "SHErLoCk is more accurate than SA.",
        " against ".join(percent(row.accuracy) for row in PRINTED.values()),
        f"{percent(mean['sherlock'])} against {percent(mean['annealing'])} under the first reading, {100 * apart:+.3f} "
        f"± {100 * error:.3f} points; of {len(readings)} readings of w(l, k) SHErLoCk is ahead under {ahead} and "
        f"behind under {behind}, by {_DEVIATIONS:g} standard errors or more",
        agrees,
        rule=_MOST_READINGS,
        otherwise="the paper does not say which reading is its own, and most of them do not say the same"
        if agrees is None
        else "under most readings SA is",
        note="under most readings",
    )


def _faster(main: Json, pace: Json) -> Claim:
    """Compare steps until STOP at the speed of long runs: nearly all of the measured seconds belong to the start."""
    ours, theirs = (main["steps"][searcher] for searcher in PRINTED)
    our_time, their_time = (main["steps"][searcher] * pace[searcher] for searcher in PRINTED)
    paper, measured = [row.seconds for row in PRINTED.values()], main["seconds"]
    agrees = is_below((our_time - their_time).tolist(), 0.0)
    return judge(
        "Table 6",
        "SHErLoCk is faster than SA.",
        f"{paper[0]:g} s against {paper[1]:g} s, {paper[1] / paper[0]:.1f} times",
        f"until STOP {ours.mean():.1f} against {theirs.mean():.1f} steps, which at the speed of long runs are "
        f"{1e6 * our_time.mean():.1f} against {1e6 * their_time.mean():.1f} microseconds, "
        f"{their_time.mean() / our_time.mean():.2g} times; measured, with the whole blocks in which ours compute sets, "
        f"{seconds(measured['sherlock'])} s against {seconds(measured['annealing'])} s in the median",
        agrees,
        rule=AHEAD,
        otherwise="the two are too near to each other to tell"
        if agrees is None
        else "it takes longer; either needs but a few steps of a problem with 256 sets",
        note="by steps; of the measured seconds nearly all go into tables and blocks of sets before the first step "
        "counts",
    )


def _formula(readings: list[Json]) -> Claim:
    both = [READINGS[row["reading"]] for row in readings if all(row["printed"].values())]
    nearest = min(readings, key=lambda row: sum(abs(row["mean"][key] - PRINTED[key].accuracy) for key in PRINTED))
    return judge(
        "Table 6",
        "q of panels of fewer than eight is computed by the spatial formula; $p_{\\ell,k}$ is not given for these.",
        ", ".join(percent(row.accuracy) for row in PRINTED.values()),
        f"of {len(readings)} readings, both numbers are values of panels that reach STOP under: "
        f"{'; '.join(both) or 'none'}. Average results are nearest under: {READINGS[nearest['reading']]} "
        f"({percent(nearest['mean']['sherlock'])}, {percent(nearest['mean']['annealing'])})",
        None,
        rule=NOT_STATED,
        otherwise="this is about the text: it gives the probabilities for panels of eight only, and eight do not fit "
        "the budget",
    )
