"""Costs that add up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.errors import HaversackError
from haversack.validators import one_of

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.api.arrays import FloatArray, Sets
    from haversack.api.pool import Pool


@attrs.frozen
class Additive:
    """A set costs the sum of its members' costs.

    Parameters
    ----------
    size
        How to estimate the number of members that the budget buys. ``mean``: the budget divided by the mean cost.
        ``beta``: by the mean cost of a model in which the cost of a member of accuracy p is exponential with rate c
        (1 - p) and p is beta distributed, c fitted by maximum likelihood. ``auto``, the paper's choice: ``beta`` if
        a beta distribution fits the accuracies and its second parameter exceeds 1, else ``mean``.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, Lemma 2 and the equation after it; the paper's model is that of c = 1.
    """

    size: Literal["auto", "beta", "mean"] = attrs.field(default="auto", validator=one_of("auto", "beta", "mean"))

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the sum of costs of each set."""
        return np.asarray(sets @ pool.require_costs())

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Limit the sum of costs."""
        if math.isinf(budget):
            return Resources(np.zeros((len(pool), 0)), np.zeros(0))
        return Resources(pool.require_costs()[:, None], np.array([budget]))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Divide the budget by the expected cost of a member; see the option `size`."""
        if math.isinf(budget):
            return SizeEstimate(len(pool), "the size of the pool, there being no budget")
        beta_applies = accuracy.fit == "beta" and accuracy.beta is not None and accuracy.beta > 1.0
        if self.size == "beta" and not beta_applies:
            raise HaversackError(
                "cost.size: 'beta' needs accuracies that a beta distribution with a second parameter above 1 fits, "
                f"and here it {_told(accuracy)}; use 'mean' or 'auto'"
            )
        if beta_applies and self.size != "mean":
            mean_cost, how = _beta_mean_cost(pool, accuracy), "the beta model of accuracy and cost"
        else:
            mean_cost, how = float(pool.require_costs().mean()), "the mean cost"
        return SizeEstimate(int(np.clip(math.ceil(budget / mean_cost), 1, len(pool))), how)


def _beta_mean_cost(pool: Pool, accuracy: AccuracyModel) -> float:
    """Return the expected cost of a member, (1 + alpha/(beta - 1)) / c."""
    assert accuracy.alpha is not None
    assert accuracy.beta is not None
    scale = len(pool) / float((pool.require_costs() * (1.0 - pool.require_accuracies())).sum())
    return (1.0 + accuracy.alpha / (accuracy.beta - 1.0)) / scale


def _told(accuracy: AccuracyModel) -> str:
    if accuracy.fit == "beta" and accuracy.beta is not None:
        return f"is {accuracy.beta:.4g}"
    return "does not fit"
