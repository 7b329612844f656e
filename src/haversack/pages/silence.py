"""Recorded items that members did not answer, and what follows for their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.pages.wording import format_share

if TYPE_CHECKING:
    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.arrays import FloatArray
    from haversack.pools.pool import Pool

_MANY = 0.1
_MORE = 0.05
_NEAR = 1e-6


def compute_answered(pool: Pool) -> FloatArray | None:
    """Return the share of the items that each member answered; None without recorded votes, and where it is all.

    Examples
    --------
    >>> from haversack import Pool
    >>> compute_answered(Pool.from_votes([["a", None], ["b", "b"]], truth=["a", "b"])).tolist()
    [1.0, 0.5]
    """
    votes = pool.votes
    if votes is None or votes.answered.all():
        return None
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
    return np.asarray(weights @ votes.answered / weights.sum())


def describe_silence(selection: Selection, single: Panel) -> list[str]:
    """Return a sentence on the best single member where missing answers made it the best, or make it seldom right."""
    pool, member = selection.pool, single.members[0]
    answered = compute_answered(pool)
    if answered is None or selection.assumes_independence:
        return []
    right = answered * np.nan_to_num(pool.require_votes().accuracies)
    # Other energies may guess where there is no answer.
    if not abs(right[member] - single.value) <= _NEAR:
        return []
    if answered[member] < 1.0 - _MANY:
        share = format_share(float(answered[member]))
        return [
            f"For a single member, a missing answer counts as wrong; this one answered {share} of the recorded items."
        ]
    accuracies = pool.require_votes().shrunk_accuracies
    rivals = (answered < 1.0 - _MANY) & (right < right[member]) & (accuracies > accuracies[member] + _MORE)
    if not rivals.any():
        return []
    return [
        "Other members are more accurate on the items they answer, but skip items; for a single member, a missing "
        "answer counts as wrong."
    ]


def describe_gaps(selection: Selection) -> list[str]:
    """Return sentences on missing answers, if many are missing."""
    answered = compute_answered(selection.pool)
    if answered is None:
        return []
    chosen = answered[list(selection.members)].mean()
    if min(answered.mean(), chosen) > 1.0 - _MANY:
        return []
    return [
        f"Many answers are missing: on average, a member answered {format_share(float(answered.mean()))} of the "
        f"recorded items, and one of this panel {format_share(float(chosen))}. The accuracy of a member is estimated "
        "from the items that it answered."
    ]
