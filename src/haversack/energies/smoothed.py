"""Votes on recorded items, each answer taken as partly luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.notes import Note
from haversack.clock import setting_up
from haversack.energies.agreement import compute_recorded_accuracy, compute_sampling_error
from haversack.energies.item_scores import ItemScores, PreparedScores, ScoresItems
from haversack.energies.plurality import PluralityCount
from haversack.pools.shrinkage import shrink_accuracies
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import Sets
    from haversack.pools.pool import Pool

_UNIT = 2.0**-36  # Sums of whole numbers are exact, whatever the order.


@attrs.frozen
class SmoothedVote(ScoresItems):
    """The mean probability q that members would outvote their errors if they answered each recorded item again.

    A member is taken to be right on an item with probability p, half by what it answered and half by its shrunk
    accuracy. The margin of a set, right votes less wrong ones, has the mean sum (2p - 1) and the variance
    sum 4p (1 - p) over those who answered; q is the mean over items of the normal probability that it is above 0.
    An item that no member of the set answered is lost. The loss is 1 - q, weighted if items have weights.

    Panels are chosen by it and decide by the most frequent answer. On few items, such a panel holds better than one
    that was chosen for what its votes show.

    Parameters
    ----------
    ties
        How a tie counts in the vote of the chosen panel: ``wrong``, or ``coin``. Makes no difference to the choice.

    Examples
    --------
    >>> from haversack import Pool
    >>> answers = [["cat", "cat", "dog"], ["dog", "cat", "dog"], ["cat", "dog", "dog"]]
    >>> pool = Pool.from_votes(answers, truth=["cat", "dog", "cat"])
    >>> SmoothedVote().losses(pool, np.array([[True, True, True], [True, False, False]])).round(3).tolist()
    [0.41, 0.115]
    """

    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    def prepare(self, pool: Pool) -> PreparedScores:
        """Compute what an answer of each member adds to a margin."""
        with setting_up():
            votes = pool.require_votes()
            # On average, an item counts once, whatever the scale of the weights.
            weights = (
                np.ones(len(votes)) if votes.item_weights is None else votes.item_weights / votes.item_weights.mean()
            )
            right = votes.answers == votes.truth[:, None]
            accuracies = shrink_accuracies(weights @ right, weights @ votes.answered)
            # By member and by whether its answer was right.
            chances = 0.5 * np.array([0.0, 1.0]) + 0.5 * accuracies[:, None]
            margins = np.rint(np.stack([2.0 * chances - 1.0, 4.0 * chances * (1.0 - chances)], axis=1) / _UNIT)
            added = np.empty((votes.members, 3, len(votes)), dtype=np.int64)
            added[:, 0] = votes.answered.T
            added[:, 1:] = np.where(right.T[:, None], margins[:, :, 1:], margins[:, :, :1]) * added[:, :1]
            start = np.zeros((3, len(votes)), dtype=np.int64)
            return PreparedScores(self, ItemScores((added, start, np.array(votes.weights), False, _UNIT)))

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> PluralityCount:  # noqa: ARG002 - the interface's signature
        """Return the vote by the most frequent answer."""
        return PluralityCount(len(pool.require_votes().labels), self.ties)

    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Return what the votes of the set show: q is no share of items."""
        votes = pool.require_votes()
        shown = compute_recorded_accuracy(votes, chosen, self.ties)
        error = compute_sampling_error(votes, shown)
        items = f"{len(votes):,} recorded item{'s' if len(votes) != 1 else ''}"
        return (Note("votes show", f"{shown:.6g} ± {error:.2g} on {items}; the value is smoothed", shown),)
