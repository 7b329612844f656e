"""Good panels of given sizes, by Lagrangian relaxation of the budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.exact.exchanges import exchange_members
from haversack.statistics.tilts import find_panel_tilt

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

_ROUNDS = 3
_MOST_EXCHANGES = 1_000_000  # With more pairs to compare, they take longer and gain less than all else.
_FIRST_TILT, _CLOSE_TILTS = 1.0, 0.02


def find_lagrangian_panels(members: SortedMembers, sizes: list[int]) -> Sets:
    """Return one panel of each size, as sets of the pool; an empty one where none fits."""
    rows = np.zeros((len(sizes), len(members)), dtype=np.bool_)
    tilt = _FIRST_TILT
    for row, size in zip(rows, sizes, strict=True):
        # Panels of similar size have similar tilts.
        tilt = _choose_panel(members, size, tilt, row)
    return members.to_pool_sets(rows)


def _choose_panel(members: SortedMembers, size: int, tilt: float, chosen: Sets) -> float:
    """Choose the members with the smallest c_i + price * cost_i, at the lowest price at which they fit.

    c_i = log(1 - p_i (1 - exp(-t))) is what a member adds to the logarithm of the error to first order. A few rounds
    make the tilt t that of the panel; it is returned.
    """
    accuracies, costs, limit = members.accuracies, members.costs, members.cost_limit
    cheapest = members.by_cost[:size]
    if len(cheapest) < size or costs[cheapest].sum() > limit:
        return tilt
    for _ in range(_ROUNDS):
        values = np.log(np.maximum(1.0 - accuracies * (1.0 - math.exp(-tilt)), 1e-300))
        if not kernels.lagrangian.choose_members(values, costs, limit, size, chosen):
            chosen[:] = False
            chosen[cheapest] = True
        last, tilt = tilt, find_panel_tilt(accuracies[chosen], tilt)
        if abs(tilt - last) <= _CLOSE_TILTS * last:
            break
    if size * (len(members) - size) <= _MOST_EXCHANGES:
        left = np.array([limit - costs[chosen].sum()])
        exchange_members(-accuracies, costs[:, None], left, chosen)
    return tilt
