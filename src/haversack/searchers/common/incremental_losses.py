"""Losses of sets that differ little from a set whose loss is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.arrays import lock

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets


def compute_neighbour_losses(problem: Problem, start: Sets, neighbours: Sets) -> FloatArray:
    """Return the losses of sets that all differ little from one set, given as a matrix of one row."""
    if not isinstance(problem.energy, FollowsWalks) or len(neighbours) == 0:
        return problem.losses(neighbours)
    rows, flipped = np.nonzero(neighbours != start)
    lengths = np.bincount(rows, minlength=len(neighbours))
    flips = np.zeros((len(neighbours), int(lengths.max())), dtype=np.int64)
    flips[rows, np.arange(rows.size) - (np.cumsum(lengths) - lengths)[rows]] = flipped
    walks = problem.energy.walks(problem.pool, lock(start))
    return np.asarray(walks.losses(np.zeros(len(neighbours), dtype=np.int64), flips, lengths), dtype=np.float64)
