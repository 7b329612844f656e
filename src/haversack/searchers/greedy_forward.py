"""Greedy selection, starting from the best member."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import attrs
import numpy as np

from haversack.searchers.common.incremental_losses import compute_neighbour_losses
from haversack.searchers.common.ranking import compute_merits, list_candidates, sort_best_first
from haversack.searchers.common.repair import Repair
from haversack.validators import one_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import IntArray, Sets

_MOST_CANDIDATES = 200_000
_MOST_CELLS = 50_000_000
_BATCH_CELLS = 4_000_000


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
        ranked = sort_best_first(compute_merits(problem, self.key), list_candidates(problem))
        chosen = np.zeros((1, len(problem.pool)), dtype=np.bool_)
        chosen[0, ranked[0]] = True
        repair = Repair.of(problem) if problem.conditions.has_demands else None
        chosen = chosen if repair is None else repair(chosen)
        loss = problem.losses(chosen)[0]
        going = monitor.offer(chosen, np.array([loss]))
        while going:
            grown, least, evaluations = chosen[:0], loss, 0
            for additions in self._list_additions(problem, chosen, ranked, repair):
                losses = compute_neighbour_losses(problem, chosen, additions)
                evaluations += losses.size
                if losses.size and losses.min() < least:
                    best = int(np.argmin(losses))
                    grown, least = additions[best : best + 1], losses[best]
                if monitor.seconds_left <= 0.0:
                    break
            if not len(grown):
                going = monitor.offer(chosen[:0], np.zeros(0), steps=1, evaluations=evaluations)
                return "no addition lowers the loss" if going else None
            chosen, loss = grown, least
            going = monitor.offer(chosen, np.array([loss]), evaluations=evaluations)
        return None

    def _list_additions(
        self, problem: Problem, chosen: Sets, ranked: IntArray, repair: Repair | None
    ) -> Iterator[Sets]:
        """Yield the sets that one addition leads to and that fit, in batches; repaired where constraints demand it."""
        outside = ranked[~chosen[0, ranked]]
        pairs = problem.traits.odd_sizes_suffice
        if self.key == "usefulness":
            yield self._add_most_useful(problem, chosen, outside, 2 if pairs else 1)
            return
        # In large pools few: there, one set takes long.
        candidates = min(_MOST_CANDIDATES, max(2, _MOST_CELLS // len(problem.pool)))
        if pairs:
            most = int(min(len(outside), max(2.0, (2 * candidates) ** 0.5)))
            joining = np.stack(np.triu_indices(most, k=1)) if len(outside) > 1 else np.zeros((2, 0), dtype=np.int64)
        else:
            joining = np.arange(min(len(outside), candidates))[None, :]
        rows = max(1, _BATCH_CELLS // len(problem.pool))
        for start in range(0, joining.shape[1], rows):
            members = outside[joining[:, start : start + rows]]
            additions = np.repeat(chosen, members.shape[1], axis=0)
            additions[np.arange(members.shape[1]), members] = True
            additions = additions if repair is None else repair(additions)
            yield additions[problem.fits(additions)]

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
