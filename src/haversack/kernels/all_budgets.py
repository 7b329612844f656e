"""Branch and bound over the panels of one size, for all budgets of a band at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.rank_bound import RankScratch, bound_ranks, compute_error
from haversack.kernels.tree_state import add_member, drop_last_member

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.rank_bound import Members
    from haversack.kernels.tree_state import TreeState

_TOLERANCE = 1e-12


class FrontierPoints(NamedTuple):
    """The best panels known, none of which is cheaper and errs less than another.

    Parameters
    ----------
    costs, errors
        Of the points: costs rise, errors fall. Longer than the number of points, so that points can be added.
    length
        Of length 1: the number of points.
    """

    costs: FloatArray
    errors: FloatArray
    length: IntArray


@jit
def explore(
    members: Members,
    weights: FloatArray,
    target: float,
    ceiling: float,
    most_nodes: int,
    state: TreeState,
    points: FrontierPoints,
    panels: Sets,
) -> tuple[int, int]:
    """Search the panels of one size, depth first, for new points of the frontier; go on where the last call was.

    The tree is that of `size_tree.explore` with one resource, whose dominance holds for every budget at once. A branch
    is cut when even the best accuracies that the ceiling allows do not lead below the error at the floor of the band.

    Parameters
    ----------
    members
        The members.
    weights
        Error of k right votes; 0 beyond the end.
    target, ceiling
        The error at the largest budget below the band; the largest budget of the band.
    most_nodes
        Return after so many nodes.
    state
        Where the search is.
    points
        The frontier, with room for as many new points as `panels` has rows.
    panels
        Receives the panels that made a new point; when it is full, the search pauses.

    Returns
    -------
    tuple
        The number of nodes, and of panels found.
    """
    accuracies, costs, _ = members
    depth, path, skipped_below, spent, _, distributions = state
    _, point_errors, _ = points
    count = accuracies.shape[0]
    size = path.shape[0] - 1
    scratch = RankScratch(np.zeros(count, dtype=np.bool_), np.empty(count))
    ranks = np.empty(size + 1)
    grown = np.empty(weights.shape[0])
    single = np.empty(1)
    nodes = 0
    found = 0
    while depth[0] >= 0 and nodes < most_nodes and found < panels.shape[0]:
        nodes += 1
        level = depth[0]
        member = path[level]
        places = size - level
        left = ceiling - spent[level]
        below = skipped_below[level]
        while member < count and (costs[member] >= below or costs[member] > left):
            # Out, but no reason to leave others out: it could not have been in.
            member += 1
        path[level] = member
        cut = count - member < places
        if not cut:
            if bound_ranks(members, member, below, places, left, scratch, ranks):
                bound = compute_error(distributions[level], level, ranks, places, weights, grown)
                cut = bound >= target * (1.0 - _TOLERANCE)
                if not cut:
                    # A point that costs no more than the cheapest completion may err less already.
                    least = spent[level]
                    for other in range(member, count):
                        if scratch.cheapest[other]:
                            least += costs[other]
                    known = find_point(least * (1.0 - _TOLERANCE), points)
                    cut = known >= 0 and bound >= point_errors[known] * (1.0 - _TOLERANCE)
            else:
                cut = True
        if cut:
            drop_last_member(state, costs, True)
        elif level + 1 == size:
            single[0] = accuracies[member]
            error = compute_error(distributions[level], level, single, 1, weights, grown)
            if add_point(spent[level] + costs[member], error, points):
                panels[found] = False
                for place in range(level):
                    panels[found, path[place]] = True
                panels[found, member] = True
                found += 1
            # A later member for this place is no more accurate, so it must be cheaper.
            skipped_below[level] = costs[member]
            path[level] = member + 1
        else:
            add_member(state, members, member)
    return nodes, found


@jit
def add_point(cost: float, error: float, points: FrontierPoints) -> bool:
    """Add a point unless a known one costs no more and errs no more, remove those it beats; return whether it did."""
    costs, errors, length = points
    count = length[0]
    first = find_point(cost, points) + 1
    if first > 0:
        if error >= errors[first - 1] * (1.0 - _TOLERANCE):
            return False
        if costs[first - 1] == cost:
            first -= 1
    last = first
    while last < count and errors[last] >= error:
        last += 1
    shift = first + 1 - last
    if shift > 0:
        for point in range(count - 1, last - 1, -1):
            costs[point + 1] = costs[point]
            errors[point + 1] = errors[point]
    elif shift < 0:
        for point in range(last, count):
            costs[point + shift] = costs[point]
            errors[point + shift] = errors[point]
    costs[first] = cost
    errors[first] = error
    length[0] = count + shift
    return True


@jit
def find_point(budget: float, points: FrontierPoints) -> int:
    """Return the last point within a budget, -1 if there is none."""
    costs, _, length = points
    low, high = 0, length[0]
    while low < high:
        middle = (low + high) // 2
        if costs[middle] <= budget:
            low = middle + 1
        else:
            high = middle
    return low - 1
