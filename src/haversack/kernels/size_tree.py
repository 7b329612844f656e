"""Branch and bound over the panels of one size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.rank_bound import best_ranks, expected_weight
from haversack.kernels.resources import fits

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray


@jit
def explore(
    accuracies: FloatArray,
    usage: FloatArray,
    limits: FloatArray,
    costs: FloatArray,
    cost_limit: float,
    by_cost: IntArray,
    weights: FloatArray,
    top: int,
    size: int,
    target: float,
    most_nodes: int,
    depth: IntArray,
    path: IntArray,
    skipped_below: FloatArray,
    spent: FloatArray,
    used: FloatArray,
    distributions: FloatArray,
    joining: FloatArray,
    missing: FloatArray,
    slack: FloatArray,
    deviations: FloatArray,
    best: IntArray,
) -> tuple[int, float]:
    """Search the panels of one size, depth first, for one that errs less than `target`; go on where the last call was.

    Members are sorted by falling accuracy. At each of them the tree branches: in, or out. Once a member is out, a later
    one that costs as much is out too, because it is no more accurate. A branch is cut when even the best accuracies
    that its budget allows (`best_ranks`) do not lead below the target.

    Parameters
    ----------
    accuracies, usage, limits
        The members and the resources.
    costs, cost_limit, by_cost
        One additive cost that the resources imply, its limit, and the members sorted by it. With one resource it is
        that; and only then does dominance hold, for which members' costs are compared.
    weights, top, size
        Error of k right votes of `size`; 0 beyond `top`.
    target
        Only panels that err less are of interest.
    most_nodes
        Return after so many nodes.
    depth, path, skipped_below, spent, used, distributions
        Where the search stands: number of members in, the next member to decide at each depth, the cheapest member left
        out, cost and resources used, distribution of right votes. `depth[0]` below 0 means that all is done.
    joining, missing, slack, deviations
        Of each window of a certificate: by how much the logarithm of the error rises at least if a member is in, or is
        not; by how much it may rise below the target; by how much it has risen at each depth. A branch that no window
        allows is cut. Without windows nothing is cut for this.
    best
        Receives the members of the best panel found.

    Returns
    -------
    tuple
        The number of nodes, and the smallest error found, infinite if none is below the target.
    """
    members, resources = usage.shape
    cheapest = np.zeros(members, dtype=np.bool_)
    others = np.empty(members)
    ranks = np.empty(size + 1)
    grown = np.empty(top + 1)
    single = np.empty(1)
    left = np.empty(resources)
    found = np.inf
    nodes = 0
    windows = slack.shape[0]
    while depth[0] >= 0 and nodes < most_nodes:
        nodes += 1
        level = depth[0]
        member = path[level]
        places = size - level
        cut = members - member < places or not allowed(deviations[level], slack)
        if not cut:
            below = skipped_below[level]
            if best_ranks(
                accuracies, costs, by_cost, member, below, places, cost_limit - spent[level], cheapest, others, ranks
            ):
                bound = expected_weight(distributions[level], level, ranks, places, weights, top, grown)
                cut = bound >= target
            else:
                cut = True
        if cut:
            # Back to the last member that is in; the next branch is the one without it.
            depth[0] = level - 1
            if level > 0:
                member = path[level - 1]
                skipped_below[level - 1] = min(skipped_below[level - 1], costs[member] if resources == 1 else np.inf)
                path[level - 1] = member + 1
                for window in range(windows):
                    deviations[level - 1, window] += missing[window, member]
            continue
        for resource in range(resources):
            left[resource] = limits[resource] - used[level, resource]
        if costs[member] >= skipped_below[level] or not fits(usage, left, member):
            # Out, but no reason to leave others out: it could not have been in.
            path[level] = member + 1
            for window in range(windows):
                deviations[level, window] += missing[window, member]
            continue
        single[0] = accuracies[member]
        if level + 1 == size:
            # The first that fits is the best for the last place.
            error = expected_weight(distributions[level], level, single, 1, weights, top, grown)
            if error < target:
                for window in range(windows):
                    slack[window] -= math.log(target / error)
                target = error
                found = error
                for place in range(size):
                    best[place] = path[place]
            path[level] = members
            continue
        accuracy = accuracies[member]
        for right in range(min(level + 1, top), -1, -1):
            below_it = distributions[level, right - 1] if right > 0 else 0.0
            at_it = distributions[level, right] if right <= level else 0.0
            distributions[level + 1, right] = (1.0 - accuracy) * at_it + accuracy * below_it
        spent[level + 1] = spent[level] + costs[member]
        for resource in range(resources):
            used[level + 1, resource] = used[level, resource] + usage[member, resource]
        for window in range(windows):
            deviations[level + 1, window] = deviations[level, window] + joining[window, member]
        skipped_below[level + 1] = skipped_below[level]
        path[level + 1] = member + 1
        depth[0] = level + 1
    return nodes, found


@jit
def allowed(deviations: FloatArray, slack: FloatArray) -> bool:
    """Tell whether a window still allows what has been decided; always, if there are no windows."""
    for window in range(slack.shape[0]):
        if deviations[window] <= slack[window]:
            return True
    return bool(slack.shape[0] == 0)
