"""The experiment: one part for each lemma, formula or remark."""

from __future__ import annotations

from typing import ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part, Results
from haversack_paper.experiments.lemmas import budgets, compute
from haversack_paper.experiments.lemmas.claims import claims
from haversack_paper.experiments.lemmas.tables import tables
from haversack_paper.report import Report

_RATES = ((17, 5), (30, 12), (12, 8))
"""Distributions of the accuracies, and so of the rates, for Lemma 2."""

_EXPECTED = (9, 20)
"""Budgets for Lemma 2, in members of mean cost: the paper's sizes for 30 and 100 members."""


@attrs.frozen
class Lemmas(Experiment):
    """Check lemmas, printed formulas and remarks one by one."""

    name: ClassVar[str] = "lemmas"
    summary: ClassVar[str] = "Statements outside the tables: lemmas, printed formulas, MAXSTEP, the discussion."
    scales: ClassVar = {
        "quick": {"pools": 40, "draws": 20_000, "proofs": ((30, 0.3, 5), (100, 0.2, 3))},
        "full": {"pools": 4_000, "draws": 1_000_000, "proofs": ((30, 0.3, 100), (100, 0.2, 100))},
    }

    pools: int = 400  # Random pools of each kind; a quarter of it where the accurate members are the cheap ones.
    members: int = 10  # Of a pool; three times as many where the accurate members are the cheap ones.
    sizes: tuple[int, ...] = (3, 9, 20, 51)  # Of the panels whose moments are computed, rising.
    draws: int = 200_000  # Random panels and random sequences of costs; ten times as many random costs.
    # Pool size, share of the total cost that is the budget, and number of pools whose optimum is proved.
    proofs: tuple[tuple[int, float, int], ...] = ((30, 0.3, 20), (100, 0.2, 20))

    def parts(self) -> list[Part]:
        """Return a part for each lemma, formula or remark."""
        pools = {"pools": self.pools, "members": self.members}
        shapes = {"shapes": [[17, 5], [8, 4], [4, 6]], "sizes": list(self.sizes), "draws": self.draws, "seed": 0}
        costs = {"expected": list(_EXPECTED), "draws": 10 * self.draws, "counts": self.draws, "seed": 0}
        cheap = {"pools": self.pools // 4, "members": 3 * self.members, "seed": 0}
        proofs = [{"members": members, "share": share, "pools": proved} for members, share, proved in self.proofs]
        return [
            Part("odd-sizes", {**pools, "seed": 0}, compute=compute.enumerate_sets),
            Part("moments", shapes, compute=compute.compare_moments),
            *(
                Part(f"times-{alpha}-{beta}", {"shape": [alpha, beta], **costs}, compute=budgets.simulate_costs)
                for alpha, beta in _RATES
            ),
            Part("limits", {"cases": [[8, 7], [30, 9], [100, 20], [1000, 20]]}, compute=budgets.compute_limits),
            *(Part(f"best-{case['members']}", case, compute=budgets.find_best) for case in proofs),
            Part("misprints", {**pools, "steps": 20, "seed": 0}, compute=compute.follow_printed_algorithm),
            Part("trivial", cheap, compute=compute.take_in_order),
            *(
                Part(f"stop-{case['members']}", {**case, "pools": self.pools}, compute=budgets.fit_betas)
                for case in proofs
            ),
        ]

    def report(self, results: Results) -> Report:
        """Judge all of them."""
        rates = ", ".join(f"Beta({alpha}, {beta})" for alpha, beta in _RATES)
        text = (
            "Lemmas, formulas and remarks with numbers that stand in no table. Random quantities are compared with "
            f"{self.draws:,} random panels, {10 * self.draws:,} random costs and {self.draws:,} random sequences of "
            "costs; a formula counts as wrong if it is more than 4.5 standard errors away. For Lemma 2 the accuracies "
            f"are from {rates}, and for each of these the budgets pay for {' and '.join(map(str, _EXPECTED))} members "
            "of mean cost. Optima are proved by the exact search, on pools like those of the paper: accuracies from "
            "Beta(17, 5), exponential costs of rate 1 - p."
        )
        kinds = ("times", "best", "stop")
        costs, best, stops = ([results[key] for key in results if key.startswith(f"{kind}-")] for kind in kinds)
        return Report(text, claims(results, costs, best, stops), tables(results, costs, best))
