"""Results of the parts, brought together pool by pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.pools import standard_error
from haversack_paper.report import Claim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.uci.experiment import Study, Uci


@attrs.frozen(eq=False)
class PoolResults:
    """What was found out about a pool.

    Parameters
    ----------
    study
        What its members were trained on.
    rows
        Number of rows of the whole set.
    facts
        See `pool_facts`.
    runs
        All panels that were chosen, by method.
    """

    study: Study
    rows: int
    facts: Mapping[str, Any]
    runs: Mapping[str, Sequence[Mapping[str, Any]]]

    @property
    def members(self) -> int:
        """Size of the pool."""
        return int(self.facts["members"])

    @property
    def as_in_paper(self) -> bool:
        """Whether rows were split one by one, as the paper most likely did."""
        return self.study.split == "rows"

    def mean(self, method: str, key: str) -> float:
        """Return a mean over the panels that a method chose."""
        runs = self.runs[method]
        return sum(float(run[key]) for run in runs) / len(runs)

    def doubt(self, method: str) -> float:
        """Return the standard error of the share of test rows that a panel gets right, the rows being a sample."""
        return standard_error(self.mean(method, "test"), self.facts["rows"]["test"])


def collected(experiment: Uci, results: Mapping[str, Json]) -> list[PoolResults]:
    """Return the pools that there are results of, in the order of the experiment."""
    found = []
    for members in experiment.pools:
        for study in experiment.studies:
            compared = results.get(f"compare-{study.key}-{members}")
            if compared is None:
                continue
            parts = [f"search-{seed}" for seed in range(experiment.seeds)] + ["votes"]
            others = [results[f"{part}-{study.key}-{members}"] for part in parts]
            runs: dict[str, list[Mapping[str, Any]]] = {}
            for run in (run for part in (compared, *others) for run in part["runs"]):
                runs.setdefault(run["method"], []).append(run)
            found.append(PoolResults(study, results[f"train-{study.key}-00"]["rows"], compared["pool"], runs))
    return found


def by_size(pools: Sequence[PoolResults]) -> dict[int, list[PoolResults]]:
    """Group pools by their number of members: the small ones are parts of the large ones, so each size is a sample."""
    return {
        members: [pool for pool in pools if pool.members == members]
        for members in dict.fromkeys(pool.members for pool in pools)
    }


def unknown(where: str, statement: str, paper: str) -> Claim:
    """Return a claim that nothing was computed about."""
    return Claim(where, statement, paper, "not run", "cannot be checked", "there are no results to tell from")


def trained_members(experiment: Uci, results: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Return one row for each classifier: what it is, what it cost and how accurate it is."""
    from haversack_paper.experiments.uci.training import unpacked

    rows = []
    for study in experiment.studies:
        batches = [value for key, value in results.items() if key.rpartition("-")[0] == f"train-{study.key}"]
        for one in (one for batch in batches for one in batch["members"]):
            rows.append(
                {
                    "set": study.key,
                    "member": one["member"],
                    "family": one["family"],
                    "options": " ".join(f"{name}={value:.4g}" for name, value in one["options"].items()),
                    "rows": one["rows"],
                    "seconds": one["seconds"],
                    "operations": one["operations"],
                    "selection": float(unpacked(one["selection"]).mean()),
                    "test": float(unpacked(one["test"]).mean()),
                }
            )
    return rows


def absent_sets(experiment: Uci, pools: Sequence[PoolResults]) -> list[str]:
    """Return the titles of the sets that there is no result of."""
    there = {pool.study.data_set for pool in pools}
    wanted = dict.fromkeys(study.data_set for study in experiment.studies)
    return [DATA_SETS[key].title for key in wanted if key not in there]
