"""Statements of the paper with numbers that belong to no table: lemmas, algorithms, the discussion."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Json, Part, Scale, Sources
from haversack_paper.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_RATES = ((17, 5), (30, 12), (12, 8))
"""Distributions of the accuracies, and so of the rates, for Lemma 2."""

_EXPECTED = (9, 20)
"""Budgets for Lemma 2, in members of mean cost: the paper's sizes for 30 and 100 members."""


@attrs.frozen
class Lemmas(Experiment):
    """Check lemmas, printed formulas and remarks one by one.

    Parameters
    ----------
    pools
        Random pools whose sets are all enumerated, random pools for the printed algorithm and pools for STOP, and four
        times those in which the accurate members are the cheap ones.
    members
        Members of each, and a third of those of the last.
    sizes
        Of the panels whose moments are computed, rising.
    draws
        Random panels, and ten times as many costs.
    counts
        Random sequences of costs.
    proofs
        Pool size, share of the total cost that is the budget, and number of pools whose optimum is proved.
    seed
        Of all draws.
    """

    name: ClassVar[str] = "lemmas"
    summary: ClassVar[str] = "Statements outside the tables: lemmas, printed formulas, MAXSTEP, the discussion."

    pools: int = 400
    members: int = 10
    sizes: tuple[int, ...] = (3, 9, 20, 51)
    draws: int = 200_000
    counts: int = 200_000
    proofs: tuple[tuple[int, float, int], ...] = ((30, 0.3, 20), (100, 0.2, 20))
    seed: int = 0

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:  # noqa: ARG003 - needs no data
        """Return the experiment at one of three sizes."""
        if scale == "quick":
            return cls(pools=40, draws=20_000, counts=20_000, proofs=((30, 0.3, 5), (100, 0.2, 3)))
        if scale == "usual":
            return cls()
        return cls(pools=4_000, draws=1_000_000, counts=1_000_000, proofs=((30, 0.3, 100), (100, 0.2, 100)))

    def parts(self) -> Sequence[Part]:
        """Return a part for each lemma, formula or remark."""
        return [
            Part("odd-sizes", {"pools": self.pools, "members": self.members, "seed": self.seed}),
            Part(
                "moments",
                {
                    "shapes": [[17, 5], [8, 4], [4, 6]],
                    "sizes": list(self.sizes),
                    "draws": self.draws,
                    "seed": self.seed,
                },
            ),
            *(
                Part(
                    f"times-{alpha}-{beta}",
                    {
                        "shape": [alpha, beta],
                        "expected": list(_EXPECTED),
                        "draws": 10 * self.draws,
                        "counts": self.counts,
                        "seed": self.seed,
                    },
                )
                for alpha, beta in _RATES
            ),
            Part("limits", {"cases": [[8, 7], [30, 9], [100, 20], [1000, 20]]}),
            *(
                Part(f"best-{members}", {"members": members, "share": share, "pools": pools})
                for members, share, pools in self.proofs
            ),
            Part("misprints", {"pools": self.pools, "members": self.members, "steps": 20, "seed": self.seed}),
            Part("trivial", {"pools": self.pools // 4, "members": 3 * self.members, "seed": self.seed}),
            *(
                Part(f"stop-{members}", {"members": members, "share": share, "pools": self.pools})
                for members, share, _ in self.proofs
            ),
        ]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Check one of them."""
        from haversack_paper.experiments.lemmas import misprints, moments, odd_sizes, sizes, stop_rules, times, trivial

        topic = part.key.split("-")[0]
        runs: dict[str, Callable[..., Json]] = {
            "odd": odd_sizes.run,
            "moments": moments.run,
            "times": times.run,
            "limits": sizes.run_limits,
            "best": sizes.run_best,
            "misprints": misprints.run,
            "trivial": trivial.run,
            "stop": stop_rules.run,
        }
        return runs[topic](**part.arguments)

    def report(self, results: Mapping[str, Json]) -> Report:
        """Collect what became of them."""
        from haversack_paper.experiments.lemmas import misprints, moments, odd_sizes, sizes, stop_rules, times, trivial

        costs = [results[part.key] for part in self.parts() if part.key.startswith("times-")]
        best = [results[part.key] for part in self.parts() if part.key.startswith("best-")]
        stops = [results[part.key] for part in self.parts() if part.key.startswith("stop-")]
        rates = ", ".join(f"Beta({alpha}, {beta})" for alpha, beta in _RATES)
        text = (
            "Lemmas, formulas and remarks with numbers that stand in no table. Random quantities are compared with "
            f"{self.draws:,} random panels, {10 * self.draws:,} random costs and {self.counts:,} random sequences of "
            "costs; a formula counts as wrong if it is more than 4.5 standard errors away. For Lemma 2 the accuracies "
            f"are from {rates}, and for each of these the budgets pay for {' and '.join(map(str, _EXPECTED))} members "
            "of mean cost. Optima are proved by the exact search, on pools like those of the paper: accuracies from "
            "Beta(17, 5), exponential costs of rate 1 - p."
        )
        return Report(
            text=text,
            claims=[
                *odd_sizes.claims(results["odd-sizes"]),
                *moments.claims(results["moments"]),
                *times.claims(costs),
                *misprints.claims(results["misprints"]),
                *sizes.claims(results["limits"], best),
                *stop_rules.claims(stops),
                *trivial.claims(results["trivial"]),
            ],
            tables=[
                moments.table(results["moments"]),
                *times.tables(costs),
                *sizes.tables(results["limits"], best),
                trivial.table(results["trivial"]),
            ],
        )
