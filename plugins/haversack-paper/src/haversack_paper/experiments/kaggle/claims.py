"""The claims of the paper on Table 3, and on the arithmetic of its tables."""

from __future__ import annotations

import math
import statistics

import attrs

from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.results import Study, of_kind
from haversack_paper.experiments.kaggle.voters import accuracy_needed, odd_panel
from haversack_paper.published import TABLE_3, TABLE_5, averages_claim, equal_columns
from haversack_paper.report import Claim, Rule, count_of, judge, percent
from haversack_paper.verdicts import (
    ALWAYS,
    MUCH_FASTER,
    NOT_STATED,
    PRINTED_TEXT,
    REFERENCE_STEPS,
    SMALL_DROP,
    combine,
    is_small_drop,
    mean_with_error,
)

CLOSE = 0.005
"""Accuracies that are half a point apart count as the same."""

_HALF_A_POINT = Rule(
    "half a point",
    "Under some reading of the scores, both numbers are within half a point; without data, it cannot be checked.",
)
_FAST_AND_NEAR = Rule(
    "fast and near",
    f"Under every reading, runs take at most 1/{MUCH_FASTER:g} of the time of {REFERENCE_STEPS:,} steps and lose "
    f"{100 * SMALL_DROP:g} point at most; within two standard errors of that point, it cannot be checked.",
)
_NOT_REJECTED = Rule("not rejected", "A test at 5 % does not reject the fit for half of the leaderboards or more.")
_NO_DATA = "no leaderboard was given"
_TIMES = (
    f"times are measured against {REFERENCE_STEPS:,} steps of the length measured in the long run, with all teams too, "
    "where a step takes milliseconds and the long run was shorter; how much is saved is a matter of how long one would "
    "have gone on"
)


def claims(studies: list[Study]) -> list[Claim]:
    """Return all claims."""
    return [
        *(_accuracies(row, studies) for row in TABLE_3.rows),
        _stopping(studies),
        _always_reached(studies),
        _beta_fits(studies),
        _steps(studies),
        _times(),
        averages_claim(TABLE_3),
    ]


def _accuracies(row: str, studies: list[Study]) -> Claim:
    """Compare a row of the table with every way of reading that competition, or report what stands in for it."""
    by_limit, by_stop = (number / 100.0 for number in TABLE_3.rows[row][:2])
    candidates = [study for study in studies if study.competition.row == row]
    own = [study for study in candidates if study.competition.is_own]
    statement = f"{row}: accuracies of the ensembles that annealing finds, by MAXSTEP and by STOP"
    printed = f"{percent(by_limit)} and {percent(by_stop)}"
    if not own:
        slug = next(known.slug for known in COMPETITIONS.values() if known.title == row)
        ours = "none"
        reason = f"its leaderboard was not there or could not be read ({slug}_private.csv)"
        if candidates:
            title = candidates[0].competition.title
            ours = f"{title}: {_all_found(candidates)}"
            reason += f"; {title}, another competition with the same metric, stands in for it"
        return Claim(
            "Table 3",
            statement,
            printed,
            ours,
            "cannot be checked",
            reason,
            rule=_HALF_A_POINT,
        )

    def distance(study: Study) -> float:
        return max(abs(study.mean("at_limit", "value") - by_limit), abs(study.mean("at_stop", "value") - by_stop))

    nearest = min(own, key=distance)
    teams = max(study.members for study in own)
    panel = odd_panel(teams)
    means = sorted({round(study.mean_accuracy, 3) for study in own if study.members == teams})
    return judge(
        "Table 3",
        statement,
        printed,
        _all_found(own),
        distance(nearest) <= CLOSE,
        rule=_HALF_A_POINT,
        otherwise=f"no way of reading the scores gives both numbers to half a point. The nearest, "
        f"{nearest.reading.label} with {nearest.label}, gives {_found(nearest)}. As independent voters, {panel:,} "
        f"equal teams need an accuracy of {accuracy_needed(panel, by_limit):.3f} for the paper's first number, and "
        f"theirs is {' or '.join(f'{mean:.3f}' for mean in means)} in the mean; the paper gives neither how scores "
        "were read nor how many teams were taken",
        note=f"with {nearest.label}, scores read {nearest.reading.label}",
    )


def _found(study: Study) -> str:
    return f"{study.accuracy('at_limit')} and {study.accuracy('at_stop')}"


def _all_found(studies: list[Study]) -> str:
    """Write what all teams give and what the smallest pools give; the tables have the others."""
    fewest = min(study.members for study in studies)
    shown = [study for study in studies if study.kind == "all" or (study.kind == "drawn" and study.members == fewest)]
    return "; ".join(f"{study.label}, {study.reading.label}: {_found(study)}" for study in shown)


