"""Greedy selection, starting from the best member."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import attrs
import numpy as np

from haversack.searchers.common.incremental_losses import compute_neighbour_losses
from haversack.searchers.common.ranking import compute_merits, sort_best_first
from haversack.validators import one_of

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import IntArray, Sets

_MOST_CANDIDATES = 200_000


@attrs.frozen
class GreedyForward:
    """Start from the best member and add what lowers the loss most, until nothing does or nothing fits.

    Members join one at a time or, where only odd sizes matter, two at a time. A step is one search for an addition. The
    answer can be half as good as the best possible one.

    Parameters
    ----------
    key
        How the first member is chosen, and which additions are compared. ``accuracy``: all that fit (in large
        pools, those of the most accurate members), and the one with the smallest loss is made. ``usefulness``: only
        that of the most useful members that fit, by accuracy per cost.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 2.
    """

    ends_by_itself: ClassVar[bool] = True

    key: Literal["accuracy", "usefulness"] = attrs.field(default="accuracy", validator=one_of("accuracy", "usefulness"))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Add members until nothing lowers the loss."""
        ranked = sort_best_first(compute_merits(problem, self.key), np.flatnonzero(problem.members_that_fit()))
        chosen = np.zeros((1, len(problem.pool)), dtype=np.bool_)
        chosen[0, ranked[0]] = True
        loss = problem.losses(chosen)[0]
        going = monitor.offer(chosen, np.array([loss]))
        while going:
            additions = self._list_additions(problem, chosen, ranked)
            losses = compute_neighbour_losses(problem, chosen, additions)
            if not losses.size or losses.min() >= loss:
                monitor.offer(additions[:0], losses[:0], steps=1, evaluations=losses.size)
                return "no addition lowers the loss"
            best = int(np.argmin(losses))
            chosen, loss = additions[best : best + 1], losses[best]
            going = monitor.offer(chosen, losses[best : best + 1], evaluations=losses.size)
        return None

    def _list_additions(self, problem: Problem, chosen: Sets, ranked: IntArray) -> Sets:
        """Return the sets that one addition leads to and that fit."""
        outside = ranked[~chosen[0, ranked]]
        pairs = problem.traits.odd_sizes_suffice
        if self.key == "usefulness":
            return self._add_most_useful(problem, chosen, outside, 2 if pairs else 1)
        if pairs:
            most = int(
                min(len(outside), (2 * _MOST_CANDIDATES) ** 0.5, (_MOST_CANDIDATES * 500 / len(problem.pool)) ** 0.5)
            )
            first, second = np.triu_indices(max(2, most), k=1) if len(outside) > 1 else (np.zeros(0, int),) * 2
            joining = [outside[first], outside[second]]
        else:
            joining = [outside[:_MOST_CANDIDATES]]
        additions = np.repeat(chosen, len(joining[0]), axis=0)
        for members in joining:
            additions[np.arange(len(members)), members] = True
        return additions[problem.fits(additions)]

    def _add_most_useful(self, problem: Problem, chosen: Sets, outside: IntArray, count: int) -> Sets:
        """Return the set with the `count` most useful members that fit one after the other, or none."""
        grown = chosen.copy()
        for member in outside:
            grown[0, member] = True
            if not problem.fits(grown)[0]:
                grown[0, member] = False
            elif grown.sum() == chosen.sum() + count:
                return grown
        return grown[:0]
