"""The best set, with proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.energy import CountsVotes
from haversack.errors import CapabilityError
from haversack.searchers.all_budgets import trace
from haversack.searchers.certificate import size_certificate
from haversack.searchers.ordered import OrderedMembers
from haversack.searchers.prefixes import prefix_losses
from haversack.searchers.size_tree import SizeTree, root_bounds
from haversack.searchers.sweep import priced_panels

if TYPE_CHECKING:
    from haversack.api.arrays import IntArray
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.api.tracing import FrontierMonitor
    from haversack.searchers.certificate import Window

_NODES_PER_REPORT = 20_000
_TOLERANCE = 1e-12
_TILT_FROM = 150  # Below, the search is over before the certificates are made.


@attrs.frozen
class Exact:
    """Find the best set and prove that none is better.

    For energies that count right votes and under which a more accurate member never harms. Without a budget the best
    set of each size is that of the most accurate members, so only those are looked at. With one, each size is searched
    depth first, the most accurate members first: a member is passed over for good once one that is as accurate and no
    dearer has been left out, and a branch is cut when even the best accuracies that its budget allows do not lead below
    the best loss so far. In larger pools with one budget, bounds by tilting exclude most sizes and members at once.
    A step is one set or node looked at. It can be stopped at any time: the answer then carries a bound.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Search until all is proved or the monitor says stop."""
        if not problem.traits.monotone_in_accuracy:
            raise CapabilityError(
                f"searcher 'exact' needs an energy under which a more accurate member never harms, and "
                f"{problem.energy!r} does not promise it"
            )
        ordered = OrderedMembers.of(problem)
        step = 2 if problem.traits.odd_sizes_suffice else 1
        if ordered.all_fit:
            going = self._most_accurate(problem, monitor, ordered)
        else:
            sizes = np.arange(1, ordered.largest_size + 1, step)
            going = self._branch_and_bound(problem, monitor, ordered, sizes)
        if going:
            monitor.prove(monitor.best_loss)
        return "proved optimal" if going else None

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Find the best sets of all budgets at once; see `haversack.TracesFrontier`."""
        trace(problem, monitor)

    def _most_accurate(self, problem: Problem, monitor: Monitor, ordered: OrderedMembers) -> bool:
        """Look at the most accurate members of each number."""
        count = len(ordered.members)
        losses = prefix_losses(problem, ordered.members[None, :], np.array([count]))[0]
        size = int(np.argmin(losses)) + 1
        best = ordered.sets((np.arange(count) < size)[None, :])
        return monitor.offer(best, losses[size - 1 : size], steps=count, at=np.array([count]), evaluations=count)

    def _branch_and_bound(self, problem: Problem, monitor: Monitor, ordered: OrderedMembers, sizes: IntArray) -> bool:
        panels = priced_panels(ordered, sizes.tolist())
        losses = problem.losses(panels)
        if not monitor.offer(panels, losses):
            return False
        bounds = root_bounds(problem, ordered, sizes)
        if not monitor.prove(float(bounds.min())):
            return False
        windows: dict[int, tuple[Window, ...]] = {}
        if len(ordered.members) >= _TILT_FROM and len(ordered.limits) == 1:
            # The least bound first: raising any other one would not raise what is proved of all.
            for place in np.argsort(bounds, kind="stable").tolist():
                if bounds[place] >= monitor.best_loss * (1.0 - _TOLERANCE):
                    break
                panel = problem.pool.require_accuracies()[panels[place]]
                proof = size_certificate(problem, ordered, panel, monitor.best_loss)
                bounds[place] = max(bounds[place], proof.bound)
                windows[place] = proof.windows
                if not monitor.prove(float(bounds.min())):
                    return False
        # The most promising size first: a good set found early cuts the others short.
        for place in np.argsort(bounds, kind="stable").tolist():
            tree = SizeTree.of(problem, ordered, int(sizes[place]), windows.get(place, ()))
            while not tree.done:
                target = monitor.best_loss * (1.0 - _TOLERANCE)
                if bounds[place] >= target:
                    # Neither this size nor any later one can hold anything better.
                    return True
                if not monitor.prove(float(bounds[place])):
                    return False
                nodes, loss, chosen = tree.explore(target, _NODES_PER_REPORT)
                found = ordered.sets(chosen[None, :][: int(loss < target)])
                if not monitor.offer(found, steps=nodes, at=np.full(len(found), nodes), evaluations=nodes):
                    return False
        return True
