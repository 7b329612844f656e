"""A good panel of a given size, by Lagrangian relaxation: members with the best balance of accuracy and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.lagrangian_bounds import sum_smallest

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets

_HALVINGS = 25


@jit
def choose_members(values: FloatArray, costs: FloatArray, limit: float, size: int, chosen: Sets) -> bool:
    """Choose the `size` members with the smallest value + price * cost, at the lowest price at which they fit.

    Without a price first; then at a price of 1, 4, 16, ... until they fit, and at prices in between.

    Returns
    -------
    bool
        Whether such a price was found; `chosen` then holds the members.
    """
    members = values.shape[0]
    keys = np.empty(members)
    low, high, price = 0.0, 0.0, 0.0
    halvings = 0
    while halvings <= _HALVINGS and price < 1e300:
        for member in range(members):
            keys[member] = values[member] + price * costs[member]
        _, largest = sum_smallest(keys, size)
        below = 0
        for member in range(members):
            if keys[member] < largest:
                below += 1
        # Of members with equal keys the first ones.
        equal = size - below
        cost = 0.0
        for member in range(members):
            if keys[member] < largest:
                cost += costs[member]
            elif keys[member] == largest and equal > 0:
                cost += costs[member]
                equal -= 1
        if cost <= limit:
            high = price
            equal = size - below
            for member in range(members):
                chosen[member] = keys[member] < largest
                if keys[member] == largest and equal > 0:
                    chosen[member] = True
                    equal -= 1
            if price == 0.0:
                return True
        else:
            low = price
        if high > 0.0:
            price = 0.5 * (low + high)
            halvings += 1
        else:
            price = 1.0 if price == 0.0 else 4.0 * price
    return high > 0.0
