"""Tables 4 and 5: members trained ten at a time, and panels chosen from them."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Part, Scale, Sources
from haversack_paper.experiments.uci.claims import claims
from haversack_paper.experiments.uci.compute import Candidates, choose_panels
from haversack_paper.experiments.uci.datasets import DATA_SETS, STUDIES, Study
from haversack_paper.experiments.uci.figures import figures
from haversack_paper.experiments.uci.results import collect, collect_members
from haversack_paper.experiments.uci.rows import DataError
from haversack_paper.experiments.uci.tables import tables
from haversack_paper.experiments.uci.text import text
from haversack_paper.experiments.uci.training import VERSION, split_rows, train_members
from haversack_paper.report import Json, Report, Results

_BATCH = 10  # So many members are trained in a part.


@attrs.frozen
class Uci(Experiment):
    """Pools of classifiers that were trained on real data, and panels chosen from them."""

    name: ClassVar[str] = "uci"
    summary: ClassVar[str] = "Tables 4 and 5: classifiers trained on five UCI sets, panels estimated and measured."
    options: ClassVar[tuple[str, ...]] = ("data", "cost")
    scales: ClassVar = {
        "quick": {"training_rows": (100, 500), "limit": 5_000, "seeds": 2, "patience": 10_000, "random_panels": 50},
        "full": {"training_rows": (500, 20_000), "limit": 2_000_000, "seeds": 10, "patience": 500_000},
    }

    sources: Sources = attrs.field(factory=Sources)
    studies: tuple[Study, ...] = STUDIES
    pools: tuple[int, ...] = (30, 100)  # Members, ascending; each pool consists of the first ones of the largest.
    training_rows: tuple[int, int] = (200, 10_000)  # The smallest and the largest subset that a member is trained on.
    limit: int = 200_000  # Steps of a search that STOP does not end.
    seeds: int = 5  # Repetitions of each random search.
    patience: int = 100_000  # Steps without a better panel that end the choice by recorded votes.
    proof_limit: int = 1_000_000  # Steps that the proof of the optimum may take.
    random_panels: int = 100
    seed: int = 2020

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return the experiment at one of three sizes; all of them have the paper's sets and pools."""
        return cls(sources, **cls.scales.get(scale, {}))

    def missing(self) -> list[str]:
        """Return a message for each set that is not there, or cannot be read."""
        return self._check()[1]

    def digest_data(self) -> dict[str, str]:
        """Return the SHA-256 of the rows of each set, unpacked and without header."""
        return {DATA_SETS[key].title: digest for key, digest in self._check()[0].items()}

    def _check(self) -> tuple[dict[str, str], list[str]]:
        """Return the digests of the good sets, by key, and one message for each other one."""
        digests, problems = {}, []
        for key in dict.fromkeys(study.data_set for study in self.studies):
            try:
                digests[key] = DATA_SETS[key].read(self.sources.data).digest
            except DataError as error:
                problems.append(f"{DATA_SETS[key].title}: {error}")
        return digests, problems

    def parts(self) -> list[Part]:
        """Return the training of all members, ten in a part, and the choices from each pool."""
        digests, _ = self._check()
        training, choices = [], []
        for study in self.studies:
            if study.data_set in digests:
                batches = self._training(study, digests[study.data_set])
                training += batches
                choices += [part for members in self.pools for part in self._choices(study, members, batches)]
        return training + choices

    def _training(self, study: Study, digest: str) -> list[Part]:
        common = {"task": "train", "study": attrs.asdict(study), "digest": digest, "version": VERSION}
        common |= {"training_rows": list(self.training_rows), "seed": self.seed}
        most = max(self.pools)
        return [
            Part(f"train-{study.key}-{first // _BATCH:02d}", common | {"members": [first, min(first + _BATCH, most)]})
            for first in range(0, most, _BATCH)
        ]

    def _choices(self, study: Study, members: int, training: list[Part]) -> list[Part]:
        needed = tuple(part.key for part in training[: -(-members // _BATCH)])
        tasks: dict[str, dict[str, Any]] = {
            "compare": {"proof_limit": self.proof_limit, "panels": self.random_panels, "seed": self.seed},
            **{f"search-{seed}": {"limit": self.limit, "seed": seed} for seed in range(self.seeds)},
            "votes": {"patience": self.patience, "seeds": self.seeds},
        }
        common = {"members": members, "cost": self.sources.cost}
        return [
            Part(f"{name}-{study.key}-{members}", {"task": name.split("-")[0], **common, **arguments}, needed)
            for name, arguments in tasks.items()
        ]

    def run(self, part: Part, needed: Results) -> Json:
        """Train ten members, or choose panels."""
        if part.arguments["task"] == "train":
            return self._train(part.arguments)
        trained = [needed[key]["members"] for key in part.needs]
        return choose_panels(Candidates.of(trained, part.arguments["members"], part.arguments["cost"]), part.arguments)

    def _train(self, arguments: Json) -> Json:
        study = Study(**arguments["study"])
        data_set, data = DATA_SETS[study.data_set], self.sources.data
        path = data_set.find(data)
        if path is None or (rows := data_set.read(data)).digest != arguments["digest"]:
            raise DataError(f"{path or study.title}: the file is no longer what it was when the run began")
        split = split_rows(rows, study.split, arguments["seed"])
        if len(set(rows.labels[split.training].tolist())) == 1:
            raise DataError(f"{path}: expected both classes among the {len(split.training):,} training rows, got one")
        low, high = arguments["training_rows"]
        trained = train_members(range(*arguments["members"]), rows, split, (low, high), arguments["seed"])
        return {"rows": len(rows), "members": trained}

    def report(self, results: Results) -> Report:
        """Compare with the paper's tables, and estimates with held-out data."""
        pools, members = collect(self, results), collect_members(self, results)
        there = {pool.study.data_set for pool in pools}
        wanted = dict.fromkeys(study.data_set for study in self.studies)
        absent = [DATA_SETS[key].title for key in wanted if key not in there]
        return Report(
            text(self, pools, absent),
            claims(pools, absent),
            tables(pools, members, self.limit),
            figures(pools, members, self.sources.cost),
        )
