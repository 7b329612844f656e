"""Batches evaluated and offered some rows at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import Sets


def offer_in_parts(problem: Problem, monitor: Monitor, sets: Sets) -> bool:
    """Evaluate feasible sets and offer them, a step each, as they come; return whether to go on.

    Sets of an expensive energy are offered a few at a time, so that the run shows them and loses none. The monitor
    reads rows in order, so the answer is that of one offer.
    """
    start = 0
    while start < len(sets):
        part = sets[start : start + problem.rows_at_once]
        if not monitor.offer(part, problem.losses(part)):
            return False
        start += len(part)
    return True
