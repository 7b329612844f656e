"""Exchanges of a member for another that improve a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets

_MOST_ROUNDS = 100
_LEAST_GAIN = 1e-12


def exchange_members(values: FloatArray, usage: FloatArray, left: FloatArray, chosen: Sets) -> bool:
    """Exchange members while the sum of values falls, the best exchange first.

    Parameters
    ----------
    values, usage
        Of all members that may join or leave.
    left
        What is left of each resource; kept up to date.
    chosen
        The set, changed in place.

    Returns
    -------
    bool
        Whether anything changed.
    """
    for exchanges in range(_MOST_ROUNDS):
        inside, outside = np.flatnonzero(chosen), np.flatnonzero(~chosen)
        changes = values[outside] - values[inside, None]
        for resource in range(len(left)):
            changes[usage[outside, resource] - usage[inside, resource, None] > left[resource]] = 0.0
        best = int(changes.argmin()) if changes.size else 0
        if not changes.size or changes.flat[best] >= -_LEAST_GAIN:
            return exchanges > 0
        out, into = inside[best // len(outside)], outside[best % len(outside)]
        left -= usage[into] - usage[out]
        chosen[out], chosen[into] = False, True
    return True
