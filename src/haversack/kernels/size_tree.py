"""Branch and bound over the panels of one size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.rank_bound import RankScratch, bound_ranks, compute_error
from haversack.kernels.resources import fits
from haversack.kernels.tree_state import add_member, drop_last_member

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.rank_bound import Members
    from haversack.kernels.resources import Knapsack
    from haversack.kernels.tree_state import TreeState


class WindowLimits(NamedTuple):
    """What the windows of a bound still allow; a branch that no window allows is cut.

    Parameters
    ----------
    joining, missing
        By how much the logarithm of the error rises at least if a member is in, or is not: ``[window, member]``.
    slack
        By how much it may rise below the target, in each window. Without windows nothing is cut.
    deviations
        By how much it has risen at each depth: ``[depth, window]``.
    """

    joining: FloatArray
    missing: FloatArray
    slack: FloatArray
    deviations: FloatArray


@jit
def explore(
    members: Members,
    knapsack: Knapsack,
    cost_limit: float,
    weights: FloatArray,
    target: float,
    most_nodes: int,
    state: TreeState,
    windows: WindowLimits,
    best: IntArray,
) -> tuple[int, float]:
    """Search the panels of one size, depth first, for one that errs less than `target`; go on where the last call was.

    A branch is cut when even the best accuracies that its budget allows (`bound_ranks`) do not lead below the target.

    Parameters
    ----------
    members, knapsack, cost_limit
        The members, their resources, and the limit of the one additive cost that the resources imply. With one resource
        the cost is that; and only then does dominance hold, for which members' costs are compared.
    weights
        Error of k right votes; 0 beyond the end.
    target
        Only panels that err less are of interest.
    most_nodes
        Return after so many nodes.
    state, windows
        Where the search is; what is still allowed.
    best
        Receives the members of the best panel found.

    Returns
    -------
    tuple
        The number of nodes, and the smallest error found, infinite if none is below the target.
    """
    usage, limits = knapsack
    depth, path, skipped_below, spent, used, distributions = state
    joining, missing, slack, deviations = windows
    accuracies, costs, _ = members
    count, resources = usage.shape
    size = path.shape[0] - 1
    scratch = RankScratch(np.zeros(count, dtype=np.bool_), np.empty(count))
    ranks = np.empty(size + 1)
    grown = np.empty(weights.shape[0])
    single = np.empty(1)
    left = np.empty(resources)
    least = np.inf
    nodes = 0
    while depth[0] >= 0 and nodes < most_nodes:
        nodes += 1
        level = depth[0]
        member = path[level]
        places = size - level
        cut = count - member < places or not is_allowed(deviations[level], slack)
        if not cut:
            cost_left = cost_limit - spent[level]
            if bound_ranks(members, member, skipped_below[level], places, cost_left, scratch, ranks):
                cut = compute_error(distributions[level], level, ranks, places, weights, grown) >= target
            else:
                cut = True
        if cut:
            dropped = drop_last_member(state, costs, resources == 1)
            if dropped >= 0:
                for window in range(slack.shape[0]):
                    deviations[level - 1, window] += missing[window, dropped]
            continue
        for resource in range(resources):
            left[resource] = limits[resource] - used[level, resource]
        if costs[member] >= skipped_below[level] or not fits(usage, left, member):
            # Out, but no reason to leave others out: it could not have been in.
            path[level] = member + 1
            for window in range(slack.shape[0]):
                deviations[level, window] += missing[window, member]
            continue
        if level + 1 == size:
            # The first that fits is the best for the last place.
            single[0] = accuracies[member]
            error = compute_error(distributions[level], level, single, 1, weights, grown)
            if error < target:
                for window in range(slack.shape[0]):
                    slack[window] -= math.log(target / error)
                target = error
                least = error
                for place in range(size):
                    best[place] = path[place]
            path[level] = count
            continue
        for resource in range(resources):
            used[level + 1, resource] = used[level, resource] + usage[member, resource]
        for window in range(slack.shape[0]):
            deviations[level + 1, window] = deviations[level, window] + joining[window, member]
        add_member(state, members, member)
    return nodes, least


@jit
def is_allowed(deviations: FloatArray, slack: FloatArray) -> bool:
    """Return whether a window still allows what has been decided; always, if there are no windows."""
    for window in range(slack.shape[0]):
        if deviations[window] <= slack[window]:
            return True
    return bool(slack.shape[0] == 0)


@jit
def write_root_bounds(
    members: Members, limit: float, sizes: IntArray, weights: FloatArray, starts: IntArray, bounds: FloatArray
) -> None:
    """Write for each size a lower bound on the error of its panels; infinity where none fits.

    ``weights[starts[i] + k]`` is the error of k right votes of ``sizes[i]``.
    """
    accuracies, _, _ = members
    count = accuracies.shape[0]
    scratch = RankScratch(np.zeros(count, dtype=np.bool_), np.empty(count))
    ranks = np.empty(count + 1)
    grown = np.empty(count + 1)
    no_votes = np.ones(1)
    for place in range(sizes.shape[0]):
        size = sizes[place]
        bounds[place] = np.inf
        if bound_ranks(members, 0, np.inf, size, limit, scratch, ranks):
            last = starts[place] + size
            while last > starts[place] and weights[last] == 0.0:
                last -= 1
            row = weights[starts[place] : last + 1]
            bounds[place] = compute_error(no_votes, 0, ranks, size, row, grown)
