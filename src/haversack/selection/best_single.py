"""The best member alone, to compare a panel with."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.api.panel import Panel
from haversack.monitor import SearchOver

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.evaluation.evaluator import RunEvaluator

_MOST_CELLS = 4_000_000
SECONDS_TO_END = 0.05
"""For the last evaluations of a run whose time is over."""


def describe_panel(problem: Problem, row: Sets, loss: float, cost: float) -> Panel:
    """Return a set with its names, value and cost."""
    members = tuple(np.flatnonzero(row).tolist())
    return Panel(
        members=members,
        names=tuple(problem.pool.names[member] for member in members),
        value=problem.value(loss),
        error=loss if problem.is_probability else None,
        cost=min(cost, problem.budget),
    )


def find_best_single(problem: Problem) -> Panel | None:
    """Return the best member that fits alone, the first of equals; None where that takes too long to find."""
    fitting = np.flatnonzero(problem.members_that_fit())
    if not problem.limits_suffice:
        fitting = _keep_allowed(problem, fitting)
    if fitting.size == 0:
        return None
    accuracies = problem.pool.accuracies
    if problem.traits.monotone_in_accuracy and accuracies is not None:
        fitting = fitting[[np.argmax(accuracies[fitting])]]
    losses = _evaluate_single_members(problem, fitting)
    if losses is None:
        return None
    row = np.zeros((1, len(problem.pool)), dtype=np.bool_)
    row[0, fitting[np.argmin(losses)]] = True
    return describe_panel(problem, row[0], float(losses.min()), float(problem.costs(row)[0]))


def _keep_allowed(problem: Problem, members: IntArray) -> IntArray:
    """Return those members that are feasible alone, also by what constraints demand."""
    size = len(problem.pool)
    rows = max(_MOST_CELLS // size, 1)
    blocks = [members[start : start + rows] for start in range(0, len(members), rows)]
    kept = [block[problem.fits(block[:, None] == np.arange(size))] for block in blocks]
    return np.concatenate(kept) if kept else members


def find_best_single_in_time(evaluator: RunEvaluator, seconds: float) -> Panel | None:
    """Return the best member that fits alone, or None where that takes longer; evaluates no set again."""
    end = time.perf_counter() + seconds

    def watch_clock() -> float:
        left = end - time.perf_counter()
        if left <= 0.0:
            raise SearchOver
        return left

    evaluator.watch(watch_clock)
    try:
        return find_best_single(evaluator.problem)
    except SearchOver:
        return None


def _evaluate_single_members(problem: Problem, members: IntArray) -> FloatArray | None:
    size = len(problem.pool)
    if members.size * size <= _MOST_CELLS:
        return problem.losses(members[:, None] == np.arange(size))
    if isinstance(problem.energy, FollowsWalks):
        walks = problem.energy.walks(problem.pool, np.zeros((1, size), dtype=np.bool_))
        rows = np.zeros(members.size, dtype=np.int64)
        return np.asarray(walks.losses(rows, members[:, None], np.ones(members.size, dtype=np.int64)))
    return None
