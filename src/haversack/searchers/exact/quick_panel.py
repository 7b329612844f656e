"""A first panel for large pools, where everything else takes seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.api.searcher import Monitor
    from haversack.searchers.exact.sorted_members import SortedMembers

_LARGE = 20_000


def offer_quick_panel(monitor: Monitor, members: SortedMembers) -> bool:
    """Offer the members that help most for their cost, as many as fit; nothing in small pools. Return whether to go on.

    A member helps as much as its accuracy exceeds a half; one that does not is left out unless all are such.
    """
    if len(members) <= _LARGE:
        return True
    merits = members.accuracies - 0.5
    helping = np.flatnonzero(merits > 0.0) if merits[0] > 0.0 else np.arange(1)
    # Free members first, whatever they help.
    shares = members.costs[helping] / np.maximum(merits[helping], 1e-300)
    joining = helping[np.argsort(shares, kind="stable")]
    used = np.cumsum(members.usage[joining], axis=0)
    fitting = int((used <= members.limits).all(axis=1).sum())
    panel = np.zeros((1, len(members)), dtype=np.bool_)
    # An odd number: an even panel is seldom better.
    panel[0, joining[: fitting - (fitting % 2 == 0)]] = True
    if fitting == 0:
        panel[0, 0] = True
    return monitor.offer(members.to_pool_sets(panel))
