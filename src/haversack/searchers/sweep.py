"""Very good panels, fast, and how far from the best they are at most."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.searchers.exact.lagrangian import lagrangian_panels
from haversack.searchers.exact.majority_search import TILT_FROM, MajoritySearch
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.unconstrained import offer_most_accurate

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor

_ALL_SIZES_BELOW = 400
_FINENESS, _MOST_NODES = 0.05, 60_000
_LARGE_FINENESS, _LARGE_MOST_NODES = 0.03, 300_000  # A large pool is worth more time.


@attrs.frozen
class Sweep:
    """Take the members with the best balance of accuracy and cost, try all ways for the close calls, bound the rest.

    To first order, a member adds log((1 - p) exp(t / 2) + p exp(-t / 2)) to the logarithm of a panel's error. Members
    are taken for whom that and a price times their cost is negative, at the price at which they fit the budget and the
    tilt t that they have together. A bound on the error of all panels follows, and shows in which members a better one
    could differ. For energies that are no plain majority vote, and in pools of fewer than 50 members, there is none,
    and each size has a price of its own; in large pools only sizes between ever closer neighbours of the best are then
    looked at. Deterministic.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)
    ends_by_itself: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Sweep once."""
        ordered = SortedMembers.of(problem)
        if ordered.all_fit and problem.traits.monotone_in_accuracy:
            if not offer_most_accurate(problem, monitor, ordered):
                return None
            monitor.prove(monitor.best_loss)
            return "proved optimal: everybody fits, so the most accurate are best"
        if problem.traits.plain_majority and problem.traits.odd_sizes_suffice:
            large = len(ordered.members) > _ALL_SIZES_BELOW
            fineness, nodes = (_LARGE_FINENESS, _LARGE_MOST_NODES) if large else (_FINENESS, _MOST_NODES)
            search = MajoritySearch(problem, monitor, ordered, fineness=fineness, most_nodes=nodes)
            outcome = search.run(proving=len(ordered.members) >= TILT_FROM)
            if not outcome.going:
                return None
            if outcome.certificate is not None:
                # What is in doubt is told here, too: of an error too small for a number there is no share.
                return "proved optimal" if outcome.settled else f"swept, with {outcome.gap:.2%} of the error in doubt"
            if outcome.found and ordered.largest_size > _ALL_SIZES_BELOW:
                return "swept once"
        return self._sweep_sizes(problem, monitor, ordered)

    def _sweep_sizes(self, problem: Problem, monitor: Monitor, ordered: SortedMembers) -> str | None:
        sizes = np.arange(1, ordered.largest_size + 1, 2 if problem.traits.odd_sizes_suffice else 1)
        stride = 1
        if len(sizes) > _ALL_SIZES_BELOW:
            stride = 2 ** int(np.ceil(np.log2(len(sizes) / _ALL_SIZES_BELOW * 16)))
        looked_at: dict[int, float] = {}
        places = list(range(0, len(sizes), stride))
        while True:
            new = [place for place in places if place not in looked_at]
            panels = lagrangian_panels(ordered, [int(sizes[place]) for place in new])
            losses = problem.losses(panels)
            looked_at |= dict(zip(new, losses.tolist(), strict=True))
            if not monitor.offer(panels, losses):
                return None
            if stride == 1:
                return "every promising size was looked at"
            stride //= 2
            best = min(looked_at, key=looked_at.__getitem__)
            places = [
                place for place in range(best - 2 * stride, best + 2 * stride + 1, stride) if 0 <= place < len(sizes)
            ]
