"""Majority vote of independent members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.traits import Traits
from haversack.statistics.binomial import majority_errors
from haversack.statistics.majority_moments import majority_moments

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets
    from haversack.api.energy import Moments
    from haversack.api.pool import Pool


@attrs.frozen
class MajorityVote:
    """The probability q that more than half of the members are right, each independently of the others.

    A tie counts as wrong, and so does the empty set. The loss is the error 1 - q, computed as the lower tail of the
    number of right votes and never by subtraction from 1, so it keeps its relative precision at any size.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, "A stochastic approach to handle knapsack problems in the creation of ensembles",
    equation (1).

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.51, 0.505, 0.505])
    >>> MajorityVote().losses(pool, np.array([[True, True, True]])).round(7).tolist()
    [0.4900005]
    """

    @property
    def traits(self) -> Traits:
        """An even panel is never better than the odd one left when any member is dropped."""
        return Traits(odd_sizes_suffice=True)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return 1 - q of each set."""
        errors = np.empty(len(sets))
        kernels.majority.set_errors(pool.require_accuracies(), np.ascontiguousarray(sets), errors)
        return errors

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members: a tail of the binomial distribution."""
        return majority_errors(copies, pool.require_accuracies()[members])

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the odd beginnings of each order, and infinity for the even ones."""
        errors = np.full(orders.shape, np.inf)
        kernels.majority.odd_prefix_errors(pool.require_accuracies(), orders, lengths, errors)
        return errors

    def moments(self, size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
        """Return the exact mean and standard deviation of q for random members."""
        return majority_moments(size, accuracy_mean, accuracy_variance)
