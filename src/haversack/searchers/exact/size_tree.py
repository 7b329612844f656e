"""The search tree of one size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.exact.size_bound import Window
    from haversack.searchers.exact.sorted_members import SortedMembers

_VOTES_PER_SLICE = 30_000_000


class SizeTree:
    """Branch and bound over the panels of one size, which can be left and taken up again.

    Parameters
    ----------
    members
        The members.
    size
        The size.
    weights
        Error of k right votes of that many.
    windows
        Of a bound for that size, if there is one.
    """

    def __init__(self, members: SortedMembers, size: int, weights: FloatArray, windows: tuple[Window, ...]) -> None:
        self._members, self._size = members, size
        self._weights = trim_weights(weights)
        state = kernels.tree_state.TreeState.at_root(size, len(self._weights), members.usage.shape[1])
        self._depth, self._state = state.depth, kernels.jit.plain(state)
        self._log_bounds = [window.log_bound for window in windows]
        shape = len(windows), len(members)
        limits = kernels.size_tree.WindowLimits(
            joining=np.array([window.joining for window in windows]).reshape(shape),
            missing=np.array([window.missing for window in windows]).reshape(shape),
            slack=np.empty(len(windows)),
            deviations=np.zeros((size + 1, len(windows))),
        )
        self._slack, self._limits = limits.slack, kernels.jit.plain(limits)

    @classmethod
    def of(cls, problem: Problem, members: SortedMembers, size: int, windows: tuple[Window, ...] = ()) -> SizeTree:
        """Start at the root."""
        energy = problem.energy
        assert isinstance(energy, CountsVotes)
        return cls(members, size, energy.error_weights(size), windows)

    @property
    def is_done(self) -> bool:
        """Whether the whole tree has been searched."""
        return bool(self._depth[0] < 0)

    def explore(self, target: float, most_nodes: int) -> tuple[int, float, Sets]:
        """Explore at most `most_nodes` nodes; return their number, the smallest loss below the target, and its set."""
        members = self._members
        best = np.zeros(self._size, dtype=np.int64)
        log_target = math.log(target) if target > 0.0 else -math.inf
        self._slack[:] = [log_target - log_bound for log_bound in self._log_bounds]
        nodes, loss = kernels.size_tree.explore(
            members.by_rank,
            members.knapsack,
            members.cost_limit,
            self._weights,
            target,
            most_nodes,
            self._state,
            self._limits,
            best,
        )
        chosen = np.zeros(len(members), dtype=np.bool_)
        chosen[best] = np.isfinite(loss)
        return int(nodes), float(loss), chosen


def trim_weights(weights: FloatArray) -> FloatArray:
    """Remove the zeros at the end: beyond the last weight above 0 the number of right votes does not matter."""
    top = int(np.flatnonzero(weights)[-1]) if weights.any() else 0
    return np.ascontiguousarray(weights[: top + 1])


def bound_sizes(
    problem: Problem, members: SortedMembers, sizes: IntArray, is_out_of_time: Callable[[], bool] = lambda: False
) -> FloatArray | None:
    """Return for each size a lower bound on the error of its panels; None if time runs out."""
    energy = problem.energy
    assert isinstance(energy, CountsVotes)
    bounds = np.empty(len(sizes))
    work = np.cumsum(sizes * (sizes + len(members)) // 2)
    start = 0
    while start < len(sizes):
        end = max(start + 1, int(np.searchsorted(work, (work[start - 1] if start else 0) + _VOTES_PER_SLICE)))
        part = sizes[start:end]
        weights = np.concatenate([energy.error_weights(size) for size in part.tolist()])
        starts = np.concatenate([[0], np.cumsum(part + 1)[:-1]])
        kernels.size_tree.write_root_bounds(
            members.by_rank, members.cost_limit, part, weights, starts, bounds[start:end]
        )
        start = end
        if start < len(sizes) and is_out_of_time():
            return None
    return bounds
