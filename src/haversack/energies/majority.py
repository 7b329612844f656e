"""Majority vote of independent members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack import kernels
from haversack.api.traits import Traits
from haversack.energies.agreement import make_vote_notes, warn_of_sparse_votes
from haversack.energies.majority_walks import MajorityWalks
from haversack.energies.plurality import PluralityCount
from haversack.energies.set_errors import compute_set_errors, weigh_votes
from haversack.statistics.binomial import compute_majority_errors
from haversack.statistics.majority_moments import compute_majority_moments
from haversack.statistics.vote_moments import compute_vote_moments
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.energy import Moments
    from haversack.api.notes import Note
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class MajorityVote:
    """The probability q that more than half of the members are right, each independently of the others.

    The empty set is always wrong. The loss is the error 1 - q, computed directly as the lower tail of the number of
    correct votes, so it keeps its relative precision at any size.

    Parameters
    ----------
    ties
        What a tie counts as: ``wrong``, the paper's rule, or ``coin``, right in half of the cases.

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

    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    @property
    def traits(self) -> Traits:
        """An even panel is never better than the odd one that is left when its least accurate member is dropped.

        Where ties are wrong, any member will do. Where a coin decides, the odd panel is better by half of
        P(k + 1) (1 - p) - P(k) p, where k and k + 1 are the numbers of correct votes next to half and p is the accuracy
        of the dropped member; and P(k + 1) / P(k) is at least the smallest odds p / (1 - p) in the panel.
        """
        return Traits(odd_sizes_suffice=True, monotone_in_accuracy=True, plain_majority=True, assumes_independence=True)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return 1 - q of each set."""
        return compute_set_errors(pool.require_accuracies(), sets, self.ties)

    def error_weights(self, size: int) -> FloatArray:
        """Return 1 for a minority of correct votes, 0 for a majority, and the error of a tie."""
        return weigh_votes(size, self.ties)

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members: a tail of the binomial distribution."""
        accuracies = pool.require_accuracies()[members]
        if self.ties == "coin":
            # With a coin, 2r voters decide as well as 2r - 1: the last one only makes or breaks a tie.
            copies = np.where((copies > 0) & (copies % 2 == 0), copies - 1, copies)
        return compute_majority_errors(copies, accuracies)

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the prefixes of each order; infinity for even sizes, which are no better than odd ones."""
        errors = np.full(orders.shape, np.inf)
        kernels.majority.write_prefix_errors(pool.require_accuracies(), orders, lengths, errors)
        return errors

    def walks(self, pool: Pool, sets: Sets) -> MajorityWalks:
        """Follow walks; each flipped member takes time proportional to the size of the panel, or less."""
        return MajorityWalks.of(pool.require_accuracies(), 1.0 if self.ties == "wrong" else 0.5, sets)

    def moments(self, size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
        """Return the exact mean and standard deviation of q for random members."""
        if self.ties == "coin" and size % 2 == 0:
            weights = np.array([1.0] * (size // 2) + [0.5] + [0.0] * (size // 2))
            return compute_vote_moments(weights, accuracy_mean, accuracy_variance)
        return compute_majority_moments(size, accuracy_mean, accuracy_variance)

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> PluralityCount:  # noqa: ARG002 - the interface's signature
        """Return the vote by the most frequent answer, which a majority gave where there are two answers."""
        return PluralityCount(0 if pool.votes is None else len(pool.votes.labels), self.ties)

    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Compare recorded votes, if the pool has any, with what independence predicts."""
        return () if pool.votes is None else (*make_vote_notes(pool, chosen, self.ties), *warn_of_sparse_votes(pool))
