"""Prefixes of orders of members: the sets that a set passes through while it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.energy import PrefixLosses

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets


def offer_prefixes(problem: Problem, monitor: Monitor, orders: IntArray, losses: FloatArray) -> bool:
    """Offer every prefix of every order as a candidate, a step per order; return whether to go on.

    Only candidates that beat all before them reach the monitor, the others cannot change anything.
    """
    flat = losses.ravel()
    rows = place = np.zeros(0, dtype=np.int64)
    if flat.min(initial=np.inf) < monitor.best_loss:
        best_before = np.minimum.accumulate(np.concatenate([[monitor.best_loss], flat[:-1]]))
        rows, place = np.divmod(np.flatnonzero(flat < best_before), orders.shape[1])
    return monitor.offer(
        build_prefix_sets(orders, rows, place + 1, len(problem.pool)),
        losses[rows, place],
        steps=len(orders),
        at=rows + 1,
        evaluations=int(np.count_nonzero(flat < np.inf)),
    )


def compute_prefix_losses(problem: Problem, orders: IntArray, lengths: IntArray) -> FloatArray:
    """Return the loss of the first s + 1 members of each order at (order, s), infinite where it is of no interest."""
    if isinstance(problem.energy, PrefixLosses):
        return problem.energy.prefix_losses(problem.pool, orders, lengths)
    losses = np.full(orders.shape, np.inf)
    step = 2 if problem.traits.odd_sizes_suffice else 1
    for size in range(1, orders.shape[1] + 1, step):
        rows = np.flatnonzero(lengths >= size)
        losses[rows, size - 1] = problem.losses(
            build_prefix_sets(orders, rows, np.full(rows.size, size), len(problem.pool))
        )
    return losses


def build_prefix_sets(orders: IntArray, rows: IntArray, sizes: IntArray, members: int) -> Sets:
    """Return as sets the first ``sizes[i]`` members of order ``rows[i]``."""
    sets = np.zeros((rows.size, members), dtype=np.bool_)
    if rows.size == 0:
        return sets
    target, place = np.nonzero(np.arange(orders.shape[1]) < sizes[:, None])
    sets[target, orders[rows[target], place]] = True
    return sets
