"""The stored runs, by size of the pool, searcher and ending; how their differences and ratios are written."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack_paper.experiments.simulation.compute import SEARCHERS
from haversack_paper.experiments.simulation.printed import ENDINGS, PRINTED, Cell
from haversack_paper.report import Rule

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.report import Json

SAME = 1.0 + 1e-9
"""Errors whose ratio is at most this count as equal."""

_PAPER_POOLS = 100
_ROUNDING = 5e-5


@attrs.frozen(eq=False)
class Group:
    """The runs of a searcher on all pools of a size.

    The arrays hold a value for each pool; each trace holds step, seconds and error of the improvements.
    """

    size: Size
    name: str
    ending: str
    errors: FloatArray
    steps: FloatArray
    seconds: FloatArray
    traces: list[list[list[float]]]

    @property
    def printed(self) -> Cell:
        """The cell of Table 2."""
        return PRINTED[self.size.members, self.name, self.ending]

    @property
    def accuracy(self) -> float:
        """The mean accuracy."""
        return float(1.0 - self.errors.mean())

    @property
    def ratios(self) -> FloatArray:
        """The errors divided by the smallest possible ones."""
        return np.asarray(self.errors / self.size.optima)

    @property
    def seconds_per_step(self) -> float:
        """The mean time of a step; meaningful for long runs, as short ones compute more sets than they count."""
        return float(self.seconds.mean() / self.steps.mean())

    def errors_after(self, steps: float) -> FloatArray:
        """Return the error of the best set that each run had after so many steps; 1 where it had none."""
        return np.array([min((row[2] for row in trace if row[0] <= steps), default=1.0) for trace in self.traces])

    def steps_until_mean(self, accuracy: float) -> int | None:
        """Return the least number of steps after which the mean accuracy is so large; None if it never is."""
        changes = sorted({row[0] for trace in self.traces for row in trace})
        place = bisect_left(changes, accuracy, key=lambda steps: 1.0 - self.errors_after(steps).mean())
        return int(changes[place]) if place < len(changes) else None

    def seconds_until(self, factor: float) -> float:
        """Return the median time until the error is at most so many times the optimum; infinite if most never are."""
        times = [
            next((seconds for _, seconds, error in trace if error <= factor * optimum * SAME), math.inf)
            for trace, optimum in zip(self.traces, self.size.optima, strict=True)
        ]
        return float(np.median(times))


@attrs.frozen(eq=False)
class Size:
    """All pools with a number of members, and their results."""

    members: int
    pools: list[Json]

    def values(self, part: str, key: str) -> FloatArray:
        """Return a number of the plan or the optimum of each pool."""
        return np.array([float(pool[part][key]) for pool in self.pools])

    @property
    def optima(self) -> FloatArray:
        """The smallest possible error of each pool."""
        return self.values("optimum", "error")

    @property
    def thresholds(self) -> FloatArray:
        """1 - STOP for each pool."""
        return self.values("plan", "error_threshold")

    def group(self, name: str, ending: str) -> Group:
        """Return the runs of a searcher that ended so."""
        runs = [pool["runs"][name][ending] for pool in self.pools]
        errors, steps, seconds = np.array([[run["error"], run["steps"], run["seconds"]] for run in runs]).T
        return Group(self, name, ending, errors, steps, seconds, [run["trace"] for run in runs])

    def endings(self, name: str) -> list[Group]:
        """Return the runs of a searcher up to the limit, and those up to STOP."""
        return [self.group(name, ending) for ending in ENDINGS]

    def groups(self) -> list[Group]:
        """Return all runs, in the order of the page."""
        return [group for name in SEARCHERS for group in self.endings(name)]


def group_sizes(pools: list[Json]) -> list[Size]:
    """Return the pools by their number of members."""
    sizes = sorted({pool["members"] for pool in pools})
    return [Size(members, [pool for pool in pools if pool["members"] == members]) for members in sizes]


def standard_error(values: FloatArray) -> float:
    """Return the standard error of the mean."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


CHANCE = Rule(
    "chance",
    "Two means differ by three standard errors and the rounding at most; if that is more than half of what lies "
    "between the paper's two searchers, it cannot be checked. A mean of runs that "
    "passed STOP is below STOP by no more either.",
)


def chance_difference(values: FloatArray) -> float:
    """Return by how much our mean and one over the paper's pools may differ by chance: three standard errors.

    The paper's values are assumed to vary like ours, and are rounded.
    """
    return 3.0 * float(values.std(ddof=1)) * math.sqrt(1.0 / len(values) + 1.0 / _PAPER_POOLS) + _ROUNDING


def in_points(value: float) -> str:
    """Write a difference of accuracies in points, with two decimals or, if it is small, two significant digits.

    Examples
    --------
    >>> in_points(0.0159), in_points(1.6e-7), in_points(0.0)
    ('1.59', '0.000016', '0.00')
    """
    digits = 2 if value == 0.0 else max(2, 1 - math.floor(math.log10(abs(100.0 * value))))
    return f"{100.0 * value:.{digits}f}"


def points(value: float) -> str:
    """Write a difference of accuracies with its unit, as in ``1.59 points``."""
    return f"{in_points(value)} points"


def times(value: float) -> str:
    """Write a factor.

    Examples
    --------
    >>> times(1.0), times(12.34), times(3440.2)
    ('1.00 times', '12.3 times', '3,440 times')
    """
    return f"{value:,.0f} times" if value >= 100.0 else f"{value:#.3g} times"
