"""What became of the paper's claims."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.gathered import counted
from haversack_paper.experiments.kaggle.stopping import stopping_claim
from haversack_paper.experiments.kaggle.voters import accuracy_needed, odd_panel
from haversack_paper.published import TABLE_3, TABLE_5, averages_claim, equal_columns
from haversack_paper.report import Claim, percent
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.kaggle.gathered import Study

CLOSE = 0.005
"""Accuracies that are half a point apart count as the same."""

_NO_DATA = "no leaderboard was given"


def claims_of(studies: Sequence[Study]) -> list[Claim]:
    """Return all claims about Table 3, and those about the arithmetic of the tables."""
    return [
        *(_accuracies(row, studies) for row in TABLE_3.rows),
        stopping_claim(studies),
        _always_reached(studies),
        _beta_fits(studies),
        _steps(studies),
        _times(),
        averages_claim(TABLE_3),
    ]


def _accuracies(row: str, studies: Sequence[Study]) -> Claim:
    """Compare a row of the table with every way of reading that competition, or tell what stands in for it."""
    paper = tuple(number / 100.0 for number in TABLE_3.rows[row][:2])
    own = [study for study in studies if study.competition.row == row and not study.competition.stands_in]
    others = [study for study in studies if study.competition.row == row and study.competition.stands_in]
    statement = f"{row}: accuracies of the ensembles that annealing finds, by MAXSTEP and by STOP"
    told = f"{percent(paper[0])} and {percent(paper[1])}"
    if not own:
        needed = next(known for known in COMPETITIONS if known.row == row and not known.stands_in)
        ours = f"{others[0].competition.title}: {_all_found(others)}" if others else "none"
        reason = f"its leaderboard was not there or could not be read ({needed.slug}_private.csv)"
        if others:
            reason += f"; {others[0].competition.title}, another competition with the same metric, stands in for it"
        return Claim("Table 3", statement, told, ours, "cannot be checked", reason)
    nearest = min(own, key=lambda study: _distance(study, paper))
    if _distance(nearest, paper) <= CLOSE:
        reason = f"with {nearest.label}, scores read {nearest.reading.label}"
        return Claim("Table 3", statement, told, _all_found(own), "agrees", reason)
    teams = max(study.members for study in own)
    panel = odd_panel(teams)
    means = sorted({round(study.mean_accuracy, 3) for study in own if study.members == teams})
    reason = (
        f"no way of reading the scores gives both numbers to half a point. The nearest, {nearest.reading.label} with "
        f"{nearest.label}, gives {_found(nearest)}. As independent voters, {panel:,} equal teams need an accuracy "
        f"of {accuracy_needed(panel, paper[0]):.3f} for the paper's first number, and theirs is "
        f"{' or '.join(f'{mean:.3f}' for mean in means)} in the mean; the paper gives neither how scores were read nor "
        "how many teams were taken"
    )
    return Claim("Table 3", statement, told, _all_found(own), "differs", reason)


def _distance(study: Study, paper: Sequence[float]) -> float:
    return max(abs(study.mean("at_limit", "value") - paper[0]), abs(study.mean("at_stop", "value") - paper[1]))


def _found(study: Study) -> str:
    return f"{study.accuracy('at_limit')} and {study.accuracy('at_stop')}"


def _all_found(studies: Sequence[Study]) -> str:
    """Tell what all teams give and what the smallest pools give; the tables have the others."""
    fewest = min(study.members for study in studies)
    shown = [study for study in studies if study.kind == "all" or (study.kind == "drawn" and study.members == fewest)]
    return "; ".join(f"{study.label}, {study.reading.label}: {_found(study)}" for study in shown)


def _always_reached(studies: Sequence[Study]) -> Claim:
    pools = _pools(studies)
    reached = [pool for pool in pools if pool["stop"]["reached"]]
    hopeless = [pool for pool in pools if not pool["stop"]["reachable"]]
    above = sum(pool["stop"]["error"] < 0.0 for pool in hopeless)
    missed = len(pools) - len(reached) - len(hopeless)
    return judged(
        "Section 4.3",
        "STOP has been reached in every experiment",
        "always",
        f"in {len(reached)} of {counted(len(pools), 'pool')}" if pools else "none",
        len(reached) == len(pools) if pools else None,
        otherwise=_NO_DATA
        if not pools
        else f"in {counted(len(hopeless), 'pool')} no set reaches STOP: the optimum, which is proven, is below it, and "
        f"in {above} of them STOP itself is above 1. Without costs the expected size is that of the whole pool, so "
        "that STOP asks for what a lucky draw of the whole pool would be worth, and the normal rule adds to a mean "
        f"that is already close to 1. In {missed} more annealing did not get there within its steps",
    )


def _beta_fits(studies: Sequence[Study]) -> Claim:
    whole = [study for study in studies if study.kind == "all"]
    accepted = sum(study.count("fit", "accepted") for study in whole)
    ours = f"not rejected at 5 % for {accepted} of {counted(len(whole), 'whole leaderboard')}" if whole else "none"
    for members in sorted({study.members for study in studies if study.kind == "drawn"}):
        drawn = [study for study in studies if study.kind == "drawn" and study.members == members]
        fits, pools = sum(study.count("fit", "accepted") for study in drawn), sum(len(study.pools) for study in drawn)
        ours += f", {fits} of {counted(pools, 'pool')} of {members}"
    return judged(
        "Sections 1, 4.1 and 5.1",
        "Beta distributions fit accuracies in practice very well; scores on leaderboards are tested for it",
        "no counts given",
        ours,
        accepted >= 0.5 * len(whole) if whole else None,
        otherwise="scores crowd below the best one and have a long lower tail of failed entries, and so many values "
        "(the test knows that the parameters are estimated) show every deviation. The rules then use the sample's "
        "moments"
        if whole
        else _NO_DATA,
    )


def _steps(studies: Sequence[Study]) -> Claim:
    """MAXSTEP without costs, where the expected size is that of the pool."""
    sizes = sorted({study.members for study in studies}) or [30, 100]
    sizes = sorted({*sizes[:2], sizes[-1]})
    powers = {n: (n * math.log(n) - math.lgamma(n + 1)) / math.log(10.0) for n in sizes}
    ours = "C(n, n) = 1; n^n / n! is " + ", ".join(f"$10^{{{powers[n]:.0f}}}$ for n = {n:,}" for n in sizes)
    fewest = min(sizes)
    pools = [pool for study in studies if study.members == fewest for pool in study.pools]
    reason = (
        "the paper's limit without costs, with an expected size of n, is a single step, and its approximation more "
        "than can be made; so the limit that was used is not known, and ours is stated. This is a statement about the "
        "printed formula, whatever the data"
    )
    if pools:
        speed = statistics.median(pool["at_limit"]["steps"] / pool["at_limit"]["seconds"] for pool in pools)
        days = 10.0 ** powers[fewest] / speed / 86_400
        reason += f". At n = {fewest} the approximation would take annealing {days:,.1f} days here"
    statement = "The long run ends after MAXSTEP = C(n, l), approximately n^l / l!, steps"
    return Claim("Section 4.3, Table 3", statement, "200 s", ours, "cannot be checked", reason)


def _times() -> Claim:
    same = equal_columns(TABLE_3, TABLE_5)
    copies = {mine: its for mine, its in same.items() if mine.endswith(", s")}
    statement = "Seconds that annealing takes on the five leaderboards"
    told = ", ".join(f"{value:g}" for value in TABLE_3.column("SA to MAXSTEP, s"))
    if not copies:
        return Claim("Table 3", statement, told, "not in another table", "cannot be checked", "the machine is not ours")
    listed = "; ".join(f"'{mine}' is '{its}' of Table 5" for mine, its in copies.items())
    reason = (
        "all five numbers of these columns stand, in the same order, in Table 5 for five other data sets with n = 100: "
        f"{listed}. One of the tables must be a slip. This is a statement about the printed numbers, whatever the data"
    )
    return Claim(
        "Table 3", statement, told, f"{counted(len(copies), 'column')} equal to some of Table 5", "differs", reason
    )


def _pools(studies: Sequence[Study]) -> list[Mapping[str, Json]]:
    return list(_each_pool(studies))


def _each_pool(studies: Sequence[Study]) -> Iterator[Mapping[str, Json]]:
    for study in studies:
        yield from study.pools
