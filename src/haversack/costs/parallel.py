"""Members that work at the same time."""

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
    """A set costs as much as its dearest member: all work at once, and the slowest is waited for."""

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the largest cost in each set."""
        return np.asarray(np.where(sets, pool.require_costs(), 0.0).max(axis=1, initial=0.0))

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Allow none of the members over budget, and of the others any number."""
        over = pool.require_costs() > budget * (1 + ROUNDING)
        return Resources(np.where(over, 2.0, 0.0)[:, None], np.ones(1))

    def breakpoints(self, pool: Pool) -> FloatArray:
        """Return the costs of the members, one of which every set costs."""
        return np.unique(pool.require_costs())

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Count the members within the budget."""
        fitting = int((pool.require_costs() <= budget * (1 + ROUNDING)).sum())
        return SizeEstimate(max(1, fitting), "counting the members within the budget")
