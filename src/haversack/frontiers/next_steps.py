"""The steps of a frontier just above a budget, by a few selections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.problem import ROUNDING
from haversack.frontiers.budgets import BELOW

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_WIDTH, _WIDER = 0.02, 4.0


@attrs.frozen
class Bought:
    """The best set found for a budget: its members, loss and cost, and whether it is proved to be the best."""

    members: tuple[int, ...]
    loss: float
    cost: float
    is_proven: bool


@attrs.define
class NextSteps:
    """Finds the next budget that buys a better set, and those after it.

    The range of budgets is widened until a better set is found, then halved until just below its cost nothing better
    than before can be bought: that proves the step if both selections are proved.

    Parameters
    ----------
    select
        Returns the best set for a budget, None if nothing fits.
    last_budget
        No larger budget buys more.
    most_selections
        How often it may be asked.
    selections
        How often it was.
    """

    select: Callable[[float], Bought | None]
    last_budget: float
    most_selections: int
    selections: int = 0

    def find(self, budget: float, loss: float, count: int) -> list[Bought]:
        """Return up to so many steps above a budget, for which a loss is known.

        The last one may be short of proof: no selection is left to exclude a smaller budget.
        """
        steps: list[Bought] = []
        while len(steps) < count:
            step = self._find_next(budget, loss)
            if step is None:
                break
            steps.append(step)
            budget, loss = step.cost, step.loss
        return steps

    def _find_next(self, budget: float, loss: float) -> Bought | None:
        floor, width = budget, max(_FIRST_WIDTH * budget, _FIRST_WIDTH * self.last_budget / 10.0)
        while floor < self.last_budget and self._can_select():
            ceiling = min(budget + width, self.last_budget)
            found = self._try(ceiling, loss)
            if found is not None:
                return self._narrow(found, budget, floor, loss)
            floor, width = ceiling, width * _WIDER
        return None

    def _narrow(self, found: Bought, budget: float, floor: float, loss: float) -> Bought:
        """Return the cheapest set that is better than a loss, given one, and that up to the floor there is none."""
        while self._can_select():
            below = min(found.cost, self.last_budget) * (1.0 - BELOW)
            if below <= budget:
                return found
            cheaper = self._try(below, loss)
            if cheaper is None:
                return attrs.evolve(found, is_proven=found.is_proven and self._was_proven)
            found = cheaper
            middle = (floor + found.cost) / 2.0
            if self._can_select() and floor < middle < found.cost * (1.0 - BELOW):
                cheaper = self._try(middle, loss)
                found, floor = (found, middle) if cheaper is None else (cheaper, floor)
        return attrs.evolve(found, is_proven=False)

    def _can_select(self) -> bool:
        return self.selections < self.most_selections

    def _try(self, budget: float, loss: float) -> Bought | None:
        """Return the best set for a budget if it is better than a loss."""
        self.selections += 1
        found = self.select(budget)
        self._was_proven = found is None or found.is_proven
        return found if found is not None and found.loss < loss - ROUNDING * abs(loss) else None

    _was_proven: bool = attrs.field(default=False, init=False)
