"""No costs: the paper's NO-TIME case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class NoCost:
    """Every set costs 0, so every set is feasible."""

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return 0 for each set."""
        return np.zeros(len(sets))

    def resources(self, pool: Pool, budget: float) -> Resources:  # noqa: ARG002
        """Limit nothing."""
        return Resources(np.zeros((len(pool), 0)), np.zeros(0))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Return the size of the pool."""
        return SizeEstimate(len(pool), "the size of the pool")
