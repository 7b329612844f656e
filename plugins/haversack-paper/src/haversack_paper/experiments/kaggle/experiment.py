"""Table 3: ensembles of the competitors of Kaggle's challenges, without costs."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ClassVar, Self

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack_paper.experiment import Experiment, Part
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS, reading
from haversack_paper.experiments.kaggle.leaderboard import (
    FOLDER,
    digest,
    find_leaderboard,
    folder_message,
    missing_message,
    problem_message,
    read_scores,
    unchanged,
)
from haversack_paper.published import printed_averages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from haversack import FloatArray
    from haversack_paper.experiment import Json, Scale, Sources
    from haversack_paper.report import Report

_PRINTED = "printed-tables"
_BINS = 60
_WALKS = 64


@attrs.frozen
class Kaggle(Experiment):
    """Final scores as accuracies: all teams of a competition, and smaller pools of them.

    Parameters
    ----------
    folder
        Where the leaderboards are; None if nobody said it.
    team_steps
        Steps of annealing with all teams.
    pool_sizes
        Sizes of the smaller pools. The paper's label of the table suggests 30, its times are those of another table for
        100.
    pool_steps
        Steps of annealing with these.
    draws
        How many pools of each size are drawn.
    draws_per_part
        How many of them are computed in one go.
    most_tested
        How many teams the fit of a beta distribution is tested with at most.
    seed
        Of the draws.
    """

    name: ClassVar[str] = "kaggle"
    summary: ClassVar[str] = "Table 3: ensembles of the teams of Kaggle competitions, without costs."
    options: ClassVar[tuple[str, ...]] = ("data",)

    folder: Path | None
    team_steps: int
    pool_steps: int
    draws: int
    pool_sizes: tuple[int, ...] = (30, 100)
    draws_per_part: int = 20
    most_tested: int = 5_000
    seed: int = 2004

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return it with more draws and longer runs of annealing, the larger the scale."""
        folder = None if sources.data is None else sources.data / FOLDER
        if scale == "quick":
            return cls(folder, team_steps=200, pool_steps=20_000, draws=2, most_tested=1_000)
        if scale == "usual":
            return cls(folder, team_steps=5_000, pool_steps=200_000, draws=20)
        return cls(folder, team_steps=200_000, pool_steps=2_000_000, draws=100)

    def missing(self) -> Sequence[str]:
        """Tell which leaderboards are not there or cannot be read, one message for each."""
        head = folder_message(self.folder)
        return [*([] if head is None else [head]), *self._boards()[1]]

    def parts(self) -> Sequence[Part]:
        """Return, for each leaderboard and way of reading, one part for all teams and some for smaller pools.

        The first part is arithmetic on the paper's tables, which needs no data. Leaderboards that `missing` tells of
        have no parts.
        """
        return [Part(_PRINTED, {}), *self._parts_with_data()]

    def _parts_with_data(self) -> list[Part]:
        digests, _ = self._boards()
        return [
            Part(key, arguments)
            for competition in COMPETITIONS
            if competition.slug in digests
            for way in competition.readings
            for key, arguments in self._parts_of(competition.slug, way.key, digests[competition.slug])
        ]

    def _boards(self) -> tuple[dict[str, str], list[str]]:
        """Look at every leaderboard once: return digests of the good ones, and what is wrong with the others."""
        digests, problems = {}, []
        for competition in COMPETITIONS:
            slug = competition.slug
            try:
                path = find_leaderboard(self.folder, slug)
                if path is not None:
                    read_scores(path)
                    digests[slug] = digest(path)
                elif not competition.optional:
                    problems.append(missing_message(self.folder, slug))
            except PoolError as error:
                problems.append(problem_message(error))
        return digests, problems

    def _parts_of(self, slug: str, way: str, sha256: str) -> list[tuple[str, dict[str, Json]]]:
        common = {"competition": slug, "reading": way, "sha256": sha256, "most_tested": self.most_tested}
        found = [(f"{slug}.{way}.teams", common | {"steps": self.team_steps})]
        for members in self.pool_sizes:
            for first in range(0, self.draws, self.draws_per_part):
                arguments = {
                    "members": members,
                    "draws": list(range(first, min(first + self.draws_per_part, self.draws))),
                    "steps": self.pool_steps,
                    "seed": self.seed,
                }
                found.append((f"{slug}.{way}.pools-of-{members}-from-{first}", common | arguments))
        return found

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another one
        """Study all teams, or some of the smaller pools; the first of these come with the pool of the best."""
        if part.key == _PRINTED:
            return printed_averages()
        from haversack_paper.experiments.kaggle.studies import studied as study

        arguments = part.arguments
        scores = read_scores(unchanged(self.folder, arguments["competition"], arguments["sha256"]))
        accuracies, clipped = reading(arguments["competition"], arguments["reading"]).accuracies(scores)
        studied = functools.partial(study, steps=arguments["steps"], most_tested=arguments["most_tested"])
        if "draws" not in arguments:
            counts, edges = np.histogram(accuracies, bins=_BINS)
            return {
                "clipped": clipped,
                "histogram": {"edges": edges.tolist(), "counts": counts.tolist()},
                "all": [studied(accuracies, walks=1, seed=0)],
            }
        members = min(arguments["members"], len(accuracies))
        best = np.sort(accuracies)[::-1][:members] if 0 in arguments["draws"] else None
        drawn = [_drawn(accuracies, members, arguments["seed"], draw) for draw in arguments["draws"]]
        return {
            "clipped": clipped,
            "best": [] if best is None else [studied(best, walks=_WALKS, seed=0)],
            "drawn": [
                studied(pool, walks=_WALKS, seed=draw) for draw, pool in zip(arguments["draws"], drawn, strict=True)
            ],
        }

    def report(self, results: Mapping[str, Json]) -> Report:
        """Return what became of Table 3."""
        from haversack_paper.experiments.kaggle.claims import claims_of
        from haversack_paper.experiments.kaggle.figures import figures_of
        from haversack_paper.experiments.kaggle.gathered import gathered
        from haversack_paper.experiments.kaggle.tables import tables_of
        from haversack_paper.experiments.kaggle.text import text_of
        from haversack_paper.report import Report

        studies = gathered(self._parts_with_data(), results)
        return Report(
            text=text_of(studies, team_steps=self.team_steps, pool_steps=self.pool_steps, draws=self.draws),
            claims=claims_of(studies),
            tables=tables_of(studies, results[_PRINTED]),
            figures=figures_of(studies),
        )


def _drawn(accuracies: FloatArray, members: int, seed: int, draw: int) -> FloatArray:
    """Return a pool: the same teams whatever way their scores are read."""
    random = np.random.default_rng([seed, members, draw])
    return random.choice(accuracies, members, replace=False)