def _stopping(studies: list[Study]) -> Claim:
    """Judge whether STOP saves much at little loss, however the scores of the paper's own competitions are read.

    The paper does not say how it read them, so that one reading in which all is well does not confirm it: every one
    must. The other competitions are reported beside and decide nothing.
    """
    merged = merge_kinds(studies)
    own = [study for study in merged if study.competition.is_own]
    others = [study for study in merged if not study.competition.is_own]
    average = TABLE_3.average
    return judge(
        "Section 5.1, Table 3",
        "With STOP annealing ends much earlier, at a slight loss of accuracy",
        f"{average[2] / average[3]:.0f} times faster, {average[0] - average[1]:.2f} points lost on average",
        "; ".join([*map(_describe, own), *([_describe_others(others)] if others else [])]) or "none",
        combine(map(confirms, own)) if own else None,
        rule=_FAST_AND_NEAR,
        otherwise=_why_not(own) if own else "no leaderboard of the paper's own competitions was given",
        note=_TIMES,
    )


def merge_kinds(studies: list[Study]) -> list[Study]:
    """Return one study for every competition and way of reading, with the pools of all kinds."""
    merged: dict[str, Study] = {}
    for study in studies:
        merged.setdefault(study.name, attrs.evolve(study, pools=[])).pools.extend(study.pools)
    return list(merged.values())


def speedup(study: Study) -> float:
    """Return how many times shorter the runs are: the mean over the pools of the share of time that is left, inverted.

    A run that STOP does not end saves nothing, and its share is 1. A median would ignore up to half of these.
    """
    shares = []
    for pool in study.pools:
        stop, long = pool["at_stop"], pool["at_limit"]
        reference = long["seconds"] / long["steps"] * REFERENCE_STEPS
        shares.append(stop["seconds"] / reference if pool["stop"]["reached"] else 1.0)
    return 1.0 / statistics.fmean(shares)


def losses(study: Study) -> list[float]:
    """Return by how much the accuracy is lower than in the long run, pool by pool."""
    return [pool["at_limit"]["value"] - pool["at_stop"]["value"] for pool in study.pools]


def confirms(study: Study) -> bool | None:
    """Return whether runs are much shorter and the loss is small; None if it is too close to tell."""
    return False if speedup(study) < MUCH_FASTER else is_small_drop(losses(study))


def _describe(study: Study) -> str:
    powers = [(pool["at_stop"]["log10_error"], pool["at_limit"]["log10_error"]) for pool in study.pools]
    known = [by_stop - by_limit for by_stop, by_limit in powers if by_stop is not None and by_limit is not None]
    mean, error = mean_with_error(losses(study))
    ratio = f", error {10.0 ** min(statistics.median(known), 300.0):.2g} times as large in the median" if known else ""
    return (
        f"{study.name}: STOP reached in {study.count('stop', 'reached')} of {count_of(len(study.pools), 'pool')}, "
        f"{speedup(study):.3g} times faster, {100.0 * mean:.2f} ± {100.0 * error:.2f} points lost{ratio}"
    )


def _describe_others(others: list[Study]) -> str:
    good = [study.name for study in others if confirms(study)]
    reached, pools = sum(study.count("stop", "reached") for study in others), sum(len(study.pools) for study in others)
    return (
        f"of {count_of(len(others), 'other leaderboard')}, {len(good)} "
        f"{'confirms' if len(good) == 1 else 'confirm'} it ({', '.join(good) or 'none'}), "
        f"where STOP was reached in {reached} of {count_of(pools, 'pool')}"
    )


def _why_not(own: list[Study]) -> str:
    good = " or ".join(study.name for study in own if confirms(study))
    unclear = " or ".join(study.name for study in own if confirms(study) is None)
    lossy = [study for study in own if is_small_drop(losses(study)) is False]
    reasons = [f"it is so only where scores are read as {good}" if good else "it is so in no way of reading"]
    if lossy:
        weak = all(study.mean_accuracy < 0.5 for study in lossy)
        hint = " (where members are worse than coins, STOP, a forecast for the whole pool, asks for nothing)"
        lost = [f"{study.name} loses {100.0 * statistics.fmean(losses(study)):.0f} points" for study in lossy]
        reasons.append(f"{'; '.join(lost)}{hint if weak else ''}")
    for study in own:
        missed = len(study.pools) - study.count("stop", "reached")
        never = f", since {missed} of {count_of(len(study.pools), 'run')} never reached STOP and saved nothing"
        if speedup(study) < MUCH_FASTER:
            reasons.append(f"{study.name} is {speedup(study):.2g} times faster only{never if missed else ''}")
    if unclear:
        reasons.append(f"the loss is too close to {100.0 * SMALL_DROP:g} point to tell for {unclear}")
    asked = f"asked for was {MUCH_FASTER:g} times the speed and a loss of {100.0 * SMALL_DROP:g} point at most"
    return "; ".join([*reasons, asked, _TIMES])


