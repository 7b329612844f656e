"""The energy that suits the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs

from haversack.energies.majority import MajorityVote
from haversack.energies.smoothed import SmoothedVote
from haversack.energies.votes import PluralityVote
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.energy import Energy
    from haversack.api.vote import Vote
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

_ENOUGH_ITEMS = 500


@attrs.frozen
class AutoEnergy:
    """The energy that suits the pool: ``votes`` or ``smoothed`` for recorded votes, ``majority`` without them.

    With fewer than 500 recorded items, folds decide between ``votes`` and ``smoothed``; with more, ``votes`` is taken.
    The result names the energy that was used. Outside of a run, where nothing is chosen, losses are those of ``votes``
    or ``majority``.

    Parameters
    ----------
    ties
        How a tie counts: ``wrong``, or ``coin``; as in each of these energies.

    Examples
    --------
    >>> from haversack import Pool
    >>> AutoEnergy().offer_energies(Pool(accuracies=[0.7, 0.8]))
    (MajorityVote(ties='wrong'),)
    """

    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    def offer_energies(self, pool: Pool) -> tuple[Energy, ...]:
        """Return one energy, or both of those for few recorded items."""
        if pool.votes is not None and len(pool.votes) < _ENOUGH_ITEMS:
            return PluralityVote(self.ties), SmoothedVote(self.ties)
        return (self._choose_usual(pool),)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the losses of the usual energy for the pool."""
        return self._choose_usual(pool).losses(pool, sets)

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> Vote:
        """Return the vote by the most frequent answer, which is that of all of these energies."""
        return self._choose_usual(pool).fit_vote(pool, members)

    def _choose_usual(self, pool: Pool) -> MajorityVote | PluralityVote:
        return MajorityVote(self.ties) if pool.votes is None else PluralityVote(self.ties)
