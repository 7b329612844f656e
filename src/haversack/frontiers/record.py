"""Tracks a search over budgets: the best set known for each of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.frontier import BudgetBound, FrontierProgress
from haversack.api.problem import ROUNDING
from haversack.clock import read_search_seconds
from haversack.frontiers.point import FrontierPoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.errors import HaversackError


@attrs.frozen(eq=False)
class ParetoSets:
    """Sets by rising cost, each with a smaller loss than all before it.

    Parameters
    ----------
    sets
        Of shape (steps, len(pool)).
    costs, losses
        Of these sets.
    """

    sets: Sets
    costs: FloatArray
    losses: FloatArray

    def merge(self, sets: Sets, costs: FloatArray, losses: FloatArray) -> ParetoSets:
        """Return the Pareto sets of these and further ones; a loss must be smaller by more than rounding."""
        sets = np.concatenate([self.sets, sets])
        costs = np.concatenate([self.costs, costs])
        losses = np.concatenate([self.losses, losses])
        order = np.lexsort((losses, costs))
        best_before = np.minimum.accumulate(np.concatenate([[math.inf], losses[order][:-1]]))
        with np.errstate(invalid="ignore"):  # infinity less infinity, before the first
            margin = np.where(np.isinf(best_before), 0.0, ROUNDING * np.abs(best_before))
        order = order[losses[order] < best_before - margin]
        # Costs that differ only by rounding are one cost, for which the last is best.
        last = np.append(costs[order][1:] > costs[order][:-1] * (1 + ROUNDING), True)[: len(order)]
        order = order[last]
        return ParetoSets(sets[order], costs[order], losses[order])


@attrs.frozen(eq=False)
class RecordedSearch:
    """What a record holds, to be added to another one, in another process too.

    Parameters
    ----------
    pareto
        The sets.
    bounds
        Lower bounds on losses, by budget.
    steps, is_random
        Of its searches.
    failures
        What parts raised, by budget.
    """

    pareto: ParetoSets
    bounds: Mapping[float, float]
    steps: int
    is_random: bool
    failures: Mapping[float, HaversackError]


class FrontierRecord:
    """Keeps for every budget the best set offered, and the bounds that are proved.

    Parameters
    ----------
    problem
        The problem; its budget is the largest of interest.
    listener
        Called with the progress after every report.
    clock
        Returns seconds, rising; by default without the time of setting up.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        listener: Callable[[FrontierProgress], None] | None = None,
        clock: Callable[[], float] = read_search_seconds,
    ) -> None:
        self._problem = problem
        self._listener = listener
        self._clock = clock
        self._start = clock()
        self._pareto = ParetoSets(np.zeros((0, len(problem.pool)), dtype=np.bool_), np.zeros(0), np.zeros(0))
        self._bounds: dict[float, float] = {}
        self._reached = 0.0
        self.proven_to = 0.0
        self.search_steps = 0
        self.is_random = False
        """Whether a search drew random numbers."""
        self.failures: dict[float, HaversackError] = {}
        """What parts raised, by the budget that was being searched."""

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return self._clock() - self._start

    @property
    def is_empty(self) -> bool:
        """Whether no set has been offered that fits."""
        return len(self._pareto.costs) == 0

    def offer(self, sets: Sets, losses: FloatArray | None = None, *, steps: int | None = None) -> None:
        """Record candidates. See `haversack.api.frontier.FrontierMonitor`."""
        sets = np.asarray(sets, dtype=np.bool_)
        self.search_steps += len(sets) if steps is None else steps
        # The empty set is not a valid panel.
        chosen = sets.any(axis=1)
        if losses is not None:
            # A claim to be better is checked below; other sets change nothing.
            chosen &= np.asarray(losses) < self._known_losses(self._problem.costs(sets))
        sets = sets[chosen]
        if self._problem.constraints:
            sets = sets[self._problem.fits(sets)]
        if len(sets):
            # One assignment: Ctrl-C finds the old sets or the new ones.
            self._pareto = self._pareto.merge(sets, self._problem.costs(sets), self._problem.losses(sets))
        self.reach(self._reached)

    def keep(self, row: Sets, loss: float, cost: float | None = None) -> None:
        """Record a set whose loss is known to be right, and is not computed again."""
        if row.any():
            costs = self._problem.costs(row[None, :]) if cost is None else np.array([cost])
            self._pareto = self._pareto.merge(row[None, :], costs, np.array([loss]))

    def get_search(self) -> RecordedSearch:
        """Return what this record holds, for `add`."""
        return RecordedSearch(self._pareto, self._bounds, self.search_steps, self.is_random, self.failures)

    def add(self, found: RecordedSearch) -> None:
        """Record what another record holds."""
        self._pareto = self._pareto.merge(found.pareto.sets, found.pareto.costs, found.pareto.losses)
        for budget, loss in found.bounds.items():
            self.bound(budget, loss)
        self.search_steps += found.steps
        self.is_random |= found.is_random
        self.failures.update(found.failures)

    def prove(self, budget: float) -> None:
        """Record a proof for all budgets up to one. See `haversack.api.frontier.FrontierMonitor`."""
        self.proven_to = max(self.proven_to, budget)
        self.reach(self.proven_to)

    def bound(self, budget: float, loss: float) -> None:
        """Record a lower bound on the loss of every set within one budget."""
        self._bounds[budget] = max(self._bounds.get(budget, -math.inf), loss)

    def bound_of(self, budget: float) -> float | None:
        """Return the bound recorded for just this budget, or None."""
        return self._bounds.get(budget)

    def best_loss(self, budget: float) -> float:
        """Return the loss of the best set known for a budget, infinite if none fits."""
        fitting = np.searchsorted(self._pareto.costs, budget * (1 + ROUNDING), side="right")
        return float(self._pareto.losses[fitting - 1]) if fitting else math.inf

    def best(self, budget: float) -> Sets | None:
        """Return the best set known for a budget, if any fits."""
        fitting = np.searchsorted(self._pareto.costs, budget * (1 + ROUNDING), side="right")
        return self._pareto.sets[fitting - 1] if fitting else None

    def _known_losses(self, costs: FloatArray) -> FloatArray:
        """Return the best loss known at each cost, infinite where there is none."""
        places = np.searchsorted(self._pareto.costs, costs, side="right")
        return np.concatenate([[math.inf], self._pareto.losses])[places]

    def reach(self, budget: float) -> None:
        """Tell the listener which budget the search has reached."""
        self._reached = budget
        if self._listener is not None:
            points = len(self._pareto.costs)
            self._listener(FrontierProgress(budget, self._problem.budget, points, self.seconds))

    def bounds(self, show: Callable[[float], float | None] | None = None) -> tuple[BudgetBound, ...]:
        """Return the bounds proved for single budgets, by rising budget; `show` as in `points`."""
        show = self._problem.value if show is None else show
        shown = [(at, loss, show(loss)) for at, loss in sorted(self._bounds.items())]
        return tuple(BudgetBound(at, loss, value) for at, loss, value in shown if value is not None)

    def points(self, show: Callable[[float], float | None] | None = None) -> tuple[FrontierPoint, ...]:
        """Return the sets as points, without bounds; `show` returns the value of a loss, or None to leave it out."""
        show = self._problem.value if show is None else show
        names = self._problem.pool.names
        points = []
        pareto = self._pareto
        for row, cost, loss in zip(pareto.sets, pareto.costs.tolist(), pareto.losses.tolist(), strict=True):
            members, value = tuple(np.flatnonzero(row).tolist()), show(loss)
            if value is None:
                continue
            points.append(
                FrontierPoint(
                    budget=cost,
                    cost=cost,
                    members=members,
                    names=tuple(names[index] for index in members),
                    loss=loss,
                    value=value,
                    error=loss if self._problem.is_probability else None,
                )
            )
        return tuple(points)
