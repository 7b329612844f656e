"""What makes a member look good by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray

Key = Literal["accuracy", "usefulness"]


def key_values(problem: Problem, key: Key) -> FloatArray:
    """Return accuracy, or usefulness: accuracy divided by cost, or by 1 in a pool without costs.

    In a pool without accuracies the value of each member alone takes their place.
    """
    merits = values_alone(problem) if problem.pool.accuracies is None else problem.pool.accuracies
    if key == "accuracy" or problem.pool.costs is None:
        return merits
    return np.asarray(merits / problem.pool.costs)


def values_alone(problem: Problem) -> FloatArray:
    """Return the value of the set that consists of one member, for each of them."""
    losses = np.empty(problem.size)
    # In slices: the identity matrix of a pool of 100,000 would take 10 GB.
    width = max(1, 4_000_000 // problem.size)
    for start in range(0, problem.size, width):
        members = np.arange(start, min(start + width, problem.size))
        losses[members] = problem.losses(members[:, None] == np.arange(problem.size))
    return np.array([problem.value(loss) for loss in losses.tolist()])


def best_first(values: FloatArray, members: IntArray) -> IntArray:
    """Sort members by falling value; the order of the pool settles ties."""
    return members[np.argsort(-values[members], kind="stable")]
