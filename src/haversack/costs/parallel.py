"""The cost of members that work in parallel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.api.problem import ROUNDING

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Parallel:
    """A set costs as much as its most expensive member: all work at once, and the slowest decides."""

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the largest cost in each set."""
        return np.asarray(np.where(sets, pool.require_costs(), 0.0).max(axis=1, initial=0.0))

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Allow any number of the members within the budget, and none of the others."""
        over = pool.require_costs() > budget * (1 + ROUNDING)
        return Resources(np.where(over, 2.0, 0.0)[:, None], np.ones(1))

    def breakpoints(self, pool: Pool) -> FloatArray:
        """Return the costs of the members: no set has another cost."""
        return np.unique(pool.require_costs())

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Count the members within the budget."""
        fitting = int((pool.require_costs() <= budget * (1 + ROUNDING)).sum())
        return SizeEstimate(max(1, fitting), "counting the members within the budget")
