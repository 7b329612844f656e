"""Panels of many sizes, those between ever closer neighbours of the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.quick_panel import offer_quick_panel

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

ALL_SIZES_BELOW = 400
"""With more sizes than this, not all are looked at."""

_CELLS_PER_OFFER = 400_000


def sweep_sizes(problem: Problem, monitor: Monitor, members: SortedMembers) -> str | None:
    """Offer a good panel of every promising size; return why the search ended, or None if the monitor stopped it."""
    if not offer_quick_panel(monitor, members):
        return None
    sizes = np.arange(1, members.largest_size + 1, 2 if problem.traits.odd_sizes_suffice else 1)
    stride = 1
    if len(sizes) > ALL_SIZES_BELOW:
        stride = 2 ** int(np.ceil(np.log2(len(sizes) / ALL_SIZES_BELOW * 16)))
    loss_at: dict[int, float] = {}
    places = list(range(0, len(sizes), stride))
    count = max(1, _CELLS_PER_OFFER // len(members))
    while True:
        new = [place for place in places if place not in loss_at]
        for start in range(0, len(new), count):
            part = new[start : start + count]
            panels = find_lagrangian_panels(members, [int(sizes[place]) for place in part])
            losses = problem.losses(panels)
            loss_at |= dict(zip(part, losses.tolist(), strict=True))
            if not monitor.offer(panels, losses):
                return None
        if stride == 1:
            return "every promising size was looked at"
        stride //= 2
        best = min(loss_at, key=loss_at.__getitem__)
        places = [place for place in range(best - 2 * stride, best + 2 * stride + 1, stride) if 0 <= place < len(sizes)]
