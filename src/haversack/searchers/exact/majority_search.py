"""The search for the best majority vote: a very good panel, a bound for all others, and the undecided members."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.searchers.exact.balanced_panel import NODES_TO_START, find_balanced_panel
from haversack.searchers.exact.interval_bound import IntervalBound, bound_by_intervals
from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.quick_panel import offer_quick_panel
from haversack.searchers.exact.undecided import MOST_UNDECIDED, UndecidedSearch, find_undecided

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

TOLERANCE = 1e-12
"""By what share of its error a panel must be better to count as better."""

BOUND_FROM = 50
"""In smaller pools it takes longer to bound all panels than to search them."""

_NODES_PER_REPORT = 20_000
_TRY_SIZES_UP_TO = 400
_MANY_LIMITS = 6
"""From so many on, prices found one after the other may end far from the best."""
_NODES_BEFORE_PRICES = 300_000


@attrs.frozen(eq=False)
class Outcome:
    """How a search ended.

    Parameters
    ----------
    is_stopped
        Whether the monitor stopped it.
    is_settled
        Whether every panel has been searched or excluded.
    log_error, log_bound
        Logarithms of the best error found and of the lower bound on all errors; the latter is minus infinity if there
        is none. They distinguish errors too small for a floating-point number.
    bound
        The bound before the undecided members were searched.
    """

    is_stopped: bool
    is_settled: bool
    log_error: float
    log_bound: float
    bound: IntervalBound | None

    @property
    def has_panel(self) -> bool:
        """Whether a panel was found."""
        return math.isfinite(self.log_error)

    @property
    def gap(self) -> float:
        """Optimality gap: the largest share of the error that a better panel could remove."""
        return -math.expm1(min(self.log_bound - self.log_error, 0.0))


class MajoritySearch:
    """One search.

    Parameters
    ----------
    problem, monitor, members
        A plain majority vote under a budget that not all members fit in; where to report; the members.
    fineness
        Of the bound: see `bound_by_intervals`.
    most_nodes, start_nodes
        Limits on the nodes to explore among undecided members, after the bound and for a first panel.
    """

    def __init__(
        self,
        problem: Problem,
        monitor: Monitor,
        members: SortedMembers,
        *,
        fineness: float,
        most_nodes: int,
        start_nodes: int = NODES_TO_START,
    ) -> None:
        self._problem, self._monitor, self._members = problem, monitor, members
        self._fineness, self._most_nodes, self._start_nodes = fineness, most_nodes, start_nodes
        self._log_error = math.inf
        self._log_bound = -math.inf
        self._is_stopped = False

    def run(self, *, is_proving: bool = True) -> Outcome:
        """Search until all panels are settled, the nodes are used up, or the monitor stops it.

        Without `is_proving`, only find a first panel.
        """
        if self._members.has_demands:
            self._take_start()
        else:
            self._find_start()
        bound, is_settled = None, False
        if is_proving and not self._is_stopped and math.isfinite(self._log_error):
            is_short = len(self._members.limits) >= _MANY_LIMITS
            nodes = min(_NODES_BEFORE_PRICES, self._most_nodes) if is_short else self._most_nodes
            bound, is_settled = self._bound_and_search(nodes, has_best_prices=False)
            if is_short and bound is not None and not (is_settled or self._is_stopped):
                bound, is_settled = self._bound_and_search(self._most_nodes, has_best_prices=True)
        return Outcome(self._is_stopped, is_settled, self._log_error, self._log_bound, bound)

    def _bound_and_search(self, nodes: int, *, has_best_prices: bool) -> tuple[IntervalBound | None, bool]:
        """Bound all panels, and search those that the bound leaves; return it, and whether all are settled."""
        bound = bound_by_intervals(
            self._problem,
            self._members,
            self._panel,
            self._log_error,
            fineness=self._fineness,
            has_best_prices=has_best_prices,
            is_out_of_time=self._is_out_of_time,
        )
        return bound, bound is not None and self._prove(bound.log_bound) and self._search_intervals(bound, nodes)

    def _is_out_of_time(self) -> bool:
        """Ask the monitor, which checks the clock even when a report proves nothing new."""
        self._is_stopped = not self._monitor.prove(-math.inf)
        return self._is_stopped

    def _find_start(self) -> None:
        if not offer_quick_panel(self._monitor, self._members):
            self._is_stopped = True
            return
        start = find_balanced_panel(self._members, self._start_nodes, self._is_out_of_time)
        if start is None:
            return
        # One step, whatever it took: so there is an answer even if few steps are allowed.
        log_error, panel = start
        going = self._report(1, log_error, panel)
        if going and self._start_nodes >= NODES_TO_START and len(panel) <= _TRY_SIZES_UP_TO:
            self._try_sizes(int(panel.sum()))

    def _take_start(self) -> None:
        """Start from the best set of the run, whatever its parity: any set with a smaller error is better."""
        best = self._monitor.best_set
        if best is not None and self._monitor.best_loss > 0.0:
            self._log_error = math.log(self._monitor.best_loss)
            self._panel = np.zeros(len(self._members), dtype=np.bool_)
            self._panel[: len(self._members.indices)] = best[self._members.indices]
            self._panel[len(self._members.indices) :] = True

    def _try_sizes(self, size: int) -> None:
        """Try the sizes next to the first, each with its own price: where costs are alike, the size matters most."""
        sizes = [near for near in range(size - 4, size + 5, 2) if 0 < near <= self._members.largest_size]
        panels = find_lagrangian_panels(self._members, sizes)[:, self._members.indices]
        sets = self._members.to_pool_sets(panels)
        # Prices on one cost: with several resources a panel may exceed one of them.
        losses = np.where(self._problem.fits(sets), self._problem.losses(sets), np.inf)
        best = int(np.argmin(losses))
        log_error = math.log(losses[best]) if losses[best] > 0.0 else -math.inf
        self._report(len(sizes), log_error if panels[best].any() else math.inf, panels[best])

    def _search_intervals(self, bound: IntervalBound, left: int) -> bool:
        """Search the panels of every interval that does not exclude them; return whether all are settled."""
        for place, interval in enumerate(bound.intervals):
            target = self._log_error - TOLERANCE
            if interval.log_bound >= target:
                break
            if not self._prove(interval.log_bound):
                return False
            undecided = find_undecided(interval, target)
            if len(undecided) > MOST_UNDECIDED:
                return False
            search = UndecidedSearch(self._members, interval, undecided, only_own_tilts=True)
            while not search.is_done:
                if left <= 0:
                    return False
                nodes, log_error, panel = search.explore(
                    self._log_error - TOLERANCE, min(_NODES_PER_REPORT << min(place, 4), left)
                )
                left -= nodes
                if not self._report(nodes, log_error, panel):
                    return False
        self._prove(self._log_error)
        return True

    def _report(self, nodes: int, log_error: float, panel: Sets) -> bool:
        """Report a panel if it is the best so far; return whether to go on."""
        is_better = log_error < self._log_error
        if is_better:
            self._log_error, self._panel = log_error, panel
        sets = self._members.to_pool_sets(panel[None, :][: int(is_better)])
        at = np.full(len(sets), nodes)
        self._is_stopped = not self._monitor.offer(sets, steps=nodes, at=at, evaluations=nodes)
        return not self._is_stopped

    def _prove(self, log_bound: float) -> bool:
        """Report a bound; return whether to go on."""
        self._log_bound = max(self._log_bound, min(log_bound, self._log_error))
        loss = math.exp(min(log_bound, self._log_error))
        if log_bound >= self._log_error:
            going = self._monitor.prove(self._monitor.best_loss)
        elif loss > 0.0 or self._monitor.best_loss > 0.0:
            going = self._monitor.prove(loss)
        else:
            # A bound of 0 would prove every error that is too small for a floating-point number.
            going = self._monitor.prove(-math.inf, gap=-math.expm1(self._log_bound - self._log_error))
        self._is_stopped = not going
        return going
