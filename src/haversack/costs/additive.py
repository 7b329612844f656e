"""Additive costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.arrays import sum_members
from haversack.costs.expected_size import (
    compute_beta_mean_cost,
    compute_poisson_normal_size,
    compute_poisson_size,
    compute_shared_rate_cost,
    fit_rate_scale,
)
from haversack.errors import HaversackError
from haversack.validators import one_of, optional, positive_finite

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

_SIZES = ("auto", "beta", "mean", "poisson", "poisson-normal")


@attrs.frozen
class Additive:
    """A set costs the sum of its members' costs.

    Parameters
    ----------
    size
        How to estimate the number of members that the budget buys. ``mean``: the budget divided by the mean cost.
        ``beta``: the budget divided by the mean cost in a model where a member of accuracy p has an exponential cost of
        rate c (1 - p) and p is beta distributed. ``auto``, the paper's choice: ``beta`` if a beta distribution fits the
        accuracies and its second parameter exceeds 1, else ``mean``. ``poisson``: the number that a Poisson variable
        with the mean of ``mean`` exceeds with a probability of at most 5 %. ``poisson-normal``: its normal
        approximation.
    rates
        For ``beta``: whether each member has its own rate (``independent``) or all share one (``shared``).
    rate_scale
        For ``beta``: the scale c. If omitted, it is fitted by maximum likelihood; the paper uses 1.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, Lemma 2, the equation after it, and section 6.
    """

    size: Literal["auto", "beta", "mean", "poisson", "poisson-normal"] = attrs.field(
        default="auto", validator=one_of(*_SIZES)
    )
    rates: Literal["independent", "shared"] = attrs.field(
        default="independent", validator=one_of("independent", "shared")
    )
    rate_scale: float | None = attrs.field(default=None, validator=optional(positive_finite))

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the sum of costs of each set."""
        return sum_members(sets, pool.require_costs())

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Limit the sum of costs."""
        if math.isinf(budget):
            return Resources(np.zeros((len(pool), 0)), np.zeros(0))
        return Resources(pool.require_costs()[:, None], np.array([budget]))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Divide the budget by the expected cost of a member; see the option `size`."""
        if math.isinf(budget):
            return SizeEstimate(len(pool), "the size of the pool, without a budget")
        if pool.is_free:
            return SizeEstimate(len(pool), "the size of the pool, in which no member has a price")
        size, how = self._estimate(pool, budget, accuracy)
        # Rounding must not lose a member: 0.3 / 0.1 buys three.
        rounded = math.ceil(size * (1.0 - 1e-12)) if size < len(pool) else len(pool)
        return SizeEstimate(max(1, rounded), how)

    def _estimate(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> tuple[float, str]:
        mean = float(pool.require_costs().mean())
        # The mean of tiny costs may be rounded to 0.
        expected = budget / mean if mean > 0.0 else math.inf
        if self.size == "poisson":
            return compute_poisson_size(expected, len(pool)), "the Poisson quantile"
        if self.size == "poisson-normal":
            return compute_poisson_normal_size(expected), "the normal approximation of the Poisson quantile"
        beta_applies = accuracy.fit == "beta" and accuracy.beta is not None and accuracy.beta > 1.0
        if self.size == "beta" and not beta_applies:
            raise HaversackError(
                "cost.size: 'beta' needs accuracies that a beta distribution with a second parameter above 1 fits; "
                f"{_describe_fit(accuracy)}; use 'mean' or 'auto'"
            )
        if beta_applies and self.size != "mean":
            cost = self._beta_cost(pool, accuracy)
            # In this model, members that are never wrong cost nothing.
            return budget / cost if cost > 0.0 else math.inf, "the beta model of accuracy and cost"
        return expected, "the mean cost"

    def _beta_cost(self, pool: Pool, accuracy: AccuracyModel) -> float:
        assert accuracy.alpha is not None
        assert accuracy.beta is not None
        scale = self.rate_scale or fit_rate_scale(pool.require_accuracies(), pool.require_costs())
        compute = compute_beta_mean_cost if self.rates == "independent" else compute_shared_rate_cost
        return compute(accuracy.alpha, accuracy.beta, scale)


def _describe_fit(accuracy: AccuracyModel) -> str:
    if accuracy.fit == "beta" and accuracy.beta is not None:
        return f"here this parameter is {accuracy.beta:.4g}"
    return "here none fits"
