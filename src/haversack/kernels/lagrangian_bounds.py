"""Lower bounds on sums over sets within limits, by Lagrangian relaxation: prices on what a set uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.kernels.resources import Knapsack

BLOCK = 1024
"""Sums are made of sums of so many numbers: rounding grows with the length of a sum."""

_CLOSE_ENOUGH = 1e-5
_MOST_PRICES = 201


@jit
def bound_sum(values: FloatArray, knapsack: Knapsack, prices: FloatArray) -> float:
    """Return a lower bound on the sum of values over every set within the limits.

    For any prices, the sum of what is negative among values plus price times usage, less price times limit, is one.
    `prices` holds a first guess, and afterwards the prices that gave the bound.
    """
    usage, limits = knapsack
    members, resources = usage.shape
    keys = np.empty(members)
    total = 0.0
    for member in range(members):
        keys[member] = values[member]
        if values[member] < 0.0:
            total += values[member]
    before = -np.inf
    for place in range(resources if resources < 2 else 6 * resources):
        resource = place % resources
        if resource == 0 and place > 0:
            if total - before <= _CLOSE_ENOUGH:
                break
            before = total
        offset = 0.0
        if resources > 1:
            for member in range(members):
                keys[member] = values[member]
            for other in range(resources):
                if other != resource and prices[other] > 0.0:
                    offset -= prices[other] * limits[other]
                    for member in range(members):
                        keys[member] += prices[other] * usage[member, other]
        # The best price on this resource, that of the others being given; without a price first.
        limit, guess = limits[resource], prices[resource]
        amount = limit if limit > 1e-300 else 1e-300
        if limit <= 0.0:
            # Members with negative usage meet a demand: what they have of it in the mean tells the scale of prices.
            total_relief = 0.0
            for member in range(members):
                total_relief -= min(usage[member, resource], 0.0)
            amount = max(amount, total_relief / members)
        low, high = 0.0, np.inf
        price = best = best_price = 0.0
        for step in range(_MOST_PRICES):
            bound = -price * limit if price > 0.0 else 0.0
            cost = 0.0
            for member in range(members):
                key = keys[member] + price * usage[member, resource]
                if key < 0.0:
                    bound += key
                    cost += usage[member, resource]
            if step == 0 or bound > best:
                best, best_price = bound, price
            if cost <= limit:
                high = price
            else:
                low = price
            # The bound is concave in the price, so this is more than there is still to be gained.
            if high < np.inf and (high - low) * abs(cost - limit) <= _CLOSE_ENOUGH:
                break
            if step == 0:
                price = guess if guess > 0.0 else -0.5 * best / amount
                if price == 0.0 and cost > limit:
                    # Without a price the bound is 0, so it tells no scale.
                    price = 1e-3 / amount
            elif high == np.inf:
                price = 2.0 * price + 1e-300
            elif low == 0.0 and price > 1e-12 * guess:
                price *= 0.5
            else:
                price = 0.5 * (low + high)
        prices[resource] = best_price
        total = best + offset
    return total


@jit
def bound_sum_of_many(values: FloatArray, knapsack: Knapsack, fewest: int, prices: FloatArray) -> float:
    """Return a lower bound on the sum of values over every set of at least `fewest` members within the limits.

    `values` become what each member adds to the bound: for any set, the sum is at least the bound, plus the positive
    ones of members that are in, less the negative ones of members that are out.
    """
    usage, limits = knapsack
    bound_sum(values, knapsack, prices)
    members = values.shape[0]
    plain = np.empty(members)
    joined = 0
    offset = 0.0
    for resource in range(limits.shape[0]):
        # Without a price, the limit may be infinite.
        if prices[resource] > 0.0:
            offset -= prices[resource] * limits[resource]
    total = block = 0.0
    for member in range(members):
        plain[member] = values[member]
        for resource in range(limits.shape[0]):
            values[member] += prices[resource] * usage[member, resource]
        if values[member] < 0.0:
            joined += 1
            block += values[member]
        if member % BLOCK == BLOCK - 1 or member == members - 1:
            total += block
            block = 0.0
    if joined >= fewest:
        return total + offset
    # Smaller sets do not count: a reward for every member, that of the last one needed, makes more of them join. Where
    # the budget does not matter to so few, bounds without prices are better.
    least, reward = sum_smallest(values, fewest)
    lifted = least + offset
    plain_least, plain_reward = sum_smallest(plain, fewest)
    unpriced = plain_reward >= 0.0 and plain_least > lifted
    if unpriced:
        lifted, reward = plain_least, plain_reward
        for resource in range(limits.shape[0]):
            prices[resource] = 0.0
    for member in range(members):
        values[member] = (plain[member] if unpriced else values[member]) - reward
    return lifted


@jit
def sum_smallest(values: FloatArray, count: int) -> tuple[float, float]:
    """Return the sum of the smallest values, of which there are `count`, and the largest of them."""
    ranked = np.empty(values.shape[0])
    for place in range(values.shape[0]):
        ranked[place] = values[place]
    low, high = 0, ranked.shape[0] - 1
    # Hoare's selection: what belongs in front moves to the front, until the place in question is right.
    while low < high:
        pivot = ranked[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while ranked[left] < pivot:
                left += 1
            while ranked[right] > pivot:
                right -= 1
            if left <= right:
                ranked[left], ranked[right] = ranked[right], ranked[left]
                left += 1
                right -= 1
        if count - 1 <= right:
            high = right
        elif count - 1 >= left:
            low = left
        else:
            break
    total, block, largest = 0.0, 0.0, -np.inf
    for place in range(count):
        block += ranked[place]
        if ranked[place] > largest:
            largest = ranked[place]
        if place % BLOCK == BLOCK - 1 or place == count - 1:
            total += block
            block = 0.0
    return total, largest
