"""How accurate the members that fill the open places of a panel can be at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


@jit
def best_ranks(
    accuracies: FloatArray,
    costs: FloatArray,
    by_cost: IntArray,
    start: int,
    below: float,
    places: int,
    left: float,
    cheapest: Sets,
    others: FloatArray,
    ranks: FloatArray,
) -> bool:
    """Bound the accuracies of `places` members from `start` on that cost less than `below` each and `left` together.

    The j-th best of them is at most as accurate as the first member for whom this holds: a set that fits can take j of
    the members up to it. The cheapest such set is that of the cheapest members, with some of the dearest among them
    replaced by the cheapest of the accurate ones.

    Parameters
    ----------
    accuracies, costs
        Of the members, sorted by falling accuracy.
    by_cost
        The members, sorted by rising cost.
    start, below, places, left
        Who may be taken, how many, and what they may cost.
    cheapest, others
        Scratch space, one entry per member.
    ranks
        Receives `places` bounds, falling.

    Returns
    -------
    bool
        Whether there is any such set.
    """
    members = accuracies.shape[0]
    if places == 0:
        return left >= 0.0
    found = 0
    slack = left
    for place in range(members):
        member = by_cost[place]
        cheapest[member] = False
        if found < places and member >= start and costs[member] < below:
            cheapest[member] = True
            slack -= costs[member]
            found += 1
            dearest = place
    if found < places or slack < 0.0:
        return False
    ranked = 0
    inside = 0  # of the cheapest, how many are among the members seen so far
    waiting = 0  # of the others seen so far
    for member in range(start, members):
        if costs[member] >= below:
            continue
        if cheapest[member]:
            inside += 1
        else:
            place = waiting
            while place > 0 and others[place - 1] > costs[member]:
                others[place] = others[place - 1]
                place -= 1
            others[place] = costs[member]
            waiting += 1
        # Exchange the dearest of the cheapest not yet seen for the cheapest of the others, while the slack lasts.
        possible = inside
        spent = 0.0
        place = dearest
        for exchange in range(waiting):
            while place >= 0 and not (cheapest[by_cost[place]] and by_cost[place] > member):
                place -= 1
            if place < 0:
                break
            spent += others[exchange] - costs[by_cost[place]]
            if spent > slack:
                break
            possible += 1
            place -= 1
        while ranked < min(possible, places):
            ranks[ranked] = accuracies[member]
            ranked += 1
        if ranked == places:
            break
    return True


@jit
def expected_weight(
    distribution: FloatArray,
    size: int,
    accuracies: FloatArray,
    count: int,
    weights: FloatArray,
    top: int,
    grown: FloatArray,
) -> float:
    """Return the error when `count` further members join a panel whose right votes have that distribution.

    `weights[k]` is the error of k right votes and 0 for k > top; `grown` is scratch space.
    """
    for right in range(min(size, top) + 1):
        grown[right] = distribution[right]
    for right in range(min(size, top) + 1, top + 1):
        grown[right] = 0.0
    for joined in range(count):
        accuracy = accuracies[joined]
        wrong = 1.0 - accuracy
        for right in range(min(size + joined + 1, top), 0, -1):
            grown[right] = wrong * grown[right] + accuracy * grown[right - 1]
        grown[0] *= wrong
    error = 0.0
    for right in range(top + 1):
        error += weights[right] * grown[right]
    return error


@jit
def root_bounds(
    accuracies: FloatArray,
    costs: FloatArray,
    by_cost: IntArray,
    limit: float,
    sizes: IntArray,
    weights: FloatArray,
    starts: IntArray,
    bounds: FloatArray,
) -> None:
    """Write for each size what no panel of it errs less than; infinity where none fits.

    ``weights[starts[i] + k]`` is the error of k right votes of ``sizes[i]``.
    """
    members = accuracies.shape[0]
    cheapest = np.zeros(members, dtype=np.bool_)
    others = np.empty(members)
    ranks = np.empty(members + 1)
    grown = np.empty(members + 1)
    nobody = np.ones(1)
    for place in range(sizes.shape[0]):
        size = sizes[place]
        bounds[place] = np.inf
        if best_ranks(accuracies, costs, by_cost, 0, np.inf, size, limit, cheapest, others, ranks):
            row = weights[starts[place] : starts[place] + size + 1]
            top = size
            while top > 0 and row[top] == 0.0:
                top -= 1
            bounds[place] = expected_weight(nobody, 0, ranks, size, row, top, grown)
