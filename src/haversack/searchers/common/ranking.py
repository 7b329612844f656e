"""Orders of members by their own merits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from haversack.arrays import evaluate_single_sets

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray

Key = Literal["accuracy", "usefulness"]


def compute_merits(problem: Problem, key: Key) -> FloatArray:
    """Return accuracy, or usefulness: accuracy divided by cost, or by 1 in a pool without costs.

    A member that costs nothing is more useful than all that cost something, by a finite number. In a pool without
    accuracies the value of each member alone is used instead.
    """
    merits = compute_single_values(problem) if problem.pool.accuracies is None else problem.pool.accuracies
    if key == "accuracy" or problem.pool.costs is None:
        return merits
    costs, most = problem.pool.costs, np.finfo(np.float64).max
    is_free = costs == 0.0
    with np.errstate(over="ignore"):
        usefulness = np.minimum(np.divide(merits, costs, out=np.zeros(len(costs)), where=~is_free), most / 8)
        best = max(1.0, usefulness.max(initial=0.0))
        return np.where(is_free, np.minimum(2.0 * best * (1.0 + merits - merits.min()), most), usefulness)


def compute_single_values(problem: Problem) -> FloatArray:
    """Return the value of each member alone."""
    losses = evaluate_single_sets(problem.losses, len(problem.pool))
    return np.array([problem.value(loss) for loss in losses.tolist()])


def sort_best_first(values: FloatArray, members: IntArray) -> IntArray:
    """Sort members by falling value; ties keep the order of the pool."""
    return members[np.argsort(-values[members], kind="stable")]


def list_candidates(problem: Problem) -> IntArray:
    """Return the members that fit; where a set may cost less than its members, those that fit alone."""
    fitting = problem.members_that_fit()
    if not problem.limits_suffice and not problem.conditions.has_demands:
        fitting = fitting & (problem.single_costs() <= problem.limit)
    return np.flatnonzero(fitting)
