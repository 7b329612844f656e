"""Good panels of every size, by prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack import kernels
from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.searchers.ordered import OrderedMembers

if TYPE_CHECKING:
    from haversack.api.arrays import Sets
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor

_ALL_SIZES_BELOW = 400


@attrs.frozen
class Sweep:
    """For each size, take the members with the best balance of accuracy and cost, then exchange for more accurate ones.

    To first order, a member adds log(1 - p (1 - exp(-t))) to the logarithm of a panel's error. For each size the
    members with the smallest sum of that and a price times their cost are taken, at the lowest price at which they fit
    the budget. Deterministic; a step is one size. In large pools not every size is looked at, but those between ever
    closer neighbours of the best.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Sweep over the sizes."""
        ordered = OrderedMembers.of(problem)
        sizes = np.arange(1, ordered.largest_size + 1, 2 if problem.traits.odd_sizes_suffice else 1)
        stride = max(1, 2 ** int(np.ceil(np.log2(max(1, len(sizes) / _ALL_SIZES_BELOW * 16)))))
        stride = 1 if len(sizes) <= _ALL_SIZES_BELOW else stride
        looked_at: dict[int, float] = {}
        places = list(range(0, len(sizes), stride))
        while True:
            new = [place for place in places if place not in looked_at]
            panels = priced_panels(ordered, [int(sizes[place]) for place in new])
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


def priced_panels(ordered: OrderedMembers, sizes: list[int]) -> Sets:
    """Return one panel of each size, as sets of the pool; an empty one where none fits."""
    rows = np.zeros((len(sizes), len(ordered.members)), dtype=np.bool_)
    for row, size in zip(rows, sizes, strict=True):
        kernels.sweep.priced_panel(ordered.accuracies, ordered.costs, ordered.cost_limit, size, row)
    return ordered.sets(rows)
