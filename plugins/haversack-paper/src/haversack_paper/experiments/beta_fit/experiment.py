"""The experiment: one part for each distribution of the accuracies and each size of the panel."""

from __future__ import annotations

from typing import ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part, Results
from haversack_paper.experiments.beta_fit.claims import claims
from haversack_paper.experiments.beta_fit.compute import fit_setting
from haversack_paper.experiments.beta_fit.figures import figures
from haversack_paper.experiments.beta_fit.tables import tables
from haversack_paper.laws import LAWS, Law
from haversack_paper.report import Report

_SHOWN = 9  # The size at which a figure shows the values, for the first law and the last.


@attrs.frozen
class BetaFit(Experiment):
    """Fit families of distributions to simulated values of q."""

    name: ClassVar[str] = "beta-fit"
    summary: ClassVar[str] = (
        "Section 4.3 and Table 1: which distribution fits the accuracies of random panels, and where STOP stands."
    )
    scales: ClassVar = {
        "quick": {"sample": 300, "repetitions": 2, "draws": 20_000},
        "full": {"sample": 2_000, "repetitions": 100, "draws": 1_000_000},
    }

    laws: tuple[Law, ...] = LAWS
    sizes: tuple[int, ...] = (5, 9, 15, 25, 51)  # Of the panels.
    sample: int = 1_000  # Values of q in a sample to be fitted, at least 200.
    repetitions: int = 20  # Samples of each setting.
    draws: int = 100_000  # Values of q with which STOP is compared.

    def parts(self) -> list[Part]:
        """Return a part for each distribution of the accuracies and each size."""
        return [
            Part(
                f"law-{number}-size-{size}",
                {
                    "kind": law.kind,
                    "numbers": list(law.numbers),
                    "size": size,
                    "sample": self.sample,
                    "repetitions": self.repetitions,
                    "draws": self.draws,
                    "seed": [0, number, size],
                    "shown": size == _SHOWN and number in (0, len(self.laws) - 1),
                },
                compute=fit_setting,
            )
            for number, law in enumerate(self.laws)
            for size in self.sizes
        ]

    def report(self, results: Results) -> Report:
        """Count which family fits best."""
        settings = list(results.values())
        laws = ", ".join(law.name for law in self.laws)
        text = (
            f"Accuracies of members are drawn from {laws}; sizes of panels are {', '.join(map(str, self.sizes))}. In "
            f"each of these {len(settings)} settings {self.repetitions} samples of {self.sample:,} values of q are "
            "drawn, and every family is fitted to them by maximum likelihood. The best is the one with the smallest "
            "criterion of Akaike (AIC); within 2 of it counts as just as good. The test of the beta fit is Anderson "
            "and Darling's with a parametric bootstrap, on 200 values, at the 5 % level.\n\n"
            "The paper names the families and not the direction they lean to. The values of q have their long tail on "
            "the left. The gamma distribution and the textbook's extreme value distribution (Gumbel's, of maxima) have "
            "it on the right, so taken as they stand they cannot win; some programs, though, call Gumbel's "
            "distribution of minima the extreme value distribution. We compare both ways: the five as named, and with "
            "gamma, Weibull and Gumbel turned round as well. A third comparison adds the generalised extreme value "
            "distribution in both directions; its third parameter counts in the criterion, and its shape is kept above "
            "-1, beyond which there is no largest likelihood."
        )
        return Report(text, claims(settings), tables(settings), figures(settings))
