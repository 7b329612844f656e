"""Pools of one member and many identical others: the paper's traps, solved by counting."""

from __future__ import annotations

import attrs
import numpy as np

import haversack as hs


@attrs.frozen
class OneAndMany:
    """A pool of one member and others that are identical, with a budget; whole costs avoid rounding.

    A set is described by the number of others in it and by whether the one is in, so the best set is found by comparing
    all of these.
    """

    accuracy: float
    cost: float
    others: int
    other_accuracy: float
    other_cost: float
    budget: float

    def pool(self) -> hs.Pool:
        """Return the pool; the one is its first member."""
        return hs.Pool(
            accuracies=np.r_[self.accuracy, np.full(self.others, self.other_accuracy)],
            costs=np.r_[self.cost, np.full(self.others, self.other_cost)],
        )

    def errors(self) -> tuple[hs.FloatArray, hs.FloatArray]:
        """Return the errors of 0, 1, ... others alone and together with the one; infinite where they do not fit.

        Ties are wrong.
        """
        from scipy.special import bdtr

        counts = np.arange(self.others + 1)
        alone = bdtr(counts // 2, counts, self.other_accuracy)
        half = (counts + 1) // 2
        fewer = np.where(half > 0, bdtr(np.maximum(half - 1, 0), counts, self.other_accuracy), 0.0)
        together = self.accuracy * fewer + (1.0 - self.accuracy) * bdtr(half, counts, self.other_accuracy)
        left = self.budget - counts * self.other_cost
        return np.where(left >= 0.0, alone, np.inf), np.where(left >= self.cost, together, np.inf)

    def smallest_error(self) -> float:
        """Return the error of the best set that the budget buys."""
        return float(min(errors.min() for errors in self.errors()))
