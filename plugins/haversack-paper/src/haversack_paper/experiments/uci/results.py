"""Results of the parts, brought together pool by pool."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack_paper.experiments.uci.training import unpack
from haversack_paper.report import Json, Results, percent
from haversack_paper.verdicts import mean_with_error

if TYPE_CHECKING:
    from haversack_paper.experiments.uci.datasets import Study
    from haversack_paper.experiments.uci.experiment import Uci

CLOSE = 0.01
"""Accuracies are taken to agree within a point."""

_HALF_A_DIGIT = 0.5e-4  # Below it, a percentage with two decimals would be 100.


@attrs.frozen(eq=False)
class PoolResults:
    """What was computed for a pool: the description that `choose_panels` returned, and all chosen panels by method.

    `rows` is the number of rows of the whole set.
    """

    study: Study
    rows: int
    facts: Json
    runs: dict[str, list[Json]]

    @property
    def members(self) -> int:
        """Size of the pool."""
        return int(self.facts["members"])

    def mean(self, method: str, key: str) -> float:
        """Return a mean over the panels that a method chose."""
        runs = self.runs[method]
        return sum(float(run[key]) for run in runs) / len(runs)

    def standard_error(self, method: str) -> float:
        """Return the standard error of the share of test rows that a panel gets right, the rows being a sample."""
        share = self.mean(method, "test")
        return math.sqrt(share * (1.0 - share) / self.facts["rows"]["test"])


def collect(experiment: Uci, results: Results) -> list[PoolResults]:
    """Return the pools that there are results of, in the order of the experiment."""
    found = []
    for members in experiment.pools:
        for study in experiment.studies:
            compared = results.get(f"compare-{study.key}-{members}")
            if compared is None:
                continue
            runs: dict[str, list[Json]] = {}
            for task in ("compare", *(f"search-{seed}" for seed in range(experiment.seeds)), "votes"):
                for run in results[f"{task}-{study.key}-{members}"]["runs"]:
                    runs.setdefault(run["method"], []).append(run)
            found.append(PoolResults(study, results[f"train-{study.key}-00"]["rows"], compared["pool"], runs))
    return found


def collect_members(experiment: Uci, results: Results) -> list[dict[str, Any]]:
    """Return one row for each classifier: what it is, what it cost and how accurate it is."""
    return [
        {"set": study.key, "member": one["member"], "family": one["family"]}
        | {"options": " ".join(f"{name}={value:.4g}" for name, value in one["options"].items())}
        | {key: one[key] for key in ("rows", "seconds", "operations")}
        | {part: float(unpack(one[part]).mean()) for part in ("selection", "test")}
        for study in experiment.studies
        for key, batch in results.items()
        if key.rpartition("-")[0] == f"train-{study.key}"
        for one in batch["members"]
    ]


def as_in_paper(pools: list[PoolResults]) -> list[PoolResults]:
    """Return the pools of sets that were split row by row, as the paper most likely did."""
    return [pool for pool in pools if pool.study.split == "rows"]


def by_size(pools: list[PoolResults]) -> dict[int, list[PoolResults]]:
    """Group pools by their number of members: the small ones are parts of the large ones, so each size is a sample."""
    groups: dict[int, list[PoolResults]] = {}
    for pool in pools:
        groups.setdefault(pool.members, []).append(pool)
    return groups


def family_correlations(pools: list[PoolResults]) -> dict[str, float]:
    """Return the mean correlation between mistakes within each family, over the largest pool of each study."""
    largest = {pool.study: pool for pool in sorted(pools, key=lambda pool: pool.members)}
    found: dict[str, list[float]] = {}
    for pool in largest.values():
        for family, value in pool.facts["correlations"].items():
            if family != "all" and value is not None:
                found.setdefault(family, []).append(value)
    return {family: sum(values) / len(values) for family, values in found.items()}


def write_points(gains: list[float], digits: int) -> str:
    """Write the mean of differences of accuracies, with its standard error, in points."""
    mean, error = mean_with_error(gains)
    return f"{100 * mean:+.{digits}f} ± {100 * error:.{digits}f} points"


def write_accuracy(error: float) -> str:
    """Write an accuracy whose error is known precisely: two decimals, or where they would read 100, a difference.

    Examples
    --------
    >>> write_accuracy(0.0066), write_accuracy(0.00006), write_accuracy(2.04e-13), write_accuracy(0.0)
    ('99.34 %', '99.99 %', '1 - 2.0e-13', '100 %')
    """
    return f"1 - {error:.1e}" if 0.0 < error < _HALF_A_DIGIT else percent(1.0 - error)
