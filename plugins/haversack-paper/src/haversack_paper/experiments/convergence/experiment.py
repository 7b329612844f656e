"""The experiment: one part for each distribution of the accuracies."""

from __future__ import annotations

from typing import ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part, Results
from haversack_paper.experiments.convergence.claims import claims
from haversack_paper.experiments.convergence.compute import compute_curve
from haversack_paper.experiments.convergence.figures import figures
from haversack_paper.experiments.convergence.tables import tables
from haversack_paper.report import Report

_SHAPES = {"beta-17-5": (17, 5), "beta-12-10": (12, 10), "beta-11-11": (11, 11), "beta-8-14": (8, 14)}
"""Parameters of beta distributions, for the limits 1, 1/2 and 0. The paper prints only (17, 5); all of these add up to
22 like it, so that they differ mainly in their mean."""

_HALF_TRUE = {"half-true": (14, 6)}
"""A beta distribution with s_T = variance + mean^2 = 0.01 + 0.7^2 = 1/2."""


@attrs.frozen
class Convergence(Experiment):
    """The mean and the variance of q for growing panels of members from beta distributions."""

    name: ClassVar[str] = "convergence"
    summary: ClassVar[str] = "The figure of section 4 and Lemma 1: mean and variance of q for growing panels."
    scales: ClassVar = {"quick": {"draws": 5_000}, "full": {"draws": 1_000_000}}

    largest: int = 101  # The largest size that is simulated; odd.
    draws: int = 100_000  # Random panels of each distribution.
    far: tuple[int, ...] = (201, 501, 1001, 3001, 10_001)  # Larger sizes, by formula only; odd, rising.

    def parts(self) -> list[Part]:
        """Return a part for each distribution, and one for s_T = 1/2."""
        shared = {"largest": self.largest, "draws": self.draws, "far": list(self.far)}
        return [
            Part(key, {"alpha": alpha, "beta": beta, "seed": [0, number], **shared}, compute=compute_curve)
            for number, (key, (alpha, beta)) in enumerate((_SHAPES | _HALF_TRUE).items())
        ]

    def report(self, results: Results) -> Report:
        """Compare formula, simulation and the lemma."""
        curves, half_true = [results[key] for key in _SHAPES], results["half-true"]
        names = ", ".join(curve["name"] for curve in curves)
        text = (
            "The accuracies of the members of a panel are drawn from a beta distribution, and q is the accuracy of "
            "their majority. The paper's figure does not say which distributions it shows; the text names Beta(17, 5) "
            f"alone. Ours are {names}, with the same sum of parameters. For each, {self.draws:,} random panels of "
            f"{self.largest} members were drawn, and q was computed for the first 1, 3, 5, ... of them; the formulas "
            f"of Lemma 1 were followed up to {max(self.far):,} members.\n\n"
            "With $s_T, s_F, s_{TF}$ as in Lemma 1, the second moment of the error of a pair of panels with equal "
            "members is a large deviation of two correlated counts, so for $\\mu_p > 1/2$ the variance falls like "
            "$r^\\ell/\\ell$ with $r = 2(\\sqrt{s_T s_F} + s_{TF})$. For $\\mu_p = 1/2$ it does not fall: q tends to "
            "$\\Phi(cZ)$ with Z normal, and its variance to $\\arcsin(4\\sigma_p^2)/2\\pi$."
        )
        return Report(text, claims(curves, half_true), tables(curves, half_true), figures(curves))
