"""What STOP saves and what it costs, way of reading by way of reading."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import attrs

from haversack_paper.experiments.kaggle.gathered import counted
from haversack_paper.published import TABLE_3
from haversack_paper.verdicts import MUCH_FASTER, REFERENCE_STEPS, SMALL_DROP, is_small_drop, judged, mean_with_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.kaggle.gathered import Study
    from haversack_paper.report import Claim


@attrs.frozen
class Saving:
    """What STOP did in all pools of a competition whose scores are read in one way.

    Parameters
    ----------
    title
        Of the competition and the way of reading.
    own
        Whether the competition is one of the paper's.
    pools
        What `studied` found out of each, those in which STOP was never reached included.
    """

    title: str
    own: bool
    pools: Sequence[Mapping[str, Json]]

    @property
    def mean_accuracy(self) -> float:
        """Of a member."""
        return statistics.fmean(pool["mean"] for pool in self.pools)

    @property
    def reached(self) -> int:
        """In how many pools STOP ended the search."""
        return sum(bool(pool["stop"]["reached"]) for pool in self.pools)

    @property
    def factor(self) -> float:
        """How many times shorter the runs are: the mean over the pools of the share of time that is left, inverted.

        A run that STOP does not end saves nothing, and its share is 1. A median would not see up to half of these.
        """
        return 1.0 / statistics.fmean(_share_of_time(pool) for pool in self.pools)

    @property
    def losses(self) -> list[float]:
        """By how much the accuracy is lower than in the long run, pool by pool."""
        return [float(pool["at_limit"]["value"] - pool["at_stop"]["value"]) for pool in self.pools]

    @property
    def error_ratio(self) -> float | None:
        """How many times as large the error is, a median over the pools where neither is 0; None if there is none."""
        powers = [(pool["at_stop"]["log10_error"], pool["at_limit"]["log10_error"]) for pool in self.pools]
        known = [by_stop - by_limit for by_stop, by_limit in powers if by_stop is not None and by_limit is not None]
        return float(10.0 ** min(statistics.median(known), 300.0)) if known else None

    @property
    def confirms(self) -> bool | None:
        """Whether runs are much shorter and the loss is small; None if it is too close to tell."""
        return False if self.factor < MUCH_FASTER else is_small_drop(self.losses)

    def told(self) -> str:
        """Return the numbers in words."""
        mean, error = mean_with_error(self.losses)
        ratio = "" if self.error_ratio is None else f", error {self.error_ratio:.2g} times as large in the median"
        return (
            f"{self.title}: STOP reached in {self.reached} of {counted(len(self.pools), 'pool')}, {self.factor:.3g} "
            f"times faster, {100.0 * mean:.2f} ± {100.0 * error:.2f} points lost{ratio}"
        )


def _share_of_time(pool: Mapping[str, Json]) -> float:
    if not pool["stop"]["reached"]:
        return 1.0
    per_step = pool["at_limit"]["seconds"] / pool["at_limit"]["steps"]
    return float(pool["at_stop"]["seconds"] / (per_step * REFERENCE_STEPS))


def savings(studies: Sequence[Study]) -> list[Saving]:
    """Return what STOP did, one entry for every competition and way of reading, pools of all kinds together."""
    found: dict[str, Saving] = {}
    for study in studies:
        title = f"{study.competition.title}, {study.reading.label}"
        own = study.competition.row is not None and not study.competition.stands_in
        before = found[title].pools if title in found else ()
        found[title] = Saving(title, own, [*before, *study.pools])
    return list(found.values())


def stopping_claim(studies: Sequence[Study]) -> Claim:
    """Tell whether STOP saves much at little loss, however the scores of the paper's own competitions are read.

    The paper does not say how it read them, so that one reading in which all is well does not confirm it: every one
    must. The other competitions are told beside and decide nothing.
    """
    found = savings(studies)
    own, others = [saving for saving in found if saving.own], [saving for saving in found if not saving.own]
    answers = [saving.confirms for saving in own]
    agrees = None if not own else False if False in answers else None if None in answers else True
    average = TABLE_3.average
    return judged(
        "Section 5.1, Table 3",
        "With STOP annealing ends much earlier, at a slight loss of accuracy",
        f"{average[2] / average[3]:.0f} times faster, {average[0] - average[1]:.2f} points lost on average",
        "; ".join([*(saving.told() for saving in own), *([_beside(others)] if others else [])]) or "none",
        agrees,
        otherwise=_why_not(own) if own else "no leaderboard of the paper's own competitions was given",
        note=_TIMES,
    )


def _beside(others: Sequence[Saving]) -> str:
    good = [saving.title for saving in others if saving.confirms]
    reached, pools = sum(saving.reached for saving in others), sum(len(saving.pools) for saving in others)
    return (
        f"of {counted(len(others), 'other leaderboard')}, {len(good)} {'confirms' if len(good) == 1 else 'confirm'} it "
        f"({', '.join(good) or 'none'}), where STOP was reached in {reached} of {counted(pools, 'pool')}"
    )


_TIMES = (
    f"times are told against {REFERENCE_STEPS:,} steps of the length measured in the long run, with all teams too, "
    "where a step takes milliseconds and the long run was shorter; how much is saved is a matter of how long one would "
    "have gone on"
)


def _why_not(own: Sequence[Saving]) -> str:
    good = [saving.title for saving in own if saving.confirms]
    slow = [saving for saving in own if saving.factor < MUCH_FASTER]
    lossy = [saving for saving in own if is_small_drop(saving.losses) is False]
    unclear = [saving.title for saving in own if saving.confirms is None]
    reasons = [f"it is so only where scores are read as {_listed(good)}" if good else "it is so in no way of reading"]
    if lossy:
        lost = "; ".join(
            f"{saving.title} loses {100.0 * statistics.fmean(saving.losses):.0f} points" for saving in lossy
        )
        weak = all(saving.mean_accuracy < 0.5 for saving in lossy)
        hint = " (where members are worse than coins, STOP, a forecast for the whole pool, asks for nothing)"
        reasons.append(f"{lost}{hint if weak else ''}")
    reasons += [
        f"{saving.title} is {saving.factor:.2g} times faster only, since {len(saving.pools) - saving.reached} of "
        f"{counted(len(saving.pools), 'run')} never reached STOP and saved nothing"
        if saving.reached < len(saving.pools)
        else f"{saving.title} is {saving.factor:.2g} times faster only"
        for saving in slow
    ]
    if unclear:
        reasons.append(f"the loss is too close to {100.0 * SMALL_DROP:g} point to tell for {_listed(unclear)}")
    asked = f"asked for was {MUCH_FASTER:g} times the speed and a loss of {100.0 * SMALL_DROP:g} point at most"
    return "; ".join([*reasons, asked, _TIMES])


def _listed(titles: Sequence[str]) -> str:
    return " or ".join(titles)
