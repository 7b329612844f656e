"""Distributions of the accuracies of members, beta and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack import FloatArray


@attrs.frozen
class Law:
    """A distribution on [0, 1]: ``beta``, ``uniform``, ``normal`` (truncated) or ``mixture`` (of two betas).

    `numbers` are its parameters. Of uniform: the ends. Of normal: mean and deviation before truncation. Of mixture: the
    share of the first component and the parameters of both.
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
        if self.kind == "mixture":
            share, *shapes = self.numbers
            first = rng.random(shape) < share
            return np.where(first, rng.beta(shapes[0], shapes[1], shape), rng.beta(shapes[2], shapes[3], shape))
        one, other = self.numbers
        if self.kind == "normal":
            from scipy.special import ndtr, ndtri

            below, up_to = float(ndtr(-one / other)), float(ndtr((1.0 - one) / other))
            return np.asarray(one + other * ndtri(rng.uniform(below, up_to, shape)))
        return rng.beta(one, other, shape) if self.is_beta else rng.uniform(one, other, shape)

    def moments(self) -> tuple[float, float]:
        """Return mean and variance."""
        if self.kind == "mixture":
            share, *shapes = self.numbers
            (mean, variance), (other, other_variance) = beta_moments(*shapes[:2]), beta_moments(*shapes[2:])
            within = share * variance + (1.0 - share) * other_variance
            return share * mean + (1.0 - share) * other, within + share * (1.0 - share) * (mean - other) ** 2
        one, two = self.numbers
        if self.kind == "normal":
            from scipy.stats import truncnorm

            mean, variance = truncnorm.stats(-one / two, (1.0 - one) / two, loc=one, scale=two)
            return float(mean), float(variance)
        return beta_moments(one, two) if self.is_beta else ((one + two) / 2.0, (two - one) ** 2 / 12.0)


def beta_moments(alpha: float, beta: float) -> tuple[float, float]:
    """Return mean and variance of a beta distribution."""
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
