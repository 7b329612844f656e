"""Table 3: ensembles of the competitors of Kaggle's challenges, without costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Part, Scale, Sources
from haversack_paper.experiments.kaggle.claims import claims
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.compute import study_part
from haversack_paper.experiments.kaggle.figures import figures
from haversack_paper.experiments.kaggle.leaderboard import FOLDER, check_leaderboards, read_unchanged
from haversack_paper.experiments.kaggle.results import collect
from haversack_paper.experiments.kaggle.tables import tables
from haversack_paper.experiments.kaggle.text import text
from haversack_paper.published import printed_averages
from haversack_paper.report import Json, Report, Results

if TYPE_CHECKING:
    from pathlib import Path

_PRINTED = "printed-tables"


@attrs.frozen
class Kaggle(Experiment):
    """Final scores as accuracies: all teams of a competition, and smaller pools of them."""

    name: ClassVar[str] = "kaggle"
    summary: ClassVar[str] = "Table 3: ensembles of the teams of Kaggle competitions, without costs."
    options: ClassVar[tuple[str, ...]] = ("data",)
    scales: ClassVar = {
        "quick": {"team_steps": 200, "pool_steps": 20_000, "draws": 2, "most_tested": 1_000},
        "usual": {"team_steps": 5_000, "pool_steps": 200_000, "draws": 20},
        "full": {"team_steps": 200_000, "pool_steps": 2_000_000, "draws": 100},
    }

    folder: Path | None  # With the leaderboards; None if no data was given.
    team_steps: int  # Of annealing with all teams, and with smaller pools.
    pool_steps: int
    draws: int  # Of pools of each size.
    pool_sizes: tuple[int, ...] = (30, 100)  # The label of the paper's table suggests 30, its times suggest 100.
    draws_per_part: int = 20
    most_tested: int = 5_000  # So many teams at most are used to test the fit of a beta distribution.
    seed: int = 2004

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return it with more draws and longer runs of annealing, the larger the scale."""
        return cls(None if sources.data is None else sources.data / FOLDER, **cls.scales[scale])

    def missing(self) -> list[str]:
        """Return a message for each leaderboard that is not there or cannot be read."""
        return check_leaderboards(self.folder)[1]

    def digest_data(self) -> dict[str, str]:
        """Return the SHA-256 of each leaderboard."""
        return {COMPETITIONS[slug].title: digest for slug, digest in check_leaderboards(self.folder)[0].items()}

    def parts(self) -> list[Part]:
        """Return, for each leaderboard and way of reading, one part for all teams and some for smaller pools.

        The first part is arithmetic on the paper's tables, which needs no data. Leaderboards that `missing` names have
        no parts.
        """
        found = [Part(_PRINTED, {})]
        for slug, sha256 in check_leaderboards(self.folder)[0].items():
            for way in COMPETITIONS[slug].readings:
                common = {"competition": slug, "reading": way, "sha256": sha256, "most_tested": self.most_tested}
                found.append(Part(f"{slug}.{way}.teams", common | {"steps": self.team_steps}))
                for members in self.pool_sizes:
                    for first in range(0, self.draws, self.draws_per_part):
                        draws = list(range(first, min(first + self.draws_per_part, self.draws)))
                        its = {"members": members, "draws": draws, "steps": self.pool_steps, "seed": self.seed}
                        found.append(Part(f"{slug}.{way}.pools-of-{members}-from-{first}", common | its))
        return found

    def run(self, part: Part, needed: Results) -> Json:  # noqa: ARG002 - no part needs another one
        """Study all teams, or some of the smaller pools."""
        if part.key == _PRINTED:
            return printed_averages()
        slug = part.arguments["competition"]
        scores = read_unchanged(self.folder, slug, part.arguments["sha256"])
        accuracies, clipped = COMPETITIONS[slug].readings[part.arguments["reading"]].accuracies(scores)
        return {"clipped": clipped, **study_part(accuracies, part.arguments)}

    def report(self, results: Results) -> Report:
        """Compare with the paper's Table 3."""
        studies = collect(self.parts(), results)
        return Report(
            text(studies, team_steps=self.team_steps, pool_steps=self.pool_steps, draws=self.draws),
            claims(studies),
            tables(studies, results[_PRINTED]),
            figures(studies),
        )
