"""Distributions of the accuracies of members, beta and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack import FloatArray


@attrs.frozen
class Law:
    """A distribution on [0, 1].

    Parameters
    ----------
    kind
        ``beta``, ``uniform``, ``normal`` (cut off at 0 and 1), or ``mixture`` of two beta distributions.
    numbers
        Its parameters: of beta, both; of uniform, the ends; of normal, mean and deviation before the cut; of mixture,
        the share of the first and the parameters of both.
    """

    kind: str
    numbers: tuple[float, ...]

    @property
    def name(self) -> str:
        """How it is shown."""
        if self.kind == "mixture":
            share, *shapes = self.numbers
            return f"{share:g} Beta({shapes[0]:g}, {shapes[1]:g}) + {1 - share:g} Beta({shapes[2]:g}, {shapes[3]:g})"
        return f"{self.kind.capitalize()}({', '.join(f'{number:g}' for number in self.numbers)})"

    @property
    def is_beta(self) -> bool:
        """Whether it is a beta distribution."""
        return self.kind == "beta"

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
        """Draw accuracies."""
        if self.kind == "beta":
            alpha, beta = self.numbers
            return rng.beta(alpha, beta, shape)
        if self.kind == "uniform":
            low, high = self.numbers
            return rng.uniform(low, high, shape)
        if self.kind == "normal":
            from scipy.special import ndtr, ndtri

            mean, deviation = self.numbers
            below, up_to = float(ndtr(-mean / deviation)), float(ndtr((1.0 - mean) / deviation))
            return np.asarray(mean + deviation * ndtri(rng.uniform(below, up_to, shape)))
        share, *shapes = self.numbers
        first = rng.random(shape) < share
        return np.where(first, rng.beta(shapes[0], shapes[1], shape), rng.beta(shapes[2], shapes[3], shape))

    def moments(self) -> tuple[float, float]:
        """Return mean and variance."""
        if self.kind == "beta":
            return _beta_moments(*self.numbers)
        if self.kind == "uniform":
            low, high = self.numbers
            return (low + high) / 2.0, (high - low) ** 2 / 12.0
        if self.kind == "normal":
            from scipy.stats import truncnorm

            mean, deviation = self.numbers
            found = truncnorm.stats(-mean / deviation, (1.0 - mean) / deviation, loc=mean, scale=deviation)
            return float(found[0]), float(found[1])
        share, *shapes = self.numbers
        (mean, variance), (other, other_variance) = _beta_moments(*shapes[:2]), _beta_moments(*shapes[2:])
        within = share * variance + (1.0 - share) * other_variance
        return share * mean + (1.0 - share) * other, within + share * (1.0 - share) * (mean - other) ** 2


def _beta_moments(alpha: float, beta: float) -> tuple[float, float]:
    mean = alpha / (alpha + beta)
    return mean, mean * (1.0 - mean) / (alpha + beta + 1.0)


LAWS = (
    Law("beta", (17, 5)),
    Law("beta", (8, 4)),
    Law("beta", (30, 12)),
    Law("uniform", (0.5, 1.0)),
    Law("normal", (0.75, 0.12)),
    Law("mixture", (0.7, 60, 40, 90, 10)),
)
"""Three beta distributions, the paper's first; three others with a mean between 0.69 and 0.75."""
