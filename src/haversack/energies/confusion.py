"""The vote by tables of what each member answers where each label is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.errors import PoolError

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.votes import RecordedVotes

_UNIT = 2.0**-30  # Of scores, which are sums of whole numbers: exact, whatever the order, so that ties are ties.


@attrs.frozen(eq=False)
class ConfusionVote:
    """A vote for the label with the highest posterior probability, as if members erred independently given the label.

    Parameters
    ----------
    prior, tables
        As in `haversack.statistics.log_tables.LogTables`, of one fit.
    ties
        How a tie counts.
    """

    prior: FloatArray
    tables: FloatArray
    ties: Literal["wrong", "coin"] = "wrong"

    def scores(self, answers: IntArray) -> FloatArray:
        """Return the logarithm of the posterior of each label, up to a constant of the item."""
        scores = np.repeat(_to_units(self.prior)[None, :], len(answers), axis=0)
        for table, given in zip(_to_units(self.tables), np.asarray(answers).T, strict=True):
            known = given >= 0
            scores[known] += table[given[known]]
        return np.asarray(scores * _UNIT)

    def probabilities(self, answers: IntArray) -> FloatArray:
        """Return the posterior probability of each label."""
        scores = self.scores(answers)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def require_labels(votes: RecordedVotes) -> RecordedVotes:
    """Return the votes, or raise `PoolError` if they say right or wrong only."""
    if votes.graded:
        raise PoolError(
            "pool: votes: energy 'bayes' needs the answers themselves, and these votes say right or wrong only; "
            "energies 'votes' and 'smoothed' can use them"
        )
    return votes


def _to_units(logarithms: FloatArray) -> IntArray:
    return np.asarray(np.rint(logarithms / _UNIT), dtype=np.int64)
