"""Branch and bound over the panels of one size, for all budgets of a band at once.

The best errors that are known form a staircase: step i costs ``step_costs[i]`` and errs ``step_errors[i]``; costs rise,
errors fall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.rank_bound import best_ranks, expected_weight

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

_TOLERANCE = 1e-12


@jit
def explore(
    accuracies: FloatArray,
    costs: FloatArray,
    by_cost: IntArray,
    weights: FloatArray,
    top: int,
    size: int,
    target: float,
    ceiling: float,
    most_nodes: int,
    depth: IntArray,
    path: IntArray,
    skipped_below: FloatArray,
    spent: FloatArray,
    distributions: FloatArray,
    step_costs: FloatArray,
    step_errors: FloatArray,
    steps: IntArray,
    found: Sets,
) -> tuple[int, int]:
    """Search the panels of one size, depth first, for new steps of the staircase; go on where the last call was.

    The tree is that of `branching.explore` with one resource, whose dominance holds for every budget at once. A branch
    is cut when even the best accuracies that the ceiling allows do not lead below what the floor of the band buys.

    Parameters
    ----------
    accuracies, costs, by_cost
        The members, the most accurate first, and sorted by rising cost.
    weights, top, size
        Error of k right votes of `size`; 0 beyond `top`.
    target, ceiling
        What the dearest budget below the band buys; the dearest budget of the band.
    most_nodes
        Return after so many nodes.
    depth, path, skipped_below, spent, distributions
        Where the search stands: number of members in, the next member to decide at each depth, the cheapest member left
        out, cost, distribution of right votes. `depth[0]` below 0 means that all is done.
    step_costs, step_errors, steps
        The staircase, with room for as many new steps as `found` has rows, and the number of its steps.
    found
        Receives the panels that made a new step; when it is full, the search pauses.

    Returns
    -------
    tuple
        The number of nodes, and of panels found.
    """
    members = accuracies.shape[0]
    cheapest = np.zeros(members, dtype=np.bool_)
    others = np.empty(members)
    ranks = np.empty(size + 1)
    grown = np.empty(top + 1)
    single = np.empty(1)
    nodes = 0
    panels = 0
    while depth[0] >= 0 and nodes < most_nodes and panels < found.shape[0]:
        nodes += 1
        level = depth[0]
        member = path[level]
        places = size - level
        left = ceiling - spent[level]
        below = skipped_below[level]
        while member < members and (costs[member] >= below or costs[member] > left):
            # Out, but no reason to leave others out: it could not have been in.
            member += 1
        path[level] = member
        cut = members - member < places
        if not cut:
            if best_ranks(accuracies, costs, by_cost, member, below, places, left, cheapest, others, ranks):
                bound = expected_weight(distributions[level], level, ranks, places, weights, top, grown)
                cut = bound >= target * (1.0 - _TOLERANCE)
                if not cut:
                    # What the cheapest completion costs may buy less error already.
                    least = spent[level]
                    for other in range(member, members):
                        if cheapest[other]:
                            least += costs[other]
                    known = step_at(least * (1.0 - _TOLERANCE), step_costs, steps[0])
                    cut = known >= 0 and bound >= step_errors[known] * (1.0 - _TOLERANCE)
            else:
                cut = True
        if cut:
            # Back to the last member that is in; the next branch is the one without it.
            depth[0] = level - 1
            if level > 0:
                member = path[level - 1]
                skipped_below[level - 1] = min(skipped_below[level - 1], costs[member])
                path[level - 1] = member + 1
            continue
        cost = spent[level] + costs[member]
        if level + 1 == size:
            single[0] = accuracies[member]
            error = expected_weight(distributions[level], level, single, 1, weights, top, grown)
            if step_up(cost, error, step_costs, step_errors, steps):
                found[panels] = False
                for place in range(level):
                    found[panels, path[place]] = True
                found[panels, member] = True
                panels += 1
            # A later member for this place is no more accurate, so it must be cheaper.
            skipped_below[level] = costs[member]
            path[level] = member + 1
            continue
        accuracy = accuracies[member]
        for right in range(min(level + 1, top), -1, -1):
            below_it = distributions[level, right - 1] if right > 0 else 0.0
            at_it = distributions[level, right] if right <= level else 0.0
            distributions[level + 1, right] = (1.0 - accuracy) * at_it + accuracy * below_it
        spent[level + 1] = cost
        skipped_below[level + 1] = skipped_below[level]
        path[level + 1] = member + 1
        depth[0] = level + 1
    return nodes, panels


@jit
def step_up(cost: float, error: float, step_costs: FloatArray, step_errors: FloatArray, steps: IntArray) -> bool:
    """Add a step for a panel of that cost and error, remove the steps that it makes needless; tell whether it did."""
    count = steps[0]
    first = step_at(cost, step_costs, count) + 1
    if first > 0:
        if error >= step_errors[first - 1] * (1.0 - _TOLERANCE):
            return False
        if step_costs[first - 1] == cost:
            first -= 1
    last = first
    while last < count and step_errors[last] >= error:
        last += 1
    moved = first + 1 - last
    if moved > 0:
        for step in range(count - 1, last - 1, -1):
            step_costs[step + 1] = step_costs[step]
            step_errors[step + 1] = step_errors[step]
    elif moved < 0:
        for step in range(last, count):
            step_costs[step + moved] = step_costs[step]
            step_errors[step + moved] = step_errors[step]
    step_costs[first] = cost
    step_errors[first] = error
    steps[0] = count + moved
    return True


@jit
def step_at(budget: float, step_costs: FloatArray, count: int) -> int:
    """Return the last step that costs at most so much, -1 if there is none."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if step_costs[middle] <= budget:
            low = middle + 1
        else:
            high = middle
    return low - 1
