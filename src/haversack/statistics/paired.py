"""Two panels on the same items: the difference of their losses, and its standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.vote import FitsVote, HasItemLosses
from haversack.errors import CapabilityError
from haversack.statistics.verdicts import judge_items

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets


@attrs.frozen
class PairedDifference:
    """How much larger the loss of one panel is than that of another on the same items.

    Parameters
    ----------
    mean
        The weighted mean difference.
    standard_error
        Of the mean.
    """

    mean: float
    standard_error: float


def check_item_losses(problem: Problem, who: str) -> None:
    """Raise `CapabilityError` if the loss is not a mean over recorded items; `who` needs it."""
    if problem.pool.votes is None:
        raise CapabilityError(f"{who} compares panels item by item, and the pool has no recorded votes")
    by_vote = isinstance(problem.energy, FitsVote) and not problem.traits.assumes_independence
    if not isinstance(problem.energy, HasItemLosses) and not by_vote:
        raise CapabilityError(
            f"{who} compares panels item by item, and the loss of {problem.original_energy!r} is not a mean over "
            "items; energies with which it can be used are 'votes', 'bayes' and 'smoothed'"
        )


def compute_item_losses(problem: Problem, row: Sets) -> FloatArray:
    """Return the loss of a set on each recorded item, of shape (items,)."""
    pool, energy = problem.pool, problem.energy
    if isinstance(energy, HasItemLosses):
        return np.array(energy.item_losses(pool, row[None, :])[0], dtype=np.float64)
    votes, members = pool.require_votes(), np.flatnonzero(row)
    assert isinstance(energy, FitsVote)
    vote = energy.fit_vote(pool, members.tolist())
    return 1.0 - judge_items(vote, votes.answers[:, members], votes.truth)


def compare_items(losses: FloatArray, others: FloatArray, weights: FloatArray | None) -> PairedDifference:
    """Return the mean of `losses` - `others` with its standard error.

    Examples
    --------
    >>> compare_items(np.array([1.0, 0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 0.0]), None)
    PairedDifference(mean=0.25, standard_error=0.25)
    """
    differences = losses - others
    items = len(differences)
    shares = np.full(items, 1.0 / items) if weights is None else weights / weights.sum()
    mean = float(shares @ differences)
    if items == 1:
        # One item says nothing about the next.
        return PairedDifference(mean, float(np.inf) if mean else 0.0)
    spread = float(shares**2 @ (differences - mean) ** 2) * items / (items - 1)
    return PairedDifference(mean, float(np.sqrt(spread)))
