"""The best set, with proof."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.searchers.exact.all_budgets import trace
from haversack.searchers.exact.lagrangian import lagrangian_panels
from haversack.searchers.exact.majority_search import TILT_FROM, TOLERANCE, MajoritySearch
from haversack.searchers.exact.size_bound import Window, bound_by_windows
from haversack.searchers.exact.size_tree import SizeTree, root_bounds
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.unconstrained import offer_most_accurate
from haversack.searchers.exact.undecided import NODES_TO_START

if TYPE_CHECKING:
    from haversack.api.frontier import FrontierMonitor
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray
    from haversack.searchers.exact.interval_bound import IntervalBound

_NODES_PER_REPORT = 2_000
_FINENESS = 0.03
_CORE_NODES_PER_MEMBER = 5_000
_CERTIFY_SIZES_FROM = 150
_MOST_SIZE_BY_SIZE = 3_000
_FEW_NODES = 1_000
_PROVED = "proved optimal"


@attrs.frozen
class Exact:
    """Find the best set and prove that none is better.

    For energies that count right votes and under which a more accurate member never harms. Without a budget the best
    set of each size is that of the most accurate members, so only those are looked at. With one, a bound by tilting
    covers the panels of all sizes at once under a majority vote, and leaves few members in doubt. What that does not
    settle, and other energies, are searched size by size, depth first, the most accurate members first: a member is
    passed over for good once one that is as accurate and no dearer has been left out, and a branch is cut when even the
    best accuracies that its budget allows do not lead below the best loss so far. A step is one set or node looked at.
    It can be stopped at any time: the answer then carries a bound.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)
    proves_optimality: ClassVar[bool] = True
    trait_needs: ClassVar[tuple[str, ...]] = ("monotone_in_accuracy",)
    ends_by_itself: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Search until all is proved or the monitor says stop."""
        ordered = SortedMembers.of(problem)
        if ordered.all_fit:
            ended = _ended(offer_most_accurate(problem, monitor, ordered))
        else:
            ended = self._constrained(problem, monitor, ordered)
        if ended == _PROVED:
            monitor.prove(monitor.best_loss)
        return ended

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Find the best sets of all budgets at once; see `haversack.capabilities.TracesFrontier`."""
        trace(problem, monitor)

    def _constrained(self, problem: Problem, monitor: Monitor, ordered: SortedMembers) -> str | None:
        traits, members = problem.traits, len(ordered.members)
        sizes = np.arange(1, ordered.largest_size + 1, 2 if traits.odd_sizes_suffice else 1)
        started, proof = False, None
        if traits.plain_majority and traits.odd_sizes_suffice:
            by_size = members <= _MOST_SIZE_BY_SIZE
            nodes = _CORE_NODES_PER_MEMBER * members if by_size else sys.maxsize
            start = NODES_TO_START if members >= TILT_FROM else _FEW_NODES
            search = MajoritySearch(problem, monitor, ordered, fineness=_FINENESS, most_nodes=nodes, start_nodes=start)
            outcome = search.run(proving=members >= TILT_FROM)
            if outcome.settled or not outcome.going:
                return _ended(outcome.going)
            if outcome.found and not by_size:
                return f"too many members are in doubt to settle the last {outcome.gap:.2%} of the error"
            proof = outcome.certificate
            started = outcome.found and (proof is not None or members < TILT_FROM)
        return _ended(_SizeBySize(problem, monitor, ordered, sizes, started, proof).search())


def _ended(going: bool) -> str | None:
    """Tell why a search ended that nobody stopped."""
    return _PROVED if going else None


class _SizeBySize:
    """The search through the trees of all sizes.

    Parameters
    ----------
    problem, monitor, ordered, sizes
        What to search, where to report.
    started
        Whether a good set is known.
    proof
        A bound for all sizes at once, if there is one.
    """

    def __init__(
        self,
        problem: Problem,
        monitor: Monitor,
        ordered: SortedMembers,
        sizes: IntArray,
        started: bool,
        proof: IntervalBound | None,
    ) -> None:
        self._problem, self._monitor, self._ordered, self._started = problem, monitor, ordered, started
        self._sizes = sizes if proof is None else sizes[sizes >= proof.fewest]
        self._least = 0.0 if proof is None else math.exp(proof.log_bound)
        self._common = (
            ()
            if proof is None
            else tuple(
                Window(interval.log_base, np.maximum(interval.keys, 0.0), np.maximum(-interval.keys, 0.0))
                for interval in proof.intervals
            )
        )
        self._windows: dict[int, tuple[Window, ...]] = {}

    def search(self) -> bool:
        """Search until all is settled or the monitor says stop; returns whether it would let us go on."""
        problem, monitor = self._problem, self._monitor
        if not self._started:
            panels = lagrangian_panels(self._ordered, self._sizes.tolist())
            if not monitor.offer(panels, problem.losses(panels)):
                return False
        bounds = np.maximum(root_bounds(problem, self._ordered, self._sizes), self._least)
        if not monitor.prove(float(bounds.min(initial=monitor.best_loss))):
            return False
        worth_it = len(self._ordered.members) >= _CERTIFY_SIZES_FROM and len(self._ordered.limits) == 1
        if worth_it and not self._common and not self._certify(bounds):
            return False
        # The most promising size first: a good set found early cuts the others short.
        for place in np.argsort(bounds, kind="stable").tolist():
            tree = SizeTree.of(problem, self._ordered, int(self._sizes[place]), self._windows.get(place, self._common))
            while not tree.done:
                target = monitor.best_loss * (1.0 - TOLERANCE)
                if bounds[place] >= target:
                    # Neither this size nor any later one can hold anything better.
                    return True
                if not monitor.prove(float(bounds[place])):
                    return False
                nodes, loss, chosen = tree.explore(target, _NODES_PER_REPORT)
                found = self._ordered.sets(chosen[None, :][: int(loss < target)])
                if not monitor.offer(found, steps=nodes, at=np.full(len(found), nodes), evaluations=nodes):
                    return False
        return True

    def _certify(self, bounds: FloatArray) -> bool:
        """Raise the bounds by tilting, the least first: raising any other one would not raise what is proved of all."""
        monitor = self._monitor
        for place in np.argsort(bounds, kind="stable").tolist():
            if bounds[place] >= monitor.best_loss * (1.0 - TOLERANCE):
                break
            panels = lagrangian_panels(self._ordered, [int(self._sizes[place])])
            panel = self._problem.pool.require_accuracies()[panels[0]]
            proof = bound_by_windows(self._problem, self._ordered, panel, monitor.best_loss)
            bounds[place] = max(bounds[place], proof.bound)
            self._windows[place] = proof.windows
            if not monitor.prove(float(bounds.min())):
                return False
        return True
