"""The search through the trees of all sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.majority_search import TOLERANCE
from haversack.searchers.exact.size_bound import Window, bound_by_windows
from haversack.searchers.exact.size_tree import SizeTree, bound_sizes

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray
    from haversack.searchers.exact.interval_bound import IntervalBound
    from haversack.searchers.exact.sorted_members import SortedMembers

_NODES_PER_REPORT, _LEAST_NODES, _VOTES_PER_REPORT = 2_000, 16, 400_000
_MOST_FIRST_SIZES, _SIZES_PER_OFFER, _CELLS_PER_OFFER = 400, 64, 400_000
_BOUND_SIZES_FROM = 150


class SizeBySizeSearch:
    """Branch and bound over one tree per size, the most promising size first.

    Parameters
    ----------
    problem, monitor, members, sizes
        What to search, where to report.
    has_start
        Whether a good set has been reported.
    bound
        A bound for all sizes at once, if there is one.
    """

    def __init__(
        self,
        problem: Problem,
        monitor: Monitor,
        members: SortedMembers,
        sizes: IntArray,
        *,
        has_start: bool,
        bound: IntervalBound | None,
    ) -> None:
        self._problem, self._monitor, self._members, self._has_start = problem, monitor, members, has_start
        self._sizes = sizes if bound is None else sizes[sizes >= bound.fewest]
        self._least = 0.0 if bound is None else math.exp(bound.log_bound)
        self._common_windows = tuple(
            Window(interval.log_base, np.maximum(interval.keys, 0.0), np.maximum(-interval.keys, 0.0))
            for interval in (() if bound is None else bound.intervals)
        )
        self._windows: dict[int, tuple[Window, ...]] = {}

    def run(self) -> bool:
        """Search until all panels are settled or the monitor says stop; return whether they are settled."""
        problem, monitor, members = self._problem, self._monitor, self._members
        if not self._has_start and not self._offer_first_panels():
            return False
        bounds = bound_sizes(problem, members, self._sizes, self._is_out_of_time)
        if bounds is None:
            return False
        bounds = np.maximum(bounds, self._least)
        if not monitor.prove(float(bounds.min(initial=monitor.best_loss))):
            return False
        is_worth_it = len(members) >= _BOUND_SIZES_FROM and len(members.limits) == 1
        if is_worth_it and not self._common_windows and not self._raise_bounds(bounds):
            return False
        # The most promising size first: a good set found early cuts the others short.
        for place in np.argsort(bounds, kind="stable").tolist():
            tree = SizeTree.of(
                problem, members, int(self._sizes[place]), self._windows.get(place, self._common_windows)
            )
            # The larger the panel, the longer a node takes.
            most_nodes = max(_LEAST_NODES, min(_NODES_PER_REPORT, _VOTES_PER_REPORT // int(self._sizes[place])))
            while not tree.is_done:
                target = monitor.best_loss * (1.0 - TOLERANCE)
                if bounds[place] >= target:
                    # Neither this size nor any later one can hold anything better.
                    return True
                if not monitor.prove(float(bounds[place])):
                    return False
                nodes, loss, chosen = tree.explore(target, most_nodes)
                found = members.to_pool_sets(chosen[None, :][: int(loss < target)])
                if not monitor.offer(found, steps=nodes, at=np.full(len(found), nodes), evaluations=nodes):
                    return False
        return True

    def _is_out_of_time(self) -> bool:
        return not self._monitor.prove(-math.inf)

    def _offer_first_panels(self) -> bool:
        """Offer a good panel of every size, or of some where there are many; return whether to go on."""
        apart = -(-len(self._sizes) // _MOST_FIRST_SIZES)
        # From the middle outwards: what time is left for should not be the smallest panels only.
        sizes = sorted(self._sizes[::apart].tolist(), key=lambda size: abs(size - self._sizes[len(self._sizes) // 2]))
        if apart == 1:
            sizes = self._sizes.tolist()
        count = max(1, min(_SIZES_PER_OFFER, _CELLS_PER_OFFER // len(self._members)))
        for start in range(0, len(sizes), count):
            panels = find_lagrangian_panels(self._members, sizes[start : start + count])
            if not self._monitor.offer(panels, self._problem.losses(panels)):
                return False
        return True

    def _raise_bounds(self, bounds: FloatArray) -> bool:
        """Raise the bounds of sizes by tilting, the least first: no other raises the common bound.

        Returns whether to go on.
        """
        monitor = self._monitor
        for place in np.argsort(bounds, kind="stable").tolist():
            if bounds[place] >= monitor.best_loss * (1.0 - TOLERANCE):
                break
            panels = find_lagrangian_panels(self._members, [int(self._sizes[place])])
            panel = self._problem.pool.require_accuracies()[panels[0]]
            size_bound = bound_by_windows(
                self._problem, self._members, panel, monitor.best_loss, is_out_of_time=self._is_out_of_time
            )
            if size_bound is None:
                return False
            bounds[place] = max(bounds[place], size_bound.bound)
            self._windows[place] = size_bound.windows
            if not monitor.prove(float(bounds.min())):
                return False
        return True
