"""Which contestants of a comparison are the best: in each group, and in most of them."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import attrs

from haversack.comparison.standings import collect_groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.comparison.rows import ComparisonRow

_DECIMALS = 9

Contestant = tuple[str, str]
"""The labels of a searcher and of a stopping rule."""


@attrs.frozen(kw_only=True)
class GroupRanking:
    """The median excess of each contestant in one group, and those with the smallest."""

    group: str
    excess: Mapping[Contestant, float]
    leaders: Sequence[Contestant]


@attrs.frozen(kw_only=True)
class ComparisonRanking:
    """Who is the best, judged by the cases that all contestants have run.

    Parameters
    ----------
    contestants
        All of them.
    groups
        Those in which there are answers that can be measured.
    leaders
        Who has the smallest median excess in the largest number of groups, the fastest first.
    led
        In how many groups.
    shared, cases
        How many cases, each a pool, a budget and a seed, all contestants have run, and how many any has.
    reached
        The share of their runs in which contestants are as good as the reference; None where there are only bounds.
    """

    contestants: Sequence[Contestant]
    groups: Sequence[GroupRanking]
    leaders: Sequence[Contestant]
    led: int
    shared: int
    cases: int
    reached: Mapping[Contestant, float | None]

    @property
    def agree(self) -> bool:
        """Whether the leaders are so in all groups."""
        return self.led == len(self.groups)


def rank_contestants(rows: Sequence[ComparisonRow]) -> ComparisonRanking:
    """Return who is the best.

    An answer that is missing because no set was found counts as infinitely bad; a run that is missing because the
    comparison was interrupted takes its case from all contestants.
    """
    contestants = list(dict.fromkeys((row.searcher, row.stopping) for row in rows))
    cases: dict[tuple[object, ...], list[ComparisonRow]] = {}
    for row in rows:
        cases.setdefault((row.group, row.pool, row.budget, row.seed), []).append(row)
    whole = {
        case: runs
        for case, runs in cases.items()
        if len({(row.searcher, row.stopping) for row in runs}) == len(contestants)
    }
    shared = [row for runs in whole.values() for row in runs]
    groups = [
        ranked for group, of_group in collect_groups(shared).items() if (ranked := _rank_group(group, of_group)).leaders
    ]
    led = {each: sum(each in group.leaders for group in groups) for each in contestants}
    most = max(led.values(), default=0)
    mine = {each: [row for row in shared if (row.searcher, row.stopping) == each] for each in contestants}
    seconds = {
        each: statistics.median([row.seconds for row in runs if row.seconds is not None] or [math.inf])
        for each, runs in mine.items()
    }
    return ComparisonRanking(
        contestants=contestants,
        groups=groups,
        leaders=sorted(
            (each for each in contestants if most and led[each] == most),
            key=lambda each: seconds[each],
        ),
        led=most,
        shared=len(whole),
        cases=len(cases),
        reached={each: _find_share(runs) for each, runs in mine.items()},
    )


def _rank_group(group: str, rows: Sequence[ComparisonRow]) -> GroupRanking:
    runs: dict[Contestant, list[float]] = {}
    for row in rows:
        if row.excess is not None:
            runs.setdefault((row.searcher, row.stopping), []).append(row.excess)
    excess = {each: _find_median(numbers) for each, numbers in runs.items()}
    smallest = min((round(each, _DECIMALS) for each in excess.values()), default=math.inf)
    leaders = [
        each for each, median in excess.items() if math.isfinite(median) and round(median, _DECIMALS) == smallest
    ]
    return GroupRanking(group=group, excess=excess, leaders=leaders)


def _find_median(excess: Sequence[float]) -> float:
    """Return the median; the larger of two in the middle where one of them is infinite: half is not most."""
    median = statistics.median(excess)
    return median if math.isfinite(median) else statistics.median_high(excess)


def _find_share(rows: Sequence[ComparisonRow]) -> float | None:
    known = [row.reached for row in rows if row.reached is not None]
    return sum(known) / len(known) if known else None
