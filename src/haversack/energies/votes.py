"""Plurality vote on recorded votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack import kernels
from haversack.api.ballots import Ballots
from haversack.api.traits import Traits
from haversack.energies.agreement import make_vote_notes
from haversack.energies.plurality import PluralityCount
from haversack.energies.set_errors import compute_shares_lost
from haversack.energies.vote_walks import PluralityWalks
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.notes import Note
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class PluralityVote:
    """The share q of recorded items on which the most frequent answer of the members is the right one.

    Votes are counted, so members may depend on each other in any way. An item that no member of the set answered is
    wrong; the empty set is wrong on every item. The loss is 1 - q; if items have weights, the weighted share of wrong
    items.

    Parameters
    ----------
    ties
        How a tie counts in which the right answer is among the most frequent: ``wrong``, or ``coin``, right with
        probability 1/k if k answers tie.

    Examples
    --------
    >>> from haversack import Pool
    >>> answers = [["cat", "cat", "dog"], ["dog", "cat", "dog"], ["cat", "dog", "dog"]]
    >>> pool = Pool.from_votes(answers, truth=["cat", "dog", "cat"])
    >>> PluralityVote().losses(pool, np.array([[True, True, True], [True, False, False]])).round(3).tolist()
    [0.333, 0.0]
    """

    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return 1 - q of each set."""
        return compute_shares_lost(pool.require_votes(), sets, self.ties)

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members, who all vote alike: the loss of the member alone."""
        joining, rows = np.unique(members, return_inverse=True)
        alone = self.prefix_losses(pool, joining[:, None], np.ones(len(joining), dtype=np.int64))[:, 0]
        return np.where(copies > 0, alone[rows.reshape(np.shape(members))], 1.0)

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the prefixes of each order."""
        errors = np.full(orders.shape, np.inf)
        votes = pool.require_votes()
        rule = votes.weights, self._by_coin
        kernels.votes.write_prefix_errors(votes.ballots, votes.most_answers, orders, lengths, rule, errors)
        return errors

    def walks(self, pool: Pool, sets: Sets) -> PluralityWalks:
        """Follow walks; each flipped member takes time proportional to the number of items."""
        return PluralityWalks.of(pool.require_votes(), sets, by_coin=self._by_coin)

    def ballots(self, pool: Pool) -> Ballots:
        """Return the recorded answers; see `haversack.capabilities.HasBallots`."""
        votes = pool.require_votes()
        return Ballots(votes.ballots, votes.weights, self.ties)

    def prepare(self, pool: Pool) -> PluralityVote:
        """Return the same vote, which promises that odd sizes suffice if they do on this pool."""
        return CompleteVote(self.ties) if self.ballots(pool).is_complete else self

    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Compare the votes with what independent members of these accuracies would reach."""
        return make_vote_notes(pool, chosen, self.ties)

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> PluralityCount:  # noqa: ARG002 - learns nothing
        """Return the vote itself."""
        return PluralityCount(len(pool.require_votes().labels), self.ties)

    @property
    def _by_coin(self) -> bool:
        return self.ties == "coin"


@attrs.frozen
class CompleteVote(PluralityVote):
    """Plurality vote on items that all members answered, with two different answers at most.

    Of a panel of even size some member can be dropped without a loss: a lead is at least 2 and stays one, and of a tie
    half of the members are on the right side.
    """

    @property
    def traits(self) -> Traits:
        """Only odd sizes need to be considered."""
        return Traits(odd_sizes_suffice=True)

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the prefixes of odd length of each order."""
        errors = super().prefix_losses(pool, orders, lengths)
        errors[:, 1::2] = np.inf
        return errors
