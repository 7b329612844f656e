"""Comparison of recorded votes with what independence predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from haversack.api.notes import Note
from haversack.energies.set_errors import compute_set_errors, compute_shares_lost

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.pools.votes import RecordedVotes

_WARNING_ERRORS = 2.0
_PSEUDO_ITEMS = 2.0
_SPARSE = 0.8
_UNANSWERED = 0.05


def make_vote_notes(pool: Pool, chosen: Sets, ties: Literal["wrong", "coin"]) -> tuple[Note, ...]:
    """Return the accuracy that independence predicts and the one that the votes show, with a warning if they differ.

    They differ if they are more than two standard errors of the recorded share apart.
    """
    votes = pool.require_votes()
    predicted = compute_independent_accuracy(pool, votes, chosen, ties)
    shown = compute_recorded_accuracy(votes, chosen, ties)
    error = compute_sampling_error(votes, shown)
    notes = [
        Note("if independent", f"{predicted:.6g}, from the accuracies of those who answered each item", predicted),
        Note(
            "votes show",
            f"{shown:.6g} ± {error:.2g} on {len(votes):,} recorded item{'s' if len(votes) != 1 else ''}",
            shown,
        ),
    ]
    apart = abs(shown - predicted) / error
    if apart > _WARNING_ERRORS:
        finding = "below what independence predicts: members make the same mistakes"
        if shown > predicted:
            finding = "above what independence predicts: mistakes seldom meet, or scatter over several answers"
        text = f"the votes are {apart:.1f} standard errors {finding}"
        notes.append(Note("warning", text, apart, is_warning=True))
    return (*notes, *_warn_of_unanswered_items(votes, chosen))


def _warn_of_unanswered_items(votes: RecordedVotes, chosen: Sets) -> tuple[Note, ...]:
    """Return a warning where many items count as wrong because no member of the panel has answered them."""
    share = float(np.average(~(votes.answered & chosen).any(axis=1), weights=votes.item_weights))
    if share <= _UNANSWERED:
        return ()
    text = f"{share:.0%} of the recorded items have no answer of the panel, and count as wrong in all numbers above"
    return (Note("warning", text, share, is_warning=True),)


def warn_of_sparse_votes(pool: Pool) -> tuple[Note, ...]:
    """Return a warning for an energy that takes every member to answer every item, where many answers are missing."""
    votes = pool.require_votes()
    share = float(votes.answered.mean())
    if share >= _SPARSE:
        return ()
    text = (
        f"only {share:.0%} of the answers are recorded, and this energy assumes that every member answers every item; "
        "energy 'votes' counts the answers there are"
    )
    return (Note("warning", text, share, is_warning=True),)


def compute_independent_accuracy(
    pool: Pool, votes: RecordedVotes, chosen: Sets, ties: Literal["wrong", "coin"]
) -> float:
    """Return the mean over items of the probability that a majority of those who answered is right."""
    # Items that the same members answered share their error: mostly one of thousands has to be computed.
    present, items = np.unique(votes.answered & chosen, axis=0, return_inverse=True)
    errors = compute_set_errors(pool.require_accuracies(), present, ties)[items.ravel()]
    return float(1.0 - np.average(errors, weights=votes.item_weights))


def compute_recorded_accuracy(votes: RecordedVotes, chosen: Sets, ties: Literal["wrong", "coin"]) -> float:
    """Return the share of items on which the most frequent answer is right."""
    return float(1.0 - compute_shares_lost(votes, chosen[None, :], ties)[0])


def compute_sampling_error(votes: RecordedVotes, share: float) -> float:
    """Return the standard error of a recorded share, with two right and two wrong items added so that it is above 0.

    References
    ----------
    Agresti, Coull, "Approximate is better than 'exact' for interval estimation of binomial proportions", The American
    Statistician 52 (1998).
    """
    weights: FloatArray = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
    items = weights.sum() ** 2 / (weights**2).sum()
    adjusted = (share * items + _PSEUDO_ITEMS) / (items + 2.0 * _PSEUDO_ITEMS)
    return float(np.sqrt(adjusted * (1.0 - adjusted) / (items + 2.0 * _PSEUDO_ITEMS)))
