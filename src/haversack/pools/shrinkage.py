"""Accuracies of members who answered few items, drawn towards the mean of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_LEAST, _MOST = 2.0, 200.0
_UNKNOWN = 0.5


def shrink_accuracies(right: FloatArray, given: FloatArray) -> FloatArray:
    """Return (right + s mu) / (given + s) for each member, where mu is the share of right answers of all members.

    The strength s, from 2 to 200, is the larger the less the members differ beyond chance.

    Parameters
    ----------
    right, given
        For each member, the weighted number of right answers and of all answers.

    Examples
    --------
    >>> shrink_accuracies(np.array([3.0, 60.0, 0.0]), np.array([3.0, 100.0, 0.0])).round(3).tolist()
    [0.617, 0.608, 0.612]
    """
    right, given = np.asarray(right, dtype=np.float64), np.asarray(given, dtype=np.float64)
    known = given > 0
    if not known.any():
        return np.full(len(given), _UNKNOWN)
    mean = float(right.sum() / given.sum())
    noise = float(np.mean(mean * (1.0 - mean) / given[known]))
    variance = float(np.var(right[known] / given[known])) - noise
    strength = _MOST if variance <= 0.0 else float(np.clip(mean * (1.0 - mean) / variance - 1.0, _LEAST, _MOST))
    return np.asarray((right + strength * mean) / (given + strength))
