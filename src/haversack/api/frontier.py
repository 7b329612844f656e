"""How the best sets of all budgets are searched for at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


class FrontierMonitor(Protocol):
    """Keeps, for each budget, the best set that a search over all budgets offers."""

    def offer(self, sets: Sets, losses: FloatArray | None = None, *, steps: int | None = None) -> None:
        """Report candidates.

        Parameters
        ----------
        sets
            Of shape (rows, len(pool)). Sets that are best for no budget may be omitted.
        losses
            Their losses, if the searcher knows them; a claim to be better is checked. Computed if omitted.
        steps
            How many search steps they took; by default one each.
        """

    def prove(self, budget: float) -> None:
        """Report that for this budget, and for every smaller one, no set is better than the best one offered."""


@runtime_checkable
class TracesFrontier(Protocol):
    """A searcher that can find the best sets of all budgets in one search, with proof."""

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Search until all budgets up to that of the problem are proved.

        Deterministic. Mutates nothing. Reports often, because Ctrl-C takes effect in between. Small budgets should be
        proved first: a search that is interrupted keeps its proofs.

        Raises
        ------
        CapabilityError
            Before anything is reported, if the energy or the cost model does not allow it. Unless the caller insists,
            budgets are then searched one by one.
        """


@runtime_checkable
class HasBreakpoints(Protocol):
    """A cost model with few different costs of sets."""

    def breakpoints(self, pool: Pool) -> FloatArray:
        """Return the possible costs of sets, rising: between two of them a larger budget changes nothing."""


@attrs.frozen
class FrontierProgress:
    """Progress of the search for a frontier.

    Parameters
    ----------
    budget, last_budget
        The budget that the search has reached, and the last one.
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
