"""Exchanges of one member for another that use up what is left of a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

_MOST_ROUNDS = 100


@jit
def exchange(values: FloatArray, usage: FloatArray, left: FloatArray, candidates: IntArray, chosen: Sets) -> bool:
    """Exchange members while the sum of values falls, the best exchange first.

    Parameters
    ----------
    values, usage
        Of all members.
    left
        What is left of each resource; kept up to date.
    candidates
        The members who may come or go.
    chosen
        The set, changed in place.

    Returns
    -------
    bool
        Whether anything changed.
    """
    changed = False
    for _ in range(_MOST_ROUNDS):
        best = -1e-12
        out = into = -1
        for leaving in candidates:
            if not chosen[leaving]:
                continue
            for joining in candidates:
                change = values[joining] - values[leaving]
                if chosen[joining] or change >= best:
                    continue
                fits = True
                for resource in range(left.shape[0]):
                    fits &= usage[joining, resource] - usage[leaving, resource] <= left[resource]
                if fits:
                    best, out, into = change, leaving, joining
        if out < 0:
            break
        for resource in range(left.shape[0]):
            left[resource] -= usage[into, resource] - usage[out, resource]
        chosen[out], chosen[into] = False, True
        changed = True
    return changed
