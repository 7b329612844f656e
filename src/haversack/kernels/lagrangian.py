"""A good panel of a given size, by Lagrangian relaxation: members with the best balance of accuracy and cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.tilts import find_tilt

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

_ROUNDS = 3
_HALVINGS = 25


@jit
def choose_panel(accuracies: FloatArray, costs: FloatArray, limit: float, size: int, chosen: Sets) -> bool:
    """Choose the `size` members with the smallest c_i + price * cost_i, at the lowest price at which they fit.

    c_i = log(1 - p_i (1 - exp(-t))) is what a member adds to the logarithm of the error to first order. The tilt t is
    that at which half of the panel's votes are expected to be right; a few rounds make it agree with the panel.

    Returns
    -------
    bool
        Whether any panel of that size fits; `chosen` then holds one.
    """
    members = accuracies.shape[0]
    order = np.argsort(costs)
    total = 0.0
    for place in range(size):
        total += costs[order[place]]
    if total > limit:
        return False
    gains = np.empty(members)
    panel = np.empty(size)
    tilt = 1.0
    for _ in range(_ROUNDS):
        shrink = math.exp(-tilt)
        for member in range(members):
            gains[member] = math.log(max(1.0 - accuracies[member] * (1.0 - shrink), 1e-300))
        low, high = 0.0, 1.0
        order = np.argsort(gains)
        if sum_costs(order, costs, size) > limit:
            order = np.argsort(gains + high * costs)
            while sum_costs(order, costs, size) > limit and high < 1e300:
                low, high = high, 4.0 * high
                order = np.argsort(gains + high * costs)
            for _ in range(_HALVINGS):
                price = 0.5 * (low + high)
                trial = np.argsort(gains + price * costs)
                if sum_costs(trial, costs, size) > limit:
                    low = price
                else:
                    high = price
                    order = trial
            if sum_costs(order, costs, size) > limit:
                order = np.argsort(costs)
        for place in range(size):
            panel[place] = accuracies[order[place]]
        tilt = max(find_tilt(panel, size, max(size // 2, 0.25)), 1e-3)
        if tilt > 50.0:
            break
    chosen[:] = False
    for place in range(size):
        chosen[order[place]] = True
    exchange_members(accuracies, costs, limit - sum_costs(order, costs, size), chosen)
    return True


@jit
def sum_costs(order: IntArray, costs: FloatArray, size: int) -> float:
    """Return the cost of the first `size` members of an order."""
    total = 0.0
    for place in range(size):
        total += costs[order[place]]
    return total


@jit
def exchange_members(accuracies: FloatArray, costs: FloatArray, slack: float, chosen: Sets) -> None:
    """Put more accurate members in the place of others while the budget allows, the largest gain first."""
    members = accuracies.shape[0]
    while True:
        best_gain = 0.0
        out = into = -1
        for leaving in range(members):
            if not chosen[leaving]:
                continue
            for joining in range(members):
                gain = accuracies[joining] - accuracies[leaving]
                if not chosen[joining] and gain > best_gain and costs[joining] - costs[leaving] <= slack:
                    best_gain, out, into = gain, leaving, joining
        if out < 0:
            return
        slack -= costs[into] - costs[out]
        chosen[out] = False
        chosen[into] = True
