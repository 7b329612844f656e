"""Branch and bound over the few members that a bound leaves undecided, the others being in or out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


@jit
def explore(
    gains: FloatArray,
    shares: FloatArray,
    rests: FloatArray,
    keys: FloatArray,
    usage: FloatArray,
    usage_after: FloatArray,
    limits: FloatArray,
    prices: FloatArray,
    weights: FloatArray,
    lowest: int,
    tilt: float,
    log_base: float,
    log_target: float,
    most_nodes: int,
    depth: IntArray,
    branch: IntArray,
    sizes: IntArray,
    deviations: FloatArray,
    log_factors: FloatArray,
    used: FloatArray,
    distributions: FloatArray,
    best: Sets,
) -> tuple[int, float]:
    """Search for an odd panel whose error has a logarithm below the target; go on where the last call was.

    Parameters
    ----------
    gains, shares, rests, keys, usage
        Of the undecided members: see `tilted_row`; `rests` are 1 - share with all digits. Those whose keys are largest
        in size come first.
    usage_after
        What the members from each on use together; one row more than there are members.
    limits, prices
        Of the resources.
    weights, lowest, tilt
        ``exp(tilt * (lowest + k - shift))`` for the numbers of right votes that matter, of which the first is `lowest`,
        and a shift that ``log_factors`` takes back.
    log_base, log_target
        What keys and prices are added to, and what is to be beaten.
    most_nodes
        Return after so many nodes.
    depth, branch, sizes, deviations, log_factors, used, distributions
        Where the search stands: number of members decided, which branches of each have been taken, and of the panel so
        far its size, its deviations from the bound, the logarithm of the factor before its weighted votes, what it
        uses, and the distribution of its right votes. ``depth[0]`` below 0 means that all is done.
    best
        Receives which members are in the best panel found.

    Returns
    -------
    tuple
        The number of nodes, and the smallest logarithm of an error, infinite if none is below the target.
    """
    members, resources = usage.shape
    width = weights.shape[0]
    found = np.inf
    nodes = 0
    while depth[0] >= 0 and nodes < most_nodes:
        level = depth[0]
        if branch[level] == 0:
            # A new node: look whether it is worth going on.
            nodes += 1
            slack = min(log_target, found) - log_base - deviations[level]
            cut = slack < 0.0
            for resource in range(resources):
                left = limits[resource] - used[level, resource]
                idle = left - usage_after[level, resource]
                if left < 0.0 or (idle > 0.0 and prices[resource] * idle > slack):
                    cut = True
            if not cut and level == members:
                if sizes[level] % 2 == 1:
                    total = 0.0
                    for place in range(min((sizes[level] - 1) // 2 - lowest + 1, width)):
                        total += weights[place] * distributions[level, place]
                    log_error = log_factors[level] - 0.5 * tilt * sizes[level] + math.log(max(total, 1e-300))
                    if log_error < log_target and log_error < found:
                        found = log_error
                        for member in range(members):
                            best[member] = (branch[member] == 1) == (keys[member] < 0.0)
                cut = True
            if cut:
                depth[0] = level - 1
                continue
        if branch[level] == 2:
            branch[level] = 0
            depth[0] = level - 1
            continue
        # First what the key suggests, then the other.
        joins = (branch[level] == 0) == (keys[level] < 0.0)
        branch[level] += 1
        against = (keys[level] < 0.0) != joins
        deviations[level + 1] = deviations[level] + (abs(keys[level]) if against else 0.0)
        for resource in range(resources):
            used[level + 1, resource] = used[level, resource] + (usage[level, resource] if joins else 0.0)
        if joins:
            sizes[level + 1] = sizes[level] + 1
            log_factors[level + 1] = log_factors[level] + gains[level]
            right, wrong = shares[level], rests[level]
            distributions[level + 1, 0] = wrong * distributions[level, 0]
            for place in range(1, width):
                distributions[level + 1, place] = (
                    wrong * distributions[level, place] + right * distributions[level, place - 1]
                )
        else:
            sizes[level + 1] = sizes[level]
            log_factors[level + 1] = log_factors[level]
            for place in range(width):
                distributions[level + 1, place] = distributions[level, place]
        depth[0] = level + 1
        branch[level + 1] = 0
    return nodes, found


@jit
def grow(shares: FloatArray, rests: FloatArray, reach: float, distribution: FloatArray) -> int:
    """Count the right votes of members who join one by one, as far as they lie within reach of their mean.

    Parameters
    ----------
    shares, rests
        Of the members; the latter are 1 - share.
    reach
        In deviations, and as many votes more.
    distribution
        Starts as that of nobody's votes, 1 for none; receives the distribution, 0 outside the reach.

    Returns
    -------
    int
        The first number of votes within reach.
    """
    top = distribution.shape[0] - 1
    mean = variance = 0.0
    first = last = 0
    for member in range(shares.shape[0]):
        right, wrong = shares[member], rests[member]
        mean += right
        variance += right * wrong
        far = reach * (math.sqrt(variance) + 1.0)
        last = min(last + 1, top, int(mean + far) + 1)
        # Where nearly all are right for sure, even the last place is out of reach; there is none behind it.
        bottom = min(max(first, int(mean - far)), top)
        for votes in range(last, bottom, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        before = distribution[bottom - 1] if bottom > first else 0.0
        distribution[bottom] = wrong * distribution[bottom] + right * before
        for votes in range(first, bottom):
            distribution[votes] = 0.0
        first = bottom
    return first


@jit
def beginning_log_errors(
    gains: FloatArray,
    shares: FloatArray,
    rests: FloatArray,
    tilt: float,
    start: int,
    reach: float,
    log_errors: FloatArray,
) -> None:
    """Write the logarithms of the errors of the first start + 1, start + 2, ... members, where that is odd."""
    most = start + log_errors.shape[0]
    distribution = np.zeros(most // 2 + 2)
    distribution[0] = 1.0
    first = grow(shares[:start], rests[:start], reach, distribution)
    log_factor = 0.0
    for member in range(start):
        log_factor += gains[member]
    for place in range(log_errors.shape[0]):
        size = start + place + 1
        right, wrong = shares[size - 1], rests[size - 1]
        log_factor += gains[size - 1]
        for votes in range(distribution.shape[0] - 1, first, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        distribution[first] *= wrong
        if size % 2 == 1:
            total = 0.0
            for votes in range(first, (size - 1) // 2 + 1):
                total += math.exp(-tilt * (0.5 * size - votes)) * distribution[votes]
            log_errors[place] = log_factor + math.log(max(total, 1e-300))
