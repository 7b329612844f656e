"""The search through the members that a bound leaves undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.statistics.tilts import tilt_members
from haversack.statistics.vote_window import HUGE, compute_vote_window

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.exact.interval_bound import Interval
    from haversack.searchers.exact.sorted_members import SortedMembers

VOTES_IN_REACH = 10.0
"""Deviations of the number of right votes beyond which it does not matter."""

MOST_UNDECIDED = 2_000
"""Number of undecided members beyond which enumerating their combinations is hopeless."""

_MOST_EXPONENT = 700.0
_ROUNDING = 1e-12
_SMALL_TREE = 24


class UndecidedSearch:
    """Branch and bound over the panels of one interval, which can be left and taken up again.

    Parameters
    ----------
    members
        The members and the budget.
    interval
        What is known of the panels.
    undecided
        The members that may be in or out; all others are as their keys suggest.
    only_own_tilts
        Whether panels whose tilt is not in the interval may be left out: others cover them.
    """

    def __init__(
        self, members: SortedMembers, interval: Interval, undecided: IntArray, *, only_own_tilts: bool = False
    ) -> None:
        keys = interval.keys
        free = len(undecided)
        # The members that matter most come first, so that a wrong branch is cut early.
        undecided = undecided[np.argsort(-np.abs(keys[undecided]), kind="stable")]
        is_decided = np.ones(len(keys), dtype=np.bool_)
        is_decided[undecided] = False
        inside = is_decided & (keys < 0.0)
        tilt = 0.5 * (interval.low + interval.high)
        gains, shares, rests = tilt_members(members.accuracies, tilt)
        all_usage, limits, prices = members.usage, members.limits, interval.prices
        # A panel may be left out for a better one with another tilt: that is found in its own interval.
        dominates = find_dominance(members.accuracies[undecided], all_usage[undecided])
        # A small tree is searched faster than rows are added.
        only_own_tilts &= free > _SMALL_TREE
        if only_own_tilts:
            margins, margin_limits = list_tilt_rows(members.accuracies, interval.low, interval.high)
            all_usage = np.column_stack([all_usage, margins])
            limits, prices = np.concatenate([limits, margin_limits]), np.concatenate([prices, np.zeros(2)])
        usage = np.ascontiguousarray(all_usage[undecided])
        usage_after, relief_after = np.zeros((2, free + 1, usage.shape[1]))
        usage_after[:-1] = np.cumsum(np.maximum(usage, 0.0)[::-1], axis=0)[::-1]
        if members.has_demands or only_own_tilts:
            relief_after[:-1] = np.cumsum(np.minimum(usage, 0.0)[::-1], axis=0)[::-1]
        size = int(inside.sum())
        largest = max(size, min(size + free, members.largest_size))
        lowest, distribution = count_right_votes(shares[inside], rests[inside], largest // 2 + 1)
        # Counted from half of the likely size, the exponents that matter are small.
        likely = size + int((keys[undecided] < 0.0).sum())
        exponents = tilt * (lowest + np.arange(len(distribution)) - 0.5 * likely)
        weights = np.exp(np.clip(exponents, -_MOST_EXPONENT, _MOST_EXPONENT))

        kernel, plain = kernels.undecided, kernels.jit.plain
        self._log_base = interval.log_base
        self._undecided, self._inside = undecided, inside
        self._members = plain(
            kernel.UndecidedMembers(
                gains[undecided],
                shares[undecided],
                rests[undecided],
                keys[undecided],
                usage,
                usage_after,
                relief_after,
                *list_earlier(dominates.T),
                *list_earlier(dominates),
            )
        )
        self._budget = plain(kernel.PricedLimits(limits, prices))
        self._votes = plain(kernel.VoteWeights(weights, lowest, tilt))
        state = kernel.UndecidedState(
            depth=np.zeros(1, dtype=np.int64),
            branch=np.zeros(free + 1, dtype=np.int64),
            sizes=np.full(free + 1, size),
            deviations=np.zeros(free + 1),
            log_factors=np.full(free + 1, float(gains[inside].sum()) + 0.5 * tilt * likely),
            used=np.zeros((free + 1, usage.shape[1])),
            distributions=np.zeros((free + 1, len(distribution))),
        )
        state.used[0] = all_usage[inside].sum(axis=0)
        state.distributions[0] = distribution
        self._depth, self._state = state.depth, plain(state)

    @property
    def is_done(self) -> bool:
        """Whether all panels have been searched."""
        return bool(self._depth[0] < 0)

    def explore(self, log_target: float, most_nodes: int) -> tuple[int, float, Sets]:
        """Explore at most `most_nodes` nodes; return their number, the least log error below the target, its panel."""
        best = np.zeros(len(self._undecided), dtype=np.bool_)
        nodes, log_error = kernels.undecided.explore(
            self._members, self._budget, self._votes, self._log_base, log_target, most_nodes, self._state, best
        )
        panel = self._inside.copy()
        panel[self._undecided] = best
        return int(nodes), float(log_error), panel


def list_tilt_rows(accuracies: FloatArray, low: float, high: float) -> tuple[FloatArray, FloatArray]:
    """Return usage and limits of two rows that the panels keep whose tilt lies between low and high.

    With d and b of `haversack.kernels.error_integral`, d + b falls with the tilt and is 0 at that of a panel: it is not
    negative at `low`, and not positive at `high`. Limits have room for rounding.
    """
    usage = np.column_stack([0.5 - tilt_members(accuracies, low).shares, tilt_members(accuracies, high).shares - 0.5])
    halves = 0.5 / np.tanh(0.5 * np.array([low, high])) * np.array([1.0, -1.0])
    return usage, halves + _ROUNDING * (np.abs(halves) + len(accuracies))


def list_earlier(is_listed: Sets) -> tuple[IntArray, IntArray]:
    """List, for each member, those before it that its row has.

    Returns
    -------
    tuple
        Where the list of each member begins, with one place more, and the lists.

    Examples
    --------
    >>> starts, lists = list_earlier(np.array([[True, True], [True, True]]))
    >>> starts.tolist(), lists.tolist()
    ([0, 0, 1], [0])
    """
    places = np.arange(len(is_listed))
    members, lists = np.nonzero(is_listed & (places[:, None] > places))
    # Kernels are compiled for arrays of one kind.
    return np.searchsorted(members, np.arange(len(is_listed) + 1)), np.ascontiguousarray(lists)


def find_dominance(accuracies: FloatArray, usage: FloatArray) -> Sets:
    """Return, by row and column, whether a member is as accurate as another and uses no more; of equals, the first."""
    as_good = accuracies[:, None] >= accuracies[None, :]
    for column in usage.T:
        as_good &= column[:, None] <= column[None, :]
    return np.asarray(as_good & (~as_good.T | np.tri(len(accuracies), k=-1, dtype=np.bool_).T))


def find_undecided(interval: Interval, log_target: float) -> IntArray:
    """Return the members that a panel below the target may or may not have."""
    return np.flatnonzero(np.abs(interval.keys) <= log_target - interval.log_base)


def count_right_votes(shares: FloatArray, rests: FloatArray, most: int) -> tuple[int, FloatArray]:
    """Return the first number of right votes that matters, and the distribution from there up to `most`."""
    if len(shares) >= HUGE:
        votes, probabilities = compute_vote_window(shares, rests)
        lowest = min(int(votes[0]), most)
        distribution = np.zeros(most + 1 - lowest)
        distribution[: len(votes)] = probabilities[: len(distribution)]
        return lowest, distribution
    distribution = np.zeros(most + 1)
    distribution[0] = 1.0
    lowest = min(kernels.undecided.count_right_votes(shares, rests, VOTES_IN_REACH, distribution), most)
    return lowest, distribution[lowest:].copy()
