"""How the best sets of all budgets are looked for at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


class FrontierMonitor(Protocol):
    """Where a search over all budgets reports. It keeps for each budget the best set that has been offered."""

    def offer(self, sets: Sets, losses: FloatArray | None = None, *, steps: int | None = None) -> None:
        """Report candidates.

        Parameters
        ----------
        sets
            Of shape (rows, len(pool)). Sets that are best for no budget may be left out.
        losses
            Their losses, if the searcher knows them; a claim to be better is checked. Computed if left out.
        steps
            How many search steps they took; one each if left out.
        """

    def prove(self, budget: float) -> None:
        """Report that for this budget, and for every smaller one, no set is better than the best one offered."""


@runtime_checkable
class TracesFrontier(Protocol):
    """A searcher that can find the best sets of all budgets in one search, with proof."""

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Search until all budgets up to that of the problem are proved.

        Deterministic. Mutates nothing. Reports often, as Ctrl-C takes effect in between; small budgets are best proved
        first, because what has been proved stays proved if the search is ended.

        Raises
        ------
        CapabilityError
            Before anything is reported, if the energy or the cost model does not allow it. Where the caller did not
            insist, budgets are then searched one by one.
        """


@runtime_checkable
class HasBreakpoints(Protocol):
    """A cost model under which sets have few different costs."""

    def breakpoints(self, pool: Pool) -> FloatArray:
        """Return the costs that sets can have, rising: between two of them a larger budget buys nothing more."""


@attrs.frozen
class FrontierProgress:
    """How far the search for a frontier has come.

    Parameters
    ----------
    budget, last_budget
        Which budget the search has got to, and where it ends.
    points
        Number of points so far.
    seconds
        Since the search began.
    """

    budget: float
    last_budget: float
    points: int
    seconds: float


@attrs.frozen
class BudgetBound:
    """No set that costs at most `budget` is worth more than `value`, nor has a smaller `loss`."""

    budget: float
    loss: float
    value: float
