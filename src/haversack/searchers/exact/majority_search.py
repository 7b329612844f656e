"""The search for the best majority vote: a very good panel, a bound for all, and the members that leave a doubt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.searchers.exact.interval_bound import IntervalBound, bound_by_intervals
from haversack.searchers.exact.lagrangian import lagrangian_panels
from haversack.searchers.exact.undecided import MOST_UNDECIDED, NODES_TO_START, Core, balanced_panel, undecided_below

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import IntArray, Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

TOLERANCE = 1e-12
"""By what share of its error a panel must be better to count as better."""

TILT_FROM = 50
"""In smaller pools it takes longer to bound all panels than to look at them."""

_NODES_PER_REPORT = 20_000
_PRICED_BELOW = 400


@attrs.frozen(eq=False)
class Outcome:
    """How a search ended.

    Parameters
    ----------
    going
        Whether the monitor would let it go on.
    settled
        Whether every panel has been looked at or excluded.
    log_error, log_bound
        Logarithms of the best error found and of what no panel goes below; of the latter minus infinity if nothing is
        known. They tell apart what is too small for a number.
    certificate
        The bound before the members in doubt were looked at.
    """

    going: bool
    settled: bool
    log_error: float
    log_bound: float
    certificate: IntervalBound | None

    @property
    def found(self) -> bool:
        """Whether there is a panel at all."""
        return math.isfinite(self.log_error)

    @property
    def gap(self) -> float:
        """The share of the error that could still be removed at most."""
        return -math.expm1(min(self.log_bound - self.log_error, 0.0))


class MajoritySearch:
    """One search.

    Parameters
    ----------
    problem, monitor, ordered
        A plain majority vote under a budget that not everybody fits in; where to report; the members.
    fineness
        Of the bound: see `bound_by_intervals`.
    most_nodes, start_nodes
        After how many nodes the members in doubt are left alone, in the end and for a first panel.
    """

    def __init__(
        self,
        problem: Problem,
        monitor: Monitor,
        ordered: SortedMembers,
        *,
        fineness: float,
        most_nodes: int,
        start_nodes: int = NODES_TO_START,
    ) -> None:
        self._problem, self._monitor, self._ordered = problem, monitor, ordered
        self._fineness, self._most_nodes, self._start_nodes = fineness, most_nodes, start_nodes
        self._log_error = math.inf
        self._log_bound = -math.inf
        self._proof: IntervalBound | None = None
        self._told_to_stop = False

    def run(self, *, proving: bool = True) -> Outcome:
        """Search until all is settled, the nodes are used up, or the monitor says stop; without a proof, just start."""
        going = self._start()
        settled = False
        if proving and going and math.isfinite(self._log_error):
            self._proof = bound_by_intervals(
                self._problem,
                self._ordered,
                self._panel,
                self._log_error,
                fineness=self._fineness,
                out_of_time=self._out_of_time,
            )
            going = not self._told_to_stop
            if self._proof is not None:
                going = self._prove(self._proof.log_bound)
                if going:
                    going, settled = self._settle(self._proof)
        return Outcome(going, settled, self._log_error, self._log_bound, self._proof)

    def _out_of_time(self) -> bool:
        """Ask the monitor, which looks at the clock when it is told even that nothing is proved."""
        self._told_to_stop = not self._monitor.prove(-math.inf)
        return self._told_to_stop

    def _start(self) -> bool:
        start = balanced_panel(self._ordered, self._start_nodes)
        if start is None:
            return True
        # One step, however much went into it: so there is an answer even for those who allow few.
        log_error, panel = start
        if not self._found(1, log_error, panel):
            return False
        thorough = self._start_nodes >= NODES_TO_START and len(panel) <= _PRICED_BELOW
        return not thorough or self._try_sizes(int(panel.sum()))

    def _try_sizes(self, size: int) -> bool:
        """Try the sizes next to the first, with prices of their own: where costs are alike, the size is what counts."""
        sizes = [near for near in range(size - 4, size + 5, 2) if 0 < near <= self._ordered.largest_size]
        panels = lagrangian_panels(self._ordered, sizes)[:, self._ordered.members]
        losses = self._problem.losses(self._ordered.sets(panels))
        best = int(np.argmin(losses))
        log_error = math.log(losses[best]) if losses[best] > 0.0 else -math.inf
        return self._found(len(sizes), log_error if panels[best].any() else math.inf, panels[best])

    def _settle(self, proof: IntervalBound) -> tuple[bool, bool]:
        """Look at the panels of every interval that does not exclude them."""
        left = self._most_nodes
        for place, interval in enumerate(proof.intervals):
            target = self._log_error - TOLERANCE
            if interval.log_bound >= target:
                break
            if not self._prove(interval.log_bound):
                return False, False
            undecided = undecided_below(interval, target)
            if len(undecided) > MOST_UNDECIDED:
                return True, False
            core = Core(self._ordered, interval, undecided)
            while not core.done:
                if left <= 0:
                    return True, False
                nodes, log_error, panel = core.explore(
                    self._log_error - TOLERANCE, min(_NODES_PER_REPORT << min(place, 4), left)
                )
                left -= nodes
                if not self._found(nodes, log_error, panel):
                    return False, False
        return self._prove(self._log_error), True

    def _found(self, nodes: int, log_error: float, panel: Sets) -> bool:
        better = log_error < self._log_error
        if better:
            self._log_error, self._panel = log_error, panel
        found = self._ordered.sets(panel[None, :][: int(better)])
        return self._monitor.offer(found, steps=nodes, at=_at_the_end(found, nodes), evaluations=nodes)

    def _prove(self, log_bound: float) -> bool:
        self._log_bound = max(self._log_bound, min(log_bound, self._log_error))
        if log_bound >= self._log_error:
            return self._monitor.prove(self._monitor.best_loss)
        loss = math.exp(log_bound)
        if loss > 0.0 or self._monitor.best_loss > 0.0:
            return self._monitor.prove(loss)
        # A bound too small for a number would make a proof of every error that is so, too.
        return self._monitor.prove(-math.inf, gap=-math.expm1(self._log_bound - self._log_error))


def _at_the_end(found: Sets, nodes: int) -> IntArray:
    return np.full(len(found), nodes)
