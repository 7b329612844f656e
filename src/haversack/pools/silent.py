"""Members without any recorded answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.pools.pool import Pool

_AS_GOOD_AS_A_COIN = 0.5


def distrust_silent_members(pool: Pool) -> Pool:
    """Return the pool for an energy that goes by accuracies alone: nobody is chosen for an accuracy nobody has seen.

    The accuracy of a member without answers is the mean of the others, which is the best guess there is. A panel must
    not be built on guesses: here it counts as a coin, which no majority is better for. Accuracies that were given, not
    estimated from votes, stay.
    """
    if pool.votes is None or not pool.votes.silent or not pool.has_estimated_accuracies:
        return pool
    accuracies = np.array(pool.votes.shrunk_accuracies)
    silent = list(pool.votes.silent)
    accuracies[silent] = np.minimum(accuracies[silent], _AS_GOOD_AS_A_COIN)
    return attrs.evolve(pool, accuracies=accuracies)
