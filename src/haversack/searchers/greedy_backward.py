"""Greedy selection, starting from all members."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import attrs
import numpy as np

from haversack.searchers.common.ranking import compute_merits, list_candidates, sort_best_first
from haversack.searchers.common.repair import Repair
from haversack.validators import one_of

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import IntArray, Sets


@attrs.frozen
class GreedyBackward:
    """Start from all members that fit alone; remove the worst while over budget or while that lowers the loss.

    Members leave one at a time or, where only odd sizes matter, two at a time, after one that makes the size odd. A
    step is one set within the budget. The answer can be half as good as the best possible one.

    Parameters
    ----------
    key
        What the worst member is the worst by: ``accuracy``, or ``usefulness``, accuracy per cost.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 2. Its claim that without a budget this finds the best set is false: from
    accuracies 0.9 and twelve times 0.6 it keeps all members, with 0.824, where the first alone has 0.9.
    """

    ends_by_itself: ClassVar[bool] = True

    key: Literal["accuracy", "usefulness"] = attrs.field(default="accuracy", validator=one_of("accuracy", "usefulness"))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Remove members until the rest fits and no removal lowers the loss."""
        ranked = sort_best_first(compute_merits(problem, self.key), list_candidates(problem))
        unit = 2 if problem.traits.odd_sizes_suffice else 1
        repair = Repair.of(problem) if problem.conditions.has_demands else None
        best = np.inf
        for size in range(self._find_largest_size(problem, ranked, unit), 0, -unit):
            rest = _build_best_set(ranked, size, len(problem.pool))
            rest = rest if repair is None else repair(rest)
            loss = problem.losses(rest)
            if not monitor.offer(rest, loss):
                return None
            # Repairs of several sets may lead to one.
            if loss[0] > best or (loss[0] == best and repair is None):
                return "no removal lowers the loss"
            best = loss[0]
        return "nobody is left to remove"

    def _find_largest_size(self, problem: Problem, ranked: IntArray, unit: int) -> int:
        """Return the first size at which the rest fits, by bisection: under most cost models no removal costs more."""
        largest = len(ranked) if unit == 1 or len(ranked) % 2 == 1 else len(ranked) - 1
        low, high = 0, (largest - 1) // unit
        while low < high:
            middle = (low + high + 1) // 2
            rest = _build_best_set(ranked, 1 + unit * middle, len(problem.pool))
            if (problem.are_limits_kept(rest) if problem.conditions.has_demands else problem.fits(rest))[0]:
                low = middle
            else:
                high = middle - 1
        return 1 + unit * low


def _build_best_set(ranked: IntArray, size: int, members: int) -> Sets:
    rest = np.zeros((1, members), dtype=np.bool_)
    rest[0, ranked[:size]] = True
    return rest
