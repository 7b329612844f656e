"""The results of the parts, put together: what is known of a competition, a way of reading and a kind of pool."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import attrs

from haversack_paper.experiments.kaggle.competitions import COMPETITIONS, Competition, Reading
from haversack_paper.report import Json, Results, percent

if TYPE_CHECKING:
    from haversack_paper.experiment import Part

KINDS = ("all", "best", "drawn")
"""All teams, the most accurate, and some at random."""

ENSEMBLES = {"at_stop": "SA to STOP", "at_limit": "SA to its limit", "optimum": "optimum"}
_SAME = 1e-9
_SMALL = 1e-6


@attrs.frozen
class Study:
    """Pools of one kind, with what `study_pool` returned for each.

    How many accuracies were clipped is of the whole leaderboard; the histogram is there if the study is of that.
    """

    competition: Competition
    reading: Reading
    kind: str
    members: int
    clipped: int
    histogram: Json
    pools: list[Json]

    @property
    def name(self) -> str:
        """The competition and the way of reading."""
        return f"{self.competition.title}, {self.reading.label}"

    @property
    def label(self) -> str:
        """Which teams, in words."""
        if self.kind == "all":
            return f"all {self.members:,} teams"
        return f"{self.members} teams at random" if self.kind == "drawn" else f"the {self.members} most accurate teams"

    @property
    def mean_accuracy(self) -> float:
        """Mean accuracy of a member."""
        return statistics.fmean(pool["mean"] for pool in self.pools)

    def mean(self, what: str, key: str) -> float:
        """Return the mean of a result over the pools."""
        return statistics.fmean(pool[what][key] for pool in self.pools)

    def count(self, what: str, key: str) -> int:
        """Return for how many pools a result is true."""
        return sum(bool(pool[what][key]) for pool in self.pools)

    def middle(self, what: str) -> Json:
        """Return an ensemble of the pool in the middle by its error; of two such pools, that with the larger error."""
        ensembles = sorted((pool[what] for pool in self.pools), key=lambda one: (log10_error(one), one["size"]))
        return ensembles[len(ensembles) // 2]

    def accuracy(self, what: str) -> str:
        """Write the mean accuracy of an ensemble; where that is next to 1, the power of the middle error."""
        value = self.mean(what, "value")
        return write_accuracy(log10_error(self.middle(what))) if 1.0 - value < _SMALL else percent(value)

    @property
    def optimal(self) -> int:
        """In how many pools the long run of annealing ended at the optimum."""
        return sum(log10_error(pool["at_limit"]) <= log10_error(pool["optimum"]) + _SAME for pool in self.pools)


def collect(parts: list[Part], results: Results) -> list[Study]:
    """Return the studies in the order of the parts."""
    studies: dict[tuple[str, str, str, int], Study] = {}
    for part in parts:
        if "competition" not in part.arguments:
            continue
        competition, result = COMPETITIONS[part.arguments["competition"]], results[part.key]
        reading = competition.readings[part.arguments["reading"]]
        for kind in KINDS:
            for pool in result.get(kind, ()):
                members = pool["members"]
                made = Study(competition, reading, kind, members, result["clipped"], result.get("histogram"), [])
                studies.setdefault((competition.slug, reading.key, kind, members), made).pools.append(pool)
    return list(studies.values())


def of_kind(studies: list[Study], kind: str) -> list[Study]:
    """Return the studies of all teams, of the best or of random ones."""
    return [study for study in studies if study.kind == kind]


def log10_error(ensemble: Json) -> float:
    """Return the logarithm of the error of an ensemble, also where the error is exactly 0 and results have None."""
    return -math.inf if ensemble["log10_error"] is None else float(ensemble["log10_error"])


def write_accuracy(power: float | str) -> str:
    """Write an accuracy, given the logarithm of its error.

    Examples
    --------
    >>> write_accuracy(-1.0), write_accuracy(-82.1), write_accuracy("-inf")
    ('90.00 %', '$1 - 10^{-82}$', '100 %')
    """
    power = float(power)
    if power >= math.log10(_SMALL):
        return percent(1.0 - 10.0**power)
    return "100 %" if power == -math.inf else f"$1 - 10^{{{power:.0f}}}$"


def write_ensemble(ensemble: Json) -> str:
    """Write the accuracy of an ensemble, close to 1 by the power of ten of its error."""
    return percent(ensemble["value"]) if ensemble["error"] >= _SMALL else write_accuracy(log10_error(ensemble))


def is_underflown(ensemble: Json) -> bool:
    """Whether the error of an ensemble is 0 as a floating-point number, but not exactly 0."""
    return ensemble["error"] == 0.0 and ensemble["log10_error"] is not None
