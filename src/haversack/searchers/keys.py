"""What makes a member look good by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray
    from haversack.api.problem import Problem

Key = Literal["accuracy", "usefulness"]


def key_values(problem: Problem, key: Key) -> FloatArray:
    """Return accuracy, or usefulness: accuracy divided by cost, or by 1 in a pool without costs."""
    accuracies = problem.pool.require_accuracies()
    if key == "accuracy" or problem.pool.costs is None:
        return accuracies
    return np.asarray(accuracies / problem.pool.costs)


def best_first(values: FloatArray, members: IntArray) -> IntArray:
    """Sort members by falling value; the order of the pool settles ties."""
    return members[np.argsort(-values[members], kind="stable")]
