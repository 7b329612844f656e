"""Runs of the simulation, gathered by size of the pool, searcher and what ended them."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack import FloatArray
    from haversack_paper.experiment import Json

Ending = Literal["stop", "limit"]

ENDINGS: tuple[Ending, ...] = ("limit", "stop")

_PAPER_REPETITIONS = 100
_ROUNDING = 5e-5
_SAME = 1.0 + 1e-9


@attrs.frozen
class Cell:
    """What Table 2 says of one searcher and size: accuracy and seconds, up to MAXSTEP and up to STOP."""

    limit_accuracy: float
    stop_accuracy: float
    limit_seconds: float
    stop_seconds: float

    def accuracy(self, ending: Ending) -> float:
        """Return that of the runs that ended so."""
        return self.limit_accuracy if ending == "limit" else self.stop_accuracy


PAPER: Mapping[tuple[int, str], Cell] = {
    (30, "sherlock"): Cell(0.9956, 0.9939, 60.03, 0.08),
    (30, "annealing"): Cell(0.9897, 0.9891, 87.40, 0.30),
    (100, "sherlock"): Cell(0.9966, 0.9961, 294.58, 1.54),
    (100, "annealing"): Cell(0.9938, 0.9937, 638.39, 1.58),
}

WORDS: Mapping[str, str] = {
    "sherlock": "SHErLoCk",
    "annealing": "SA",
    "one-walk": "SA, one walk",
    "optimum": "proven optimum",
}


@attrs.frozen(eq=False)
class Group:
    """The runs of one searcher on all pools of a size, or the optima of these pools.

    Parameters
    ----------
    members
        Size of the pools.
    name
        Of the searcher.
    ending
        What ended the runs.
    errors, optima
        Of the runs and the smallest possible, pool by pool.
    steps, seconds
        What the runs took.
    passed
        How many reached STOP.
    traces
        The improvements of each run: step, seconds, error.
    """

    members: int
    name: str
    ending: Ending
    errors: FloatArray
    optima: FloatArray
    steps: FloatArray
    seconds: FloatArray
    passed: int
    traces: Sequence[Sequence[Sequence[float]]]

    @property
    def accuracy(self) -> float:
        """The mean accuracy, as the paper has it."""
        return float(1.0 - self.errors.mean())

    @property
    def standard_error(self) -> float:
        """That of the mean accuracy."""
        return spread(self.errors) / math.sqrt(len(self.errors))

    @property
    def ratios(self) -> FloatArray:
        """The errors divided by the smallest possible ones."""
        return np.asarray(self.errors / self.optima)

    @property
    def share_optimal(self) -> float:
        """The share of runs that found the optimum."""
        return float(np.mean(self.ratios <= _SAME))

    @property
    def seconds_per_step(self) -> float:
        """What a step takes in the mean; of use for long runs, as short ones compute more sets than they count."""
        return float(self.seconds.mean() / self.steps.mean())

    def errors_after(self, steps: float) -> FloatArray:
        """Return the error of the best set that each run had after so many steps; 1 where it had none."""
        return np.array([min((row[2] for row in trace if row[0] <= steps), default=1.0) for trace in self.traces])

    def steps_until_mean(self, accuracy: float) -> int | None:
        """Return the least number of steps after which the mean accuracy is so large; None if it never is."""
        changes = sorted({row[0] for trace in self.traces for row in trace})
        place = bisect_left(changes, accuracy, key=lambda steps: 1.0 - self.errors_after(steps).mean())
        return int(changes[place]) if place < len(changes) else None

    def seconds_until(self, factor: float) -> float | None:
        """Return the median time until the error is at most so many times the optimum; None if most never get there."""
        times = [
            next((seconds for _, seconds, error in trace if error <= factor * optimum * _SAME), math.inf)
            for trace, optimum in zip(self.traces, self.optima, strict=True)
        ]
        middle = float(np.median(times))
        return middle if math.isfinite(middle) else None


@attrs.frozen(eq=False)
class Findings:
    """All that the simulation found.

    Parameters
    ----------
    pools
        The results, pool by pool.
    limit
        Steps of the runs that STOP did not end.
    """

    pools: Sequence[Json]
    limit: int

    @property
    def sizes(self) -> list[int]:
        """Numbers of members."""
        return sorted({pool["members"] for pool in self.pools})

    @property
    def compared(self) -> list[int]:
        """Those of them that Table 2 has."""
        return [members for members in self.sizes if (members, "sherlock") in PAPER]

    @property
    def searchers(self) -> list[str]:
        """Names of the searchers."""
        return list(self.pools[0]["runs"])

    def of_size(self, members: int) -> list[Json]:
        """Return the pools of a size."""
        return [pool for pool in self.pools if pool["members"] == members]

    def optima(self, members: int) -> FloatArray:
        """Return the smallest possible errors."""
        return np.array([pool["optimum"]["error"] for pool in self.of_size(members)])

    def thresholds(self, members: int) -> FloatArray:
        """Return 1 - STOP for each pool."""
        return np.array([pool["plan"]["error_threshold"] for pool in self.of_size(members)])

    def group(self, members: int, name: str, ending: Ending) -> Group:
        """Return the runs of a searcher."""
        runs = [pool["runs"][name][ending] for pool in self.of_size(members)]
        return Group(
            members,
            name,
            ending,
            errors=np.array([run["error"] for run in runs]),
            optima=self.optima(members),
            steps=np.array([run["steps"] for run in runs], dtype=float),
            seconds=np.array([run["seconds"] for run in runs]),
            passed=sum(run["passed"] for run in runs),
            traces=[run["trace"] for run in runs],
        )

    def groups(self) -> list[Group]:
        """Return all of them, in the order of the page."""
        return [
            self.group(members, name, ending) for members in self.sizes for name in self.searchers for ending in ENDINGS
        ]


def spread(values: FloatArray) -> float:
    """Return the standard deviation of a sample; 0 for a single value."""
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def chance_difference(values: FloatArray) -> float:
    """Return by how much our mean and one over the paper's pools may differ by chance: three standard errors.

    The paper's values are taken to vary like ours, and are rounded.
    """
    return 3.0 * spread(values) * math.sqrt(1.0 / len(values) + 1.0 / _PAPER_REPETITIONS) + _ROUNDING
