"""Tables of what each member answers where each label is right, counted on recorded votes and smoothed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.shrinkage import shrink_accuracies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.votes import RecordedVotes

_MOST_ENTRIES = 2**27
_LEAST_ACCURACY = 1e-6


@attrs.frozen(eq=False)
class LogTables:
    """Logarithms of probabilities, of which each first index is one fit.

    Parameters
    ----------
    prior
        Of shape (fits, labels): of each label to be the right one.
    tables
        Of shape (fits, members, labels, labels): of each answer of each member, where each label is the right one.
    """

    prior: FloatArray
    tables: FloatArray


def fit_tables(votes: RecordedVotes, members: Sequence[int] | None = None, folds: IntArray | None = None) -> LogTables:
    """Count the answers and return the logarithms of the smoothed shares.

    Parameters
    ----------
    votes
        The recorded votes.
    members
        Whose tables are wanted; of all, if left out.
    folds
        The fold of each item. If given, there is one fit for each fold, counted on the items of all other folds;
        otherwise there is one, counted on all items.

    Raises
    ------
    PoolError
        If the tables would take too much memory.
    """
    answers = votes.answers if members is None else votes.answers[:, list(members)]
    labels, panel = len(votes.labels), answers.shape[1]
    fits = 1 if folds is None else int(folds.max()) + 1
    if fits * panel * labels**2 > _MOST_ENTRIES:
        raise PoolError(
            f"pool: votes: energy 'bayes' needs a table of {labels:,} x {labels:,} labels for each of {panel:,} "
            f"members, more than fits into memory; energies 'votes' and 'smoothed' need none"
        )
    # Weights say how much an item matters; on average, an item counts once.
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights / votes.item_weights.mean()
    places = np.zeros(len(votes), dtype=np.int64) if folds is None else folds
    counts, right = _count(answers, votes.truth, weights, places, (fits, panel, labels))
    if folds is not None:
        counts, right = counts.sum(axis=0) - counts, right.sum(axis=0) - right
    parts = [_smooth(*each) for each in zip(counts, right, strict=True)]
    return LogTables(np.stack([prior for prior, _ in parts]), np.stack([tables for _, tables in parts]))


def _count(
    answers: IntArray, truth: IntArray, weights: FloatArray, places: IntArray, shape: tuple[int, int, int]
) -> tuple[FloatArray, FloatArray]:
    """Return the weighted counts by place, member, answer and right answer, and of right answers by place."""
    fits, panel, labels = shape
    items, members = np.nonzero(answers >= 0)
    cells = ((places[items] * panel + members) * labels + answers[items, members]) * labels + truth[items]
    counts = np.bincount(cells, weights=weights[items], minlength=fits * panel * labels**2)
    right = np.bincount(places * labels + truth, weights=weights, minlength=fits * labels)
    shapes = (fits, panel, labels, labels), (fits, labels)
    return np.asarray(counts.reshape(shapes[0]), np.float64), np.asarray(right.reshape(shapes[1]), np.float64)


def _smooth(counts: FloatArray, right: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the logarithms for counts by member, answer and right answer, and for those of right answers."""
    labels = len(right)
    # What another fold took away from a sum of weights leaves rounding behind.
    counts, right = np.maximum(counts, 0.0), np.maximum(right, 0.0)
    prior = (right + 1.0) / (right.sum() + labels)
    hits = np.trace(counts, axis1=1, axis2=2)
    accuracies = shrink_accuracies(hits, counts.sum(axis=(1, 2)))
    accuracies = np.clip(accuracies, _LEAST_ACCURACY, 1.0 - _LEAST_ACCURACY)[:, None, None]
    # A member who errs gives each of the other answers as often.
    coin = np.where(np.eye(labels, dtype=np.bool_), accuracies, (1.0 - accuracies) / max(labels - 1, 1))
    shares = (counts + labels * coin) / (counts.sum(axis=1, keepdims=True) + labels * coin.sum(axis=1, keepdims=True))
    return np.log(prior), np.log(shares)
