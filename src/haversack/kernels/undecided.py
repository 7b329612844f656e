"""Branch and bound over the few members that a bound leaves undecided, the others being in or out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


class UndecidedMembers(NamedTuple):
    """Members that can be in or out, those with the largest absolute keys first.

    Parameters
    ----------
    gains, shares, rests
        See `haversack.statistics.tilts`; `rests` are 1 - share with all digits.
    keys
        By how much the logarithm of the error rises if a member is in (where positive) or out (where negative).
    usage, usage_after, relief_after
        What each member uses of each resource, negative where it demands something; what the members from each on use
        together of what they use, and of what is negative; both with one row more.
    better_starts, better
        For each member, those before it that are as accurate and use no more: some best panel that has it has them,
        too. They are in `better` from its start to that of the next.
    worse_starts, worse
        In the same way, those before it that are no more accurate and use no less.
    """

    gains: FloatArray
    shares: FloatArray
    rests: FloatArray
    keys: FloatArray
    usage: FloatArray
    usage_after: FloatArray
    relief_after: FloatArray
    better_starts: IntArray
    better: IntArray
    worse_starts: IntArray
    worse: IntArray


class PricedLimits(NamedTuple):
    """The limits of the resources, and by how much the logarithm of the error rises for a unit that is left over."""

    limits: FloatArray
    prices: FloatArray


class VoteWeights(NamedTuple):
    """What a number of right votes counts for under a tilt.

    Parameters
    ----------
    weights
        ``exp(tilt * (lowest + k - shift))``, with a shift that the logarithms of factors take back.
    lowest
        The first number of right votes that matters.
    tilt
        The tilt.
    """

    weights: FloatArray
    lowest: int
    tilt: float


class UndecidedState(NamedTuple):
    """Where a search is; it can be left and taken up again.

    Parameters
    ----------
    depth
        Of length 1: the number of members decided. Below 0, all panels have been searched.
    branch
        At each depth, how many of the two branches have been taken.
    sizes, deviations, log_factors, used, distributions
        At each depth, of the panel so far: its size, its deviations from the bound, the logarithm of the factor before
        its weighted votes, what it uses, and the distribution of its right votes.
    """

    depth: IntArray
    branch: IntArray
    sizes: IntArray
    deviations: FloatArray
    log_factors: FloatArray
    used: FloatArray
    distributions: FloatArray


@jit
def explore(
    undecided: UndecidedMembers,
    budget: PricedLimits,
    votes: VoteWeights,
    log_base: float,
    log_target: float,
    most_nodes: int,
    state: UndecidedState,
    best: Sets,
) -> tuple[int, float]:
    """Search for an odd panel whose error has a logarithm below the target; go on where the last call was.

    Parameters
    ----------
    undecided, budget, votes
        The members, the resources, and what right votes count for.
    log_base, log_target
        What keys and prices are added to, and what is to be beaten.
    most_nodes
        Return after so many nodes.
    state
        Where the search is.
    best
        Receives which members are in the best panel found.

    Returns
    -------
    tuple
        The number of nodes, and the smallest logarithm of an error, infinite if none is below the target.
    """
    gains, shares, rests, keys, usage, usage_after, relief_after = undecided[:7]
    better_starts, better, worse_starts, worse = undecided[7:]
    limits, prices = budget
    weights, lowest, tilt = votes
    depth, branch, sizes, deviations, log_factors, used, distributions = state
    members, resources = usage.shape
    width = weights.shape[0]
    least = np.inf
    nodes = 0
    while depth[0] >= 0 and nodes < most_nodes:
        level = depth[0]
        if branch[level] == 0:
            # A new node: is it worth going on?
            nodes += 1
            slack = min(log_target, least) - log_base - deviations[level]
            cut = slack < 0.0
            for resource in range(resources):
                left = limits[resource] - used[level, resource]
                idle = left - usage_after[level, resource]
                if idle > 0.0:
                    slack -= prices[resource] * idle
                if left < relief_after[level, resource] or slack < 0.0:
                    cut = True
                    break
            if not cut and level == members:
                if sizes[level] % 2 == 1:
                    total = 0.0
                    for place in range(min((sizes[level] - 1) // 2 - lowest + 1, width)):
                        total += weights[place] * distributions[level, place]
                    log_error = log_factors[level] - 0.5 * tilt * sizes[level] + math.log(max(total, 1e-300))
                    if log_error < log_target and log_error < least:
                        least = log_error
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
        if joins:
            is_dominated = differs(better[better_starts[level] : better_starts[level + 1]], joins, branch, keys)
        else:
            is_dominated = differs(worse[worse_starts[level] : worse_starts[level + 1]], joins, branch, keys)
        if is_dominated:
            continue
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
    return nodes, least


@jit
def differs(earlier: IntArray, joins: bool, branch: IntArray, keys: FloatArray) -> bool:
    """Return whether one of some members, decided before, is out where another joins, or in where it does not."""
    for place in range(earlier.shape[0]):
        member = earlier[place]
        # The branch taken first is the one that the key suggests.
        is_in = (branch[member] == 1) == (keys[member] < 0.0)
        if is_in != joins:
            return True
    return False


@jit
def count_right_votes(shares: FloatArray, rests: FloatArray, reach: float, distribution: FloatArray) -> int:
    """Write the distribution of the number of right votes, as far as it lies within reach of its mean.

    The members join one by one.

    Parameters
    ----------
    shares, rests
        Of the members; the latter are 1 - share.
    reach
        In deviations, and as many votes more.
    distribution
        Starts as that of no votes: 1, then zeros. Receives the distribution, 0 outside the reach.

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
        last = min(min(last + 1, top), int(mean + far) + 1)
        # Where nearly all are certainly right, even the last place is out of reach; there is none behind it.
        bottom = min(max(first, int(mean - far)), top)
        for votes in range(last, bottom, -1):
            distribution[votes] = wrong * distribution[votes] + right * distribution[votes - 1]
        before = distribution[bottom - 1] if bottom > first else 0.0
        distribution[bottom] = wrong * distribution[bottom] + right * before
        for votes in range(first, bottom):
            distribution[votes] = 0.0
        first = bottom
    return first
