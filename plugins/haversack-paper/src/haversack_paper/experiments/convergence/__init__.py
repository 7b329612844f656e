"""The mean of q over the size of the panel, and how fast its variance falls: section 4's figure and Lemma 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Json, Part, Scale, Sources
from haversack_paper.experiments.convergence.curves import curve_of
from haversack_paper.experiments.convergence.findings import findings
from haversack_paper.experiments.convergence.pictures import figure, rows_of_figure, table
from haversack_paper.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HALF_TRUE = (14, 6)
"""A beta distribution with s_T = variance + mean^2 = 0.01 + 0.7^2 = 1/2."""


@attrs.frozen
class Convergence(Experiment):
    """The mean and the variance of q for growing panels of members from beta distributions.

    Parameters
    ----------
    shapes
        Parameters of the beta distributions, one at least for each of the limits 0, 1/2 and 1. The paper prints only
        one pair, (17, 5); all of these add up to 22 like it, so that they differ in their mean above all.
    largest
        The largest size that is simulated; odd.
    draws
        Random panels of each distribution.
    far
        Larger sizes, by formula only; odd, rising.
    seed
        Of all draws.
    """

    name: ClassVar[str] = "convergence"
    summary: ClassVar[str] = "The figure of section 4 and Lemma 1: mean and variance of q for growing panels."

    shapes: tuple[tuple[float, float], ...] = ((17, 5), (12, 10), (11, 11), (8, 14))
    largest: int = 101
    draws: int = 100_000
    far: tuple[int, ...] = (201, 501, 1001, 3001, 10_001)
    seed: int = 0

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:  # noqa: ARG003 - needs no data
        """Return the experiment at one of three sizes."""
        return cls(draws={"quick": 5_000, "usual": 100_000, "full": 1_000_000}[scale])

    def parts(self) -> Sequence[Part]:
        """Return a part for each distribution, and one for s_T = 1/2."""
        shared = {"largest": self.largest, "draws": self.draws, "far": list(self.far)}
        parts = [
            Part(f"beta-{alpha:g}-{beta:g}", {"alpha": alpha, "beta": beta, "seed": [self.seed, number], **shared})
            for number, (alpha, beta) in enumerate(self.shapes)
        ]
        alpha, beta = _HALF_TRUE
        half_true = {"alpha": alpha, "beta": beta, "seed": [self.seed, len(self.shapes)], **shared}
        return [*parts, Part("half-true", half_true)]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Compute mean and variance by formula and by simulation."""
        return curve_of(**part.arguments)

    def report(self, results: Mapping[str, Json]) -> Report:
        """Compare formula, simulation and the lemma."""
        curves = [results[part.key] for part in self.parts()][:-1]
        half_true = results["half-true"]
        return Report(
            text=self._text(curves),
            claims=findings(curves, half_true),
            tables=[table(curves, half_true), rows_of_figure(curves)],
            figures=[figure(curves)],
        )

    def _text(self, curves: Sequence[Json]) -> str:
        names = ", ".join(curve["name"] for curve in curves)
        return (
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
