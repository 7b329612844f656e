"""The search for the best majority vote: a very good panel, a bound for all, and the members that leave a doubt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.searchers.certificate import Certificate, certified
from haversack.searchers.core import Core, balanced_panels, undecided_below

if TYPE_CHECKING:
    from haversack.api.arrays import IntArray, Sets
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.searchers.ordered import OrderedMembers

TOLERANCE = 1e-12
"""By what share of its error a panel must be better to count as better."""

_NODES_PER_REPORT = 20_000
_MOST_UNDECIDED = 2_000


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
    certificate: Certificate | None

    @property
    def found(self) -> bool:
        """Whether there is a panel at all."""
        return math.isfinite(self.log_error)

    @property
    def gap(self) -> float:
        """The share of the error that could still be removed at most."""
        return -math.expm1(min(self.log_bound - self.log_error, 0.0))


class TiltedSearch:
    """One search.

    Parameters
    ----------
    problem, monitor, ordered
        A plain majority vote under a budget that not everybody fits in; where to report; the members.
    fineness
        Of the bound: see `certified`.
    most_nodes
        After how many nodes the members in doubt are left alone.
    """

    def __init__(
        self, problem: Problem, monitor: Monitor, ordered: OrderedMembers, *, fineness: float, most_nodes: int
    ) -> None:
        self._problem, self._monitor, self._ordered = problem, monitor, ordered
        self._fineness, self._most_nodes = fineness, most_nodes
        self._log_error = math.inf
        self._log_bound = -math.inf
        self._proof: Certificate | None = None

    def run(self, *, proving: bool = True) -> Outcome:
        """Search until all is settled, the nodes are used up, or the monitor says stop; without a proof, just start."""
        going = self._start()
        settled = False
        if proving and going and math.isfinite(self._log_error):
            self._proof = certified(self._problem, self._ordered, self._panel, self._log_error, fineness=self._fineness)
            if self._proof is not None:
                going = self._prove(self._proof.log_bound)
                if going:
                    going, settled = self._settle(self._proof)
        return Outcome(going, settled, self._log_error, self._log_bound, self._proof)

    def _start(self) -> bool:
        # Whoever stops at once has the most accurate member.
        first = self._ordered.sets(np.arange(len(self._ordered.members))[None, :] == 0)
        if not self._monitor.offer(first):
            return False
        return all(self._found(*panel) for panel in balanced_panels(self._ordered))

    def _settle(self, proof: Certificate) -> tuple[bool, bool]:
        """Look at the panels of every interval that does not exclude them."""
        left = self._most_nodes
        for place, interval in enumerate(proof.intervals):
            target = self._log_error - TOLERANCE
            if interval.log_bound >= target:
                break
            if not self._prove(interval.log_bound):
                return False, False
            undecided = undecided_below(interval, target)
            if len(undecided) > _MOST_UNDECIDED:
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
        # A bound too small for a number would make a proof of every error that is so, too.
        return self._monitor.prove(loss if loss > 0.0 else -math.inf)


def _at_the_end(found: Sets, nodes: int) -> IntArray:
    return np.full(len(found), nodes)
