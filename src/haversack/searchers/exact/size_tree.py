"""The search tree of one size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.api.energy import CountsVotes

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.exact.size_bound import Window
    from haversack.searchers.exact.sorted_members import SortedMembers


class SizeTree:
    """Where the branch and bound over the panels of one size stands; it can be left and taken up again.

    Parameters
    ----------
    ordered
        The members.
    size
        The size.
    weights
        Error of k right votes of that many.
    windows
        Of a certificate, if there is one.
    """

    def __init__(self, ordered: SortedMembers, size: int, weights: FloatArray, windows: tuple[Window, ...]) -> None:
        self._ordered = ordered
        self._size = size
        # Beyond the last weight above 0 the number of right votes does not matter.
        self._top = int(np.flatnonzero(weights)[-1]) if weights.any() else 0
        self._weights = np.ascontiguousarray(weights[: self._top + 1])
        self._by_cost = np.argsort(ordered.costs, kind="stable")
        self._depth = np.zeros(1, dtype=np.int64)
        self._path = np.zeros(size + 1, dtype=np.int64)
        self._skipped = np.full(size + 1, np.inf)
        self._spent = np.zeros(size + 1)
        self._used = np.zeros((size + 1, ordered.usage.shape[1]))
        self._distributions = np.zeros((size + 1, self._top + 1))
        self._distributions[0, 0] = 1.0
        self._windows = windows
        count = len(ordered.members)
        self._joining = np.array([window.joining for window in windows]).reshape(len(windows), count)
        self._missing = np.array([window.missing for window in windows]).reshape(len(windows), count)
        self._deviations = np.zeros((size + 1, len(windows)))

    @classmethod
    def of(cls, problem: Problem, ordered: SortedMembers, size: int, windows: tuple[Window, ...] = ()) -> SizeTree:
        """Start at the root."""
        energy = problem.energy
        assert isinstance(energy, CountsVotes)
        return cls(ordered, size, energy.error_weights(size), windows)

    @property
    def done(self) -> bool:
        """Whether the whole tree has been searched."""
        return bool(self._depth[0] < 0)

    def explore(self, target: float, most_nodes: int) -> tuple[int, float, Sets]:
        """Look at so many nodes; return their number, the smallest loss below the target, and its set."""
        ordered = self._ordered
        best = np.zeros(self._size, dtype=np.int64)
        log_target = math.log(target) if target > 0.0 else -math.inf
        slack = np.array([log_target - window.log_bound for window in self._windows])
        nodes, loss = kernels.size_tree.explore(
            ordered.accuracies, ordered.usage, ordered.limits, ordered.costs, ordered.cost_limit, self._by_cost,
            self._weights, self._top, self._size, target, most_nodes,
            self._depth, self._path, self._skipped, self._spent, self._used, self._distributions,
            self._joining, self._missing, slack, self._deviations, best,
        )  # fmt: skip
        chosen = np.zeros(len(ordered.members), dtype=np.bool_)
        chosen[best] = np.isfinite(loss)
        return int(nodes), float(loss), chosen


def root_bounds(problem: Problem, ordered: SortedMembers, sizes: IntArray) -> FloatArray:
    """Return for each size what no panel of it errs less than."""
    energy = problem.energy
    assert isinstance(energy, CountsVotes)
    weights = np.concatenate([energy.error_weights(size) for size in sizes.tolist()])
    starts = np.concatenate([[0], np.cumsum(sizes + 1)[:-1]])
    bounds = np.empty(len(sizes))
    by_cost = np.argsort(ordered.costs, kind="stable")
    kernels.rank_bound.root_bounds(
        ordered.accuracies, ordered.costs, by_cost, ordered.cost_limit, sizes, weights, starts, bounds
    )
    return bounds