def _always_reached(studies: list[Study]) -> Claim:
    stops = [pool["stop"] for study in studies for pool in study.pools]
    reached = sum(stop["reached"] for stop in stops)
    hopeless = [stop for stop in stops if not stop["reachable"]]
    above = sum(stop["error"] < 0.0 for stop in hopeless)
    return judge(
        "Section 4.3",
        "STOP has been reached in every experiment",
        "always",
        f"in {reached} of {count_of(len(stops), 'pool')}" if stops else "none",
        reached == len(stops) if stops else None,
        rule=ALWAYS,
        otherwise=_NO_DATA
        if not stops
        else f"in {count_of(len(hopeless), 'pool')} no set reaches STOP: the optimum, which is proven, is below it, "
        f"and in {above} of them STOP itself is above 1. Without costs the expected size is that of the whole pool, so "
        "that STOP asks for what a lucky draw of the whole pool would be worth, and the normal rule adds to a mean "
        f"that is already close to 1. In {len(stops) - reached - len(hopeless)} more annealing did not get there "
        "within its steps",
    )


def _beta_fits(studies: list[Study]) -> Claim:
    whole = of_kind(studies, "all")
    accepted = sum(study.count("fit", "accepted") for study in whole)
    ours = f"not rejected at 5 % for {accepted} of {count_of(len(whole), 'whole leaderboard')}" if whole else "none"
    for members in sorted({study.members for study in of_kind(studies, "drawn")}):
        drawn = [study for study in of_kind(studies, "drawn") if study.members == members]
        fits, pools = sum(study.count("fit", "accepted") for study in drawn), sum(len(study.pools) for study in drawn)
        ours += f", {fits} of {count_of(pools, 'pool')} of {members}"
    return judge(
        "Sections 1, 4.1 and 5.1",
        "Beta distributions fit accuracies in practice very well; scores on leaderboards are tested for it",
        "no counts given",
        ours,
        accepted >= 0.5 * len(whole) if whole else None,
        rule=_NOT_REJECTED,
        otherwise="scores crowd below the best one and have a long lower tail of failed entries, and so many values "
        "(the test knows that the parameters are estimated) show every deviation. The rules then use the sample's "
        "moments"
        if whole
        else _NO_DATA,
    )


def _steps(studies: list[Study]) -> Claim:
    """MAXSTEP without costs, where the expected size is that of the pool."""
    sizes = sorted({study.members for study in studies}) or [30, 100]
    powers = {n: (n * math.log(n) - math.lgamma(n + 1)) / math.log(10.0) for n in (*sizes[:2], sizes[-1])}
    pools = [pool for study in studies if study.members == sizes[0] for pool in study.pools]
    reason = (
        "the paper's limit without costs, with an expected size of n, is a single step, and its approximation more "
        "than can be made; so the limit that was used is not known, and ours is stated. This is a statement about the "
        "printed formula, whatever the data"
    )
    if pools:
        speed = statistics.median(pool["at_limit"]["steps"] / pool["at_limit"]["seconds"] for pool in pools)
        days = 10.0 ** powers[sizes[0]] / speed / 86_400
        reason += f". At n = {sizes[0]} the approximation would take annealing {days:,.1f} days here"
    return Claim(
        "Section 4.3, Table 3",
        "The long run ends after MAXSTEP = C(n, l), approximately n^l / l!, steps",
        "200 s",
        "C(n, n) = 1; n^n / n! is " + ", ".join(f"$10^{{{power:.0f}}}$ for n = {n:,}" for n, power in powers.items()),
        "cannot be checked",
        reason,
        rule=NOT_STATED,
    )


def _times() -> Claim:
    copies = {mine: its for mine, its in equal_columns(TABLE_3, TABLE_5).items() if mine.endswith(", s")}
    listed = "; ".join(f"'{mine}' is '{its}' of Table 5" for mine, its in copies.items())
    return Claim(
        "Table 3",
        "Seconds that annealing takes on the five leaderboards",
        ", ".join(f"{value:g}" for value in TABLE_3.column("SA to MAXSTEP, s")),
        f"{count_of(len(copies), 'column')} equal to some of Table 5",
        "differs",
        "all five numbers of these columns stand, in the same order, in Table 5 for five other data sets with n = 100: "
        f"{listed}. One of the tables must be a slip. This is a statement about the printed numbers, whatever the data",
        rule=PRINTED_TEXT,
    )
