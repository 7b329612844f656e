"""Bayes vote on recorded votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.notes import Note
from haversack.clock import setting_up
from haversack.energies.agreement import compute_recorded_accuracy
from haversack.energies.confusion import ConfusionVote, require_labels
from haversack.energies.item_scores import ItemScores, PreparedScores, ScoresItems
from haversack.errors import PoolError
from haversack.statistics.folds import assign_folds
from haversack.statistics.log_tables import fit_tables
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import Sets
    from haversack.kernels.item_scores import Model
    from haversack.pools.pool import Pool
    from haversack.pools.votes import RecordedVotes

_FOLDS = 4
_MOST_ENTRIES = 2**28


@attrs.frozen
class BayesVote(ScoresItems):
    """The share q of recorded items on which the label with the highest posterior probability is the right one.

    Each member has a table of how often it gives each answer where each label is right, smoothed towards its shrunk
    accuracy. A label scores the logarithm of its prior probability and, for each answer, of the probability that the
    member gives it. So answers of accurate members count more, and typical confusions count less. The items are valued
    by tables that were counted on other items, in four folds; the vote on new items, by tables counted on all. An item
    that no member of the set answered is wrong. The loss is 1 - q; if items have weights, the weighted share of wrong
    items.

    Parameters
    ----------
    ties
        How a tie counts in which the right label is among the most probable: ``wrong``, or ``coin``, right with
        probability 1/k if k labels tie.

    Examples
    --------
    A member who always gives the wrong one of two answers is as good as one who gives the right one:

    >>> from haversack import Pool
    >>> pool = Pool.from_votes([["yes", "no"], ["no", "yes"]] * 5, truth=["yes", "no"] * 5)
    >>> BayesVote().losses(pool, np.array([[True, False], [False, True]])).tolist()
    [0.0, 0.0]
    """

    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    def prepare(self, pool: Pool) -> PreparedScores:
        """Count the tables of all members, once for each fold."""
        with setting_up():
            votes = require_labels(pool.require_votes())
            return PreparedScores(self, ItemScores(_measure_leads(votes, by_coin=self.ties == "coin")))

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> ConfusionVote:
        """Return the vote of these members by tables that are counted on all items of the pool."""
        fitted = fit_tables(require_labels(pool.require_votes()), members)
        return ConfusionVote(fitted.prior[0], fitted.tables[0], self.ties)

    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Return what the most frequent answer of the same members would reach."""
        shown = compute_recorded_accuracy(pool.require_votes(), chosen, self.ties)
        return (Note("plain vote", f"{shown:.6g} on the recorded items, by the most frequent answer", shown),)


def _measure_leads(votes: RecordedVotes, *, by_coin: bool) -> Model:
    """Return how far each answer of each member puts the wrong labels ahead of the right one."""
    (items, members), labels = votes.answers.shape, len(votes.labels)
    if members * items * labels > _MOST_ENTRIES:
        raise PoolError(
            f"pool: votes: energy 'bayes' needs a number for each of {members:,} members, {items:,} items and "
            f"{labels:,} labels, more than fits into memory; energies 'votes' and 'smoothed' need none"
        )
    folds = assign_folds(items, _FOLDS)
    fitted = fit_tables(votes, folds=folds)
    places = np.arange(items)
    # The wrong labels of each item, in rising order.
    wrong = np.arange(labels - 1)[:, None] + (np.arange(labels - 1)[:, None] >= votes.truth)
    priors = fitted.prior[folds]
    # No sum over members comes near the largest number of 32 bits.
    most = 1.0 + 2.0 * (np.abs(fitted.tables).max() * members + np.abs(priors).max())
    unit = 2.0 ** (np.ceil(np.log2(most)) - 30)
    added = np.zeros((members, labels, items), dtype=np.int32)
    start = np.zeros((labels, items), dtype=np.int32)
    start[1:] = np.rint((priors[places, wrong] - priors[places, votes.truth]) / unit)
    for member in range(members):
        answers = votes.answers[:, member]
        tables = fitted.tables[folds, member, answers]
        leads = np.rint((tables[places, wrong] - tables[places, votes.truth]) / unit)
        added[member, 0] = answers >= 0
        added[member, 1:] = np.where(answers >= 0, leads, 0.0)
    return added, start, np.array(votes.weights), by_coin, 0.0
