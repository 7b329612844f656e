"""Upper bounds on the accuracies of the members that fill the open places of a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


class Members(NamedTuple):
    """Members with one additive cost each.

    Parameters
    ----------
    accuracies, costs
        Of the members, sorted by falling accuracy.
    by_cost
        The members, sorted by rising cost.
    """

    accuracies: FloatArray
    costs: FloatArray
    by_cost: IntArray


class RankScratch(NamedTuple):
    """Scratch space of `bound_ranks`, one entry per member; afterwards `cheapest` marks the cheapest set."""

    cheapest: Sets
    others: FloatArray


@jit
def bound_ranks(
    members: Members, start: int, below: float, places: int, left: float, scratch: RankScratch, ranks: FloatArray
) -> bool:
    """Bound the accuracies of `places` members from `start` on that cost less than `below` each and `left` together.

    The j-th best of them is at most as accurate as the first member for which this holds: a set that fits can contain j
    of the members up to it. The cheapest such set is that of the cheapest members, with some of the most expensive
    among them replaced by the cheapest of the accurate ones.

    Parameters
    ----------
    members
        All members.
    start, below, places, left
        Which members may be chosen, how many, and what they may cost.
    scratch
        See `RankScratch`.
    ranks
        Receives `places` bounds, falling.

    Returns
    -------
    bool
        Whether there is any such set.
    """
    accuracies, costs, by_cost = members
    cheapest, others = scratch
    count = accuracies.shape[0]
    if places == 0:
        return left >= 0.0
    found = 0
    slack = left
    for place in range(count):
        member = by_cost[place]
        cheapest[member] = False
        if found < places and member >= start and costs[member] < below:
            cheapest[member] = True
            slack -= costs[member]
            found += 1
            last = place  # of the most expensive of the cheapest
    if found < places or slack < 0.0:
        return False
    ranked = 0
    inside = 0  # of the cheapest, how many are among the members seen so far
    waiting = 0  # of the others seen so far
    for member in range(start, count):
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
        # Exchange the most expensive of the cheapest not yet seen for the cheapest of the others, while slack lasts.
        possible = inside
        spent = 0.0
        place = last
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
def compute_error(
    distribution: FloatArray, size: int, accuracies: FloatArray, count: int, weights: FloatArray, grown: FloatArray
) -> float:
    """Return the error after `count` further members join `size` whose right votes have that distribution.

    ``weights[k]`` is the error of k right votes, 0 beyond the end; `grown` is scratch space of the same length.
    """
    top = weights.shape[0] - 1
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
