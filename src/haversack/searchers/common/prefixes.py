"""Prefixes of orders of members: the sets that a set passes through while it grows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.api.energy import PrefixLosses

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets

DENSE = 2_048
"""Up to this length every prefix is evaluated."""

_RATIO = 1.3
_MOST_CELLS = 4_000_000
_CELLS = 100_000_000  # Of the squares of lengths, which the time is proportional to.


def offer_prefixes(problem: Problem, monitor: Monitor, orders: IntArray, losses: FloatArray) -> bool:
    """Offer every prefix of every order as a candidate, a step per order; return whether to go on.

    Only candidates that beat all before them reach the monitor, the others cannot change anything.
    """
    flat = losses.ravel()
    rows = place = np.zeros(0, dtype=np.int64)
    if flat.min(initial=np.inf) < monitor.best_loss:
        best_before = np.minimum.accumulate(np.concatenate([[monitor.best_loss], flat[:-1]]))
        rows, place = np.divmod(np.flatnonzero(flat < best_before), orders.shape[1])
        if rows.size * len(problem.pool) > _MOST_CELLS:
            # Of each order, found in one step, the best alone.
            last = np.append(rows[1:] > rows[:-1], True)
            rows, place = rows[last], place[last]
    return monitor.offer(
        build_prefix_sets(orders, rows, place + 1, len(problem.pool)),
        losses[rows, place],
        steps=len(orders),
        at=rows + 1,
        evaluations=int(np.count_nonzero(flat < np.inf)),
    )


def compute_prefix_losses(
    problem: Problem, orders: IntArray, lengths: IntArray, is_over: Callable[[], bool] = lambda: False
) -> FloatArray:
    """Return the loss of the first s + 1 members of each order at (order, s), infinite where it is of no interest.

    Of more than 2,048 members, only the whole order and some of its prefixes are evaluated, and nothing more once the
    search is over.
    """
    losses = np.full(orders.shape, np.inf)
    dense = min(orders.shape[1], DENSE)
    if isinstance(problem.energy, PrefixLosses):
        rows = max(1, _CELLS // max(1, dense * dense))
        for start in range(0, len(orders), rows):
            if start and is_over():
                return losses
            part = slice(start, start + rows)
            heads = np.ascontiguousarray(orders[part, :dense])
            losses[part, :dense] = problem.energy.prefix_losses(problem.pool, heads, np.minimum(lengths[part], dense))
        sizes = []
    else:
        sizes = list(range(1, dense + 1, 2 if problem.traits.odd_sizes_suffice else 1))
    for size in [*sizes, *_list_sparse_sizes(problem, lengths)]:
        if size > 1 and is_over():
            return losses
        rows_of_size = np.flatnonzero(lengths >= size)
        losses[rows_of_size, size - 1] = problem.losses(
            build_prefix_sets(orders, rows_of_size, np.full(rows_of_size.size, size), len(problem.pool))
        )
    return losses


def _list_sparse_sizes(problem: Problem, lengths: IntArray) -> list[int]:
    """Return the sizes of long prefixes to evaluate: those of whole orders, and others ever further apart."""
    longest = int(lengths.max(initial=0))
    if longest <= DENSE:
        return []
    apart = math.ceil(math.log(longest / DENSE) / math.log(_RATIO))
    sizes = {int(DENSE * (longest / DENSE) ** (step / apart)) for step in range(1, apart)}
    sizes |= set(lengths[lengths > DENSE].tolist())
    if problem.traits.odd_sizes_suffice:
        sizes = {size - (size % 2 == 0) for size in sizes}
    # The whole order first: mostly the best, if there is no time for others.
    return sorted((size for size in sizes if size > DENSE), reverse=True)


def build_prefix_sets(orders: IntArray, rows: IntArray, sizes: IntArray, members: int) -> Sets:
    """Return as sets the first ``sizes[i]`` members of order ``rows[i]``."""
    sets = np.zeros((rows.size, members), dtype=np.bool_)
    if rows.size == 0:
        return sets
    target, place = np.nonzero(np.arange(orders.shape[1]) < sizes[:, None])
    sets[target, orders[rows[target], place]] = True
    return sets
