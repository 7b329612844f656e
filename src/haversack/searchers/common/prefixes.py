"""Candidates that a set passes through while it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.energy import PrefixLosses

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets


def offer_prefixes(problem: Problem, monitor: Monitor, orders: IntArray, losses: FloatArray) -> bool:
    """Offer every beginning of every order as a candidate, a step per order; returns whether to go on.

    Only candidates that beat all before them reach the monitor, the others cannot change anything.
    """
    flat = losses.ravel()
    walk = place = np.zeros(0, dtype=np.int64)
    if flat.min(initial=np.inf) < monitor.best_loss:
        best_before = np.minimum.accumulate(np.concatenate([[monitor.best_loss], flat[:-1]]))
        walk, place = np.divmod(np.flatnonzero(flat < best_before), orders.shape[1])
    return monitor.offer(
        beginnings(orders, walk, place + 1, problem.size),
        losses[walk, place],
        steps=len(orders),
        at=walk + 1,
        evaluations=int(np.count_nonzero(flat < np.inf)),
    )


def prefix_losses(problem: Problem, orders: IntArray, lengths: IntArray) -> FloatArray:
    """Return the loss of the first s + 1 members of each order at (order, s), infinite where it is of no interest."""
    if isinstance(problem.energy, PrefixLosses):
        return problem.energy.prefix_losses(problem.pool, orders, lengths)
    losses = np.full(orders.shape, np.inf)
    step = 2 if problem.traits.odd_sizes_suffice else 1
    for size in range(1, orders.shape[1] + 1, step):
        walk = np.flatnonzero(lengths >= size)
        losses[walk, size - 1] = problem.losses(beginnings(orders, walk, np.full(walk.size, size), problem.size))
    return losses


def beginnings(orders: IntArray, walk: IntArray, sizes: IntArray, members: int) -> Sets:
    """Return as sets the first ``sizes[i]`` members of order ``walk[i]``."""
    sets = np.zeros((walk.size, members), dtype=np.bool_)
    if walk.size == 0:
        return sets
    row, place = np.nonzero(np.arange(orders.shape[1]) < sizes[:, None])
    sets[row, orders[walk[row], place]] = True
    return sets
