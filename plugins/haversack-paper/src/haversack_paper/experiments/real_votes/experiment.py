"""The paper's model of independent voters beside recorded votes of people, language models and services."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from haversack.errors import PoolError
from haversack_paper.experiment import Experiment, Part, Scale, Sources
from haversack_paper.experiments.real_votes.compute import measure_halves
from haversack_paper.experiments.real_votes.sets import VOTE_SETS, digest_files
from haversack_paper.report import Column, Figure, Json, Report, Results, Table, percent

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes


@attrs.frozen
class RealVotes(Experiment):
    """Panels of a few members from recorded votes; sets that are not there are left out."""

    name: ClassVar[str] = "real-votes"
    summary: ClassVar[str] = "Beside the paper: what independence predicts of recorded votes, and what holds."
    options: ClassVar[tuple[str, ...]] = ("data",)
    scales: ClassVar = {"quick": {"halves": 2, "patience": 2_000}, "full": {"halves": 20, "patience": 100_000}}

    folder: Path | None = None
    halves: int = 5
    patience: int = 20_000  # Steps without a better panel that end the choice by votes.
    seed: int = 10

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return it with more halves of the items, the larger the scale."""
        return cls(sources.data, **cls.scales.get(scale, {}))

    def missing(self) -> list[str]:
        """Return a message if there is no set at all: each may be left out."""
        if self.digest_data():
            return []
        example = VOTE_SETS["bluebird"].files[0]
        where = "no folder was given, use --data DIR" if self.folder is None else f"expected in {self.folder}"
        return [f"no recorded votes, such as {example}: {where}"]

    def digest_data(self) -> dict[str, str]:
        """Return the SHA-256 of the files of each set that is there."""
        found = {name: known.find(self.folder) for name, known in VOTE_SETS.items()}
        return {VOTE_SETS[name].title: digest_files(paths) for name, paths in found.items() if paths}

    def parts(self) -> list[Part]:
        """Return one part for each set that is there."""
        digests = self.digest_data()
        common = {"halves": self.halves, "patience": self.patience, "seed": self.seed}
        return [
            Part(name, {"digest": digests[known.title], "size": known.size, **common})
            for name, known in VOTE_SETS.items()
            if known.title in digests
        ]

    def run(self, part: Part, needed: Results) -> Json:  # noqa: ARG002 - no part needs another one
        """Choose panels from one set."""
        known, arguments = VOTE_SETS[part.key], dict(part.arguments)
        paths = known.find(self.folder)
        if paths is None or digest_files(paths) != arguments.pop("digest"):
            raise PoolError([f"{known.title}: its files are no longer what they were when the run began"])
        pool = known.read(paths)
        return {"members": len(pool), "halves": measure_halves(pool, **arguments)}

    def report(self, results: Results) -> Report:
        """Show predictions beside held-out accuracies; the paper has no claims about such votes."""
        rows = [_summarise(name, result) for name, result in results.items()]
        text = (
            "The paper takes members for independent, and reports accuracies that follow from it. Here are recorded "
            f"votes. On a random half of the items, in {self.halves} draws, two panels are chosen: the best for "
            "independent members whose accuracies are their shares of right answers, and the best by its recorded "
            "votes (annealing). Both are valued on the other half by the plurality of the votes; an item that nobody "
            "of the panel answered is wrong, as is a tie. Panels have at most five members, three where there are four "
            f"to choose from. Independence predicts {percent(fmean([row['predicted'] for row in rows]))} in the mean "
            f"over {len(rows)} sets; its panels reach {percent(fmean([row['held_out'] for row in rows]))} on held-out "
            f"items, and those chosen by votes {percent(fmean([row['votes_held_out'] for row in rows]))}.\n\n"
            "The sets are the crowds of cubam (birds, ducks), of Snow et al. (entailment) and of a matching of "
            "products; LiveCodeBench, where half of the runs or more must pass; SWE-bench Verified; and the services "
            "of FrugalML. Crowds answer few items each, so a panel that looks perfect is often made of members with "
            "few answers, who are silent on most others."
        )
        return Report(text, [], [_tabulate(rows)], [Figure("predictions", _CAPTION, [lambda axes: _draw(axes, rows)])])


_CAPTION = (
    "Accuracy that a panel promises, and accuracy on the other half of the items, a dot for each set: under "
    "independence, and chosen by votes. On the diagonal, promises are kept."
)


def _summarise(name: str, result: Json) -> Json:
    halves = result["halves"]
    means = {key: fmean([half[key] for half in halves]) for key in halves[0]}
    return {"set": VOTE_SETS[name].title, "members": result["members"], **means}


def _tabulate(rows: list[Json]) -> Table:
    columns = {
        "predicted": "independence predicts",
        "same_half": "same half",
        "held_out": "held out",
        "votes_same_half": "by votes: same half",
        "votes_held_out": "held out",
    }
    return Table(
        "real-votes",
        "What panels promise and what they reach, means over the halves.",
        [
            Column("set"),
            Column("items", shown=",.0f"),
            Column("members"),
            *(Column(key, f"{head}, %", lambda share: f"{100 * share:.1f}") for key, head in columns.items()),
        ],
        rows,
    )


def _draw(axes: Axes, rows: list[Json]) -> None:
    for promise, reached, label in (
        ("predicted", "held_out", "under independence"),
        ("votes_same_half", "votes_held_out", "chosen by votes"),
    ):
        axes.plot(
            [row[promise] for row in rows], [row[reached] for row in rows], linestyle="none", marker="o", label=label
        )
    axes.axline((1.0, 1.0), slope=1.0, color="black", linestyle=":", linewidth=0.8)
    axes.set(xlabel="accuracy that is promised", ylabel="accuracy on held-out items")
    axes.legend(loc="upper left")
