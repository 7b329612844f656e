"""The results of the parts, put together: what is known of a competition, a way of reading and a kind of pool."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Literal

import attrs

from haversack_paper.experiments.kaggle.competitions import competition, reading
from haversack_paper.report import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from haversack_paper.experiment import Json, Part
    from haversack_paper.experiments.kaggle.competitions import Competition, Reading

Kind = Literal["all", "drawn", "best"]

EXACTLY_0 = "-inf"
"""The logarithm of an error of exactly 0 in CSV files: those who read it get a number, and JSON knows none for it."""

_SAME = 1e-9
_SMALL = 1e-6


@attrs.frozen
class Study:
    """Pools of one kind: all teams, some at random, or the best.

    Parameters
    ----------
    competition, reading
        Where the accuracies come from.
    kind, members
        Which teams, and how many.
    clipped
        How many accuracies of the whole leaderboard had to be clipped.
    histogram
        Of the accuracies of the whole leaderboard: edges and counts; None if the study is of a part of it.
    pools
        What `studied` found out of each.
    """

    competition: Competition
    reading: Reading
    kind: Kind
    members: int
    clipped: int
    histogram: Mapping[str, Json] | None
    pools: Sequence[Mapping[str, Json]]

    @property
    def label(self) -> str:
        """Which teams, in words."""
        return {
            "all": f"all {self.members:,} teams",
            "drawn": f"{self.members} teams at random",
            "best": f"the {self.members} most accurate teams",
        }[self.kind]

    @property
    def good(self) -> bool:
        """Whether the mean member is better than a coin."""
        return self.mean_accuracy > 0.5

    @property
    def mean_accuracy(self) -> float:
        """Of a member."""
        return statistics.fmean(pool["mean"] for pool in self.pools)

    def mean(self, what: str, key: str) -> float:
        """Return the mean over the pools of something that was found out."""
        return statistics.fmean(pool[what][key] for pool in self.pools)

    def count(self, what: str, key: str) -> int:
        """Return for how many pools something is true."""
        return sum(bool(pool[what][key]) for pool in self.pools)

    def middle(self, what: str) -> Mapping[str, Json]:
        """Return an ensemble of the pool in the middle by its error; of two such pools, that with the larger error."""
        ensembles: list[Mapping[str, Json]] = sorted((pool[what] for pool in self.pools), key=_order)
        return ensembles[len(ensembles) // 2]

    def accuracy(self, what: str) -> str:
        """Return the mean accuracy of an ensemble in words; where that is next to 1, the power of the middle error."""
        value = self.mean(what, "value")
        if 1.0 - value < _SMALL:
            return accuracy_shown(power_cell(self.middle(what)["log10_error"]))
        return percent(value)

    @property
    def found_best(self) -> int:
        """In how many pools the long run of annealing ended at the optimum."""
        return sum(_excess(pool) <= _SAME for pool in self.pools)


def gathered(parts: Iterable[Part], results: Mapping[str, Json]) -> list[Study]:
    """Return the studies in the order of the parts."""
    studies: dict[tuple[str, str, Kind, int], Study] = {}
    for part in parts:
        slug, key = part.arguments["competition"], part.arguments["reading"]
        result = results[part.key]
        for kind in "all", "best", "drawn":
            pools = result.get(kind, [])
            if not pools:
                continue
            members = pools[0]["members"]
            name: tuple[str, str, Kind, int] = (slug, key, kind, members)
            before = studies[name].pools if name in studies else []
            studies[name] = Study(
                competition(slug),
                reading(slug, key),
                name[2],
                members,
                result["clipped"],
                result.get("histogram"),
                [*before, *pools],
            )
    return list(studies.values())


def accuracy_text(told: Mapping[str, Json]) -> str:
    """Write the accuracy of an ensemble, close to 1 by the power of ten of its error."""
    if told["error"] >= _SMALL:
        return percent(told["value"])
    return accuracy_shown(power_cell(told["log10_error"]))


def accuracy_shown(power: float | str) -> str:
    """Write the accuracy that belongs to the logarithm of an error, as it stands in a table.

    Examples
    --------
    >>> accuracy_shown(-1.0), accuracy_shown(-82.1), accuracy_shown("-inf")
    ('90.00 %', '$1 - 10^{-82}$', '100 %')
    """
    power = float(power)
    if power >= math.log10(_SMALL):
        return percent(1.0 - 10.0**power)
    return "100 %" if power == -math.inf else f"$1 - 10^{{{power:.0f}}}$"


def threshold_shown(error: float) -> str:
    """Write STOP, given its distance from 1, next to 1 by the power of ten of that.

    Examples
    --------
    >>> threshold_shown(0.1), threshold_shown(1e-82), threshold_shown(0.0), threshold_shown(-1e-9)
    ('90.00 %', '$1 - 10^{-82}$', '1', 'above 1')
    """
    if error <= 0.0:
        return "1" if error == 0.0 else "above 1"
    return accuracy_shown(math.log10(error))


def power_cell(power: float | None) -> float | str:
    """Return the logarithm of an error for a table, also where the error is exactly 0 and results have None."""
    return EXACTLY_0 if power is None else power


def is_underflown(told: Mapping[str, Json]) -> bool:
    """Whether the error of an ensemble is 0 to the machine but not in truth."""
    return told["error"] == 0.0 and told["log10_error"] is not None


def counted(number: int, what: str) -> str:
    """Write a number of things.

    Examples
    --------
    >>> counted(1, "member"), counted(1_200, "member")
    ('1 member', '1,200 members')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _order(told: Mapping[str, Json]) -> tuple[float, int]:
    return float(power_cell(told["log10_error"])), told["size"]


def _excess(pool: Mapping[str, Json]) -> float:
    """Return by which share the error of the long run exceeds the least possible, in powers of ten."""
    least, found = pool["optimum"]["log10_error"], pool["at_limit"]["log10_error"]
    if least is None:
        return 0.0 if found is None else 1.0
    return float(found - least) if found is not None else 0.0
