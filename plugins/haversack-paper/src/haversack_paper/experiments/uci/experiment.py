"""The experiment: members trained ten at a time, panels chosen from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Part, Sources
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.rows import DataError
from haversack_paper.experiments.uci.splits import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from haversack_paper.experiment import Json, Scale
    from haversack_paper.experiments.uci.splits import SplitKind
    from haversack_paper.report import Report

BATCH = 10
"""So many members are trained in a part."""


@attrs.frozen
class Study:
    """A data set, split in one way.

    Parameters
    ----------
    data_set
        Key of the set.
    split
        What stays together; see `split_rows`.
    """

    data_set: str
    split: SplitKind = "rows"

    @property
    def key(self) -> str:
        """Its name in keys of parts."""
        return self.data_set if self.split == "rows" else f"{self.data_set}-{self.split}"

    @property
    def title(self) -> str:
        """Its name on the page."""
        title = DATA_SETS[self.data_set].title
        return title if self.split == "rows" else f"{title}, by {_TOLD[self.split]}"


_TOLD = {"blocks": "stretch of time", "groups": "molecule"}

STUDIES = (
    *(Study(key) for key in DATA_SETS),
    Study("eeg", "blocks"),
    Study("musk", "groups"),
)


@attrs.frozen
class Uci(Experiment):
    """Pools of classifiers that were trained on real data, and panels chosen from them.

    Parameters
    ----------
    sources
        Where the data is, and what training costs.
    studies
        Which sets, split how.
    pools
        Numbers of members of the pools, ascending; each consists of the first members of the largest.
    training_rows
        Sizes of the smallest and the largest subset that a member is trained on.
    limit
        How many steps a search takes that STOP does not end.
    seeds
        How often each random search is repeated.
    patience
        After how many steps without a better panel the choice by recorded votes ends.
    proof_limit
        How many steps the proof of the optimum may take.
    random_panels
        How many panels are drawn at random, to compare with.
    seed
        All randomness comes from it.
    """

    name: ClassVar[str] = "uci"
    summary: ClassVar[str] = "Tables 4 and 5: classifiers trained on five UCI sets, panels estimated and measured."
    options: ClassVar[tuple[str, ...]] = ("data", "cost")

    sources: Sources = attrs.field(factory=Sources)
    studies: tuple[Study, ...] = STUDIES
    pools: tuple[int, ...] = (30, 100)
    training_rows: tuple[int, int] = (200, 10_000)
    limit: int = 200_000
    seeds: int = 5
    patience: int = 100_000
    proof_limit: int = 1_000_000
    random_panels: int = 100
    seed: int = 2020

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return the experiment at one of three sizes; all of them have the paper's sets and pools."""
        if scale == "quick":
            return cls(sources, training_rows=(100, 500), limit=5_000, seeds=2, patience=10_000, random_panels=50)
        if scale == "full":
            return cls(sources, training_rows=(500, 20_000), limit=2_000_000, seeds=10, patience=500_000)
        return cls(sources)

    def missing(self) -> Sequence[str]:
        """Tell which sets are not there, or cannot be read."""
        return [problem for problem in self._problems().values() if problem is not None]

    def _problems(self) -> dict[str, str | None]:
        wanted = dict.fromkeys(study.data_set for study in self.studies)
        return {key: DATA_SETS[key].problem(self.sources.data) for key in wanted}

    def parts(self) -> Sequence[Part]:
        """Return the training of all members, ten in a part, and the choices from each pool."""
        problems = self._problems()
        there = [study for study in self.studies if problems[study.data_set] is None]
        training = {study: tuple(self._training(study)) for study in there}
        choices = [
            part for study in there for members in self.pools for part in self._choices(study, members, training[study])
        ]
        return [part for study in there for part in training[study]] + choices

    def _training(self, study: Study) -> list[Part]:
        path = self._path(study.data_set)
        assert path is not None
        common = {
            "study": attrs.asdict(study),
            "digest": DATA_SETS[study.data_set].read(path).digest,
            "version": VERSION,
            "training_rows": list(self.training_rows),
            "seed": self.seed,
        }
        most = max(self.pools)
        return [
            Part(
                f"train-{study.key}-{first // BATCH:02d}",
                {"task": "train", **common, "members": [first, min(first + BATCH, most)]},
            )
            for first in range(0, most, BATCH)
        ]

    def _choices(self, study: Study, members: int, training: Sequence[Part]) -> list[Part]:
        needed = training[: -(-members // BATCH)]
        common = {"members": members, "cost": self.sources.cost}
        tasks: dict[str, dict[str, Any]] = {
            "compare": {"proof_limit": self.proof_limit, "panels": self.random_panels, "seed": self.seed},
            **{f"search-{seed}": {"limit": self.limit, "seed": seed} for seed in range(self.seeds)},
            "votes": {"patience": self.patience, "seeds": self.seeds},
        }
        return [
            Part(
                f"{name}-{study.key}-{members}",
                {"task": name.split("-")[0], **common, **arguments},
                tuple(part.key for part in needed),
            )
            for name, arguments in tasks.items()
        ]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:
        """Train ten members, or choose panels."""
        arguments = part.arguments
        if arguments["task"] == "train":
            return self._train(arguments)
        from haversack_paper.experiments.uci.pools import Candidates

        trained = [needed[key]["members"] for key in part.needs]
        candidates = Candidates.of(trained, arguments["members"], arguments["cost"])
        return _chosen(candidates, arguments)

    def _train(self, arguments: Mapping[str, Json]) -> Json:
        from haversack_paper.experiments.uci.splits import split_rows
        from haversack_paper.experiments.uci.training import train_members

        study = Study(**arguments["study"])
        path = self._path(study.data_set)
        rows = None if path is None else DATA_SETS[study.data_set].read(path)
        if rows is None or rows.digest != arguments["digest"]:
            raise DataError(f"{path or study.title}: the file is no longer what it was when the run began")
        split = split_rows(rows, study.split, arguments["seed"])
        if len(set(rows.labels[split.training].tolist())) == 1:
            raise DataError(f"{path}: expected both classes among the {len(split.training):,} training rows, got one")
        low, high = arguments["training_rows"]
        trained = train_members(range(*arguments["members"]), rows, split, (low, high), arguments["seed"])
        return {"rows": len(rows), "members": trained}

    def report(self, results: Mapping[str, Json]) -> Report:
        """Compare with the paper's tables, and estimates with held-out data."""
        from haversack_paper.experiments.uci.reporting import report_on

        return report_on(self, results)

    def _path(self, key: str) -> Path | None:
        return DATA_SETS[key].find(self.sources.data)


def _chosen(candidates: Any, arguments: Mapping[str, Json]) -> Json:
    from haversack_paper.experiments.uci import selection

    if arguments["task"] == "search":
        return {"runs": list(selection.search_rows(candidates, arguments["limit"], arguments["seed"]))}
    if arguments["task"] == "votes":
        seeds = range(arguments["seeds"])
        return {"runs": [selection.votes_row(candidates, arguments["patience"], seed) for seed in seeds]}
    return {
        "pool": selection.pool_facts(candidates, arguments["seed"]),
        "runs": [
            selection.optimum_row(candidates, arguments["proof_limit"]),
            *selection.baseline_rows(candidates, arguments["panels"], arguments["seed"]),
        ],
    }
