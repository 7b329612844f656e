"""Accuracies that few answers cannot push to 0 or 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

LEAST_STRENGTH, MOST_STRENGTH = 2.0, 200.0


def shrink_accuracies(right: FloatArray, given: FloatArray) -> FloatArray:
    """Return the share of right answers of each member, drawn towards the mean of all the more the fewer there are.

    With r right answers out of k given, (r + s mu) / (k + s). mu is the share of right answers of all members together,
    and the strength s = mu (1 - mu) / v - 1, within [2, 200], where v is the variance of the shares r / k between
    members less what chance adds to it: s answers vary as much as members do. A member without answers has mu; if no
    member has any, mu is 1/2.

    Parameters
    ----------
    right, given
        Number of right answers and of answers of each member, or their weights.

    Examples
    --------
    >>> shrink_accuracies(np.array([3.0, 70.0, 30.0, 0.0]), np.array([3.0, 100.0, 50.0, 0.0])).round(3).tolist()
    [0.738, 0.697, 0.614, 0.673]
    """
    answered = given > 0
    mean = float(right.sum() / given.sum()) if answered.any() else 0.5
    strength = _find_strength(right[answered], given[answered], mean)
    return np.asarray((right + strength * mean) / (given + strength))


def _find_strength(right: FloatArray, given: FloatArray, mean: float) -> float:
    """Return how many answers of an unknown member its group is worth."""
    spread = mean * (1.0 - mean)
    if len(given) < 2 or spread == 0.0:
        return MOST_STRENGTH
    between = float(np.var(right / given, ddof=1) - np.mean(spread / given))
    if between <= 0.0:
        return MOST_STRENGTH
    return min(MOST_STRENGTH, max(LEAST_STRENGTH, spread / between - 1.0))
