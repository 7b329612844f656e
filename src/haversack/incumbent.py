"""The best feasible set so far."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from haversack.arrays import Sets


@attrs.frozen(eq=False)
class Incumbent:
    """The best feasible set so far, when it was found, and how good the one before it was.

    Parameters
    ----------
    row
        The set, of shape (len(pool),), or None before the first.
    loss, value, cost
        Of that set.
    step, seconds
        When it was found; 0 before the first.
    improvements
        Number of improvements so far.
    previous_loss, previous_value
        Of the best set before this one.
    milestones
        Steps and sets, the oldest first: each set that was the best at a step that is a power of 2, and this one. Few,
        however many improvements there were.
    """

    row: Sets | None = None
    loss: float = math.inf
    value: float = -math.inf
    cost: float = math.nan
    step: int = 0
    seconds: float = 0.0
    improvements: int = 0
    previous_loss: float = math.inf
    previous_value: float = -math.inf
    milestones: tuple[tuple[int, Sets], ...] = ()

    def improve(self, row: Sets, *, loss: float, value: float, cost: float, step: int, seconds: float) -> Incumbent:
        """Return what a better set makes of it."""
        # The power of 2 at or after the step at which the old set was found.
        lasted = self.row is not None and 1 << max(0, self.step - 1).bit_length() < step
        milestones = (*(self.milestones if lasted else self.milestones[:-1]), (step, row))
        counts = self.improvements + 1, self.loss, self.value
        return Incumbent(row, loss, value, cost, step, seconds, *counts, milestones)
