"""The progress of a run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from haversack.api.gap import measure_gap

if TYPE_CHECKING:
    from haversack.arrays import Sets


@attrs.frozen
class Progress:
    """A snapshot of a run, which is all that a stopping rule sees.

    Every field has a default, so that a test names only those that matter to it.

    Parameters
    ----------
    steps
        Search steps so far; the searcher defines what a step is.
    evaluations
        Sets evaluated, as the searcher counts them: also those whose loss was known.
    seconds
        Since the search began, without setting up.
    best_loss
        Of the best feasible set so far; infinite before the first.
    best_value
        The same as shown to users; minus infinity before the first.
    since_improvement
        Steps since the best set changed; since the search began before the first.
    loss_bound
        Proved lower bound on the loss of every feasible set; minus infinity if there is none.
    seconds_since_improvement
        Seconds since the best set changed; since the search began before the first. The clock is read once per batch,
        so that a set found early in a batch counts from the end of it.
    previous_loss
        Of the best set before the last improvement; infinite before the second.
    previous_value
        The same as shown to users; minus infinity before the second.
    bound
        Proved upper bound on the value of every feasible set; infinite if there is none.
    budget
        Limit on the cost of a set; infinite without one.
    best_cost
        Cost of the best set so far, that is, the budget used; 0 before the first.
    claimed_gap
        The gap that the searcher states where its bound is too small to be written as a loss, or None.
    milestones
        Pairs of a step and the best set then, the oldest first: each set that was the best one at a step that is a
        power of 2, with the step at which it was found, and the best set so far. Sets are of shape (len(pool),).
    estimated
        After the search, while the accuracy on new items is estimated: the share of the samples that are done; None
        before. No stopping rule sees it.

    Examples
    --------
    >>> Progress(best_loss=0.5, loss_bound=0.25).gap
    0.5
    """

    steps: int = 0
    evaluations: int = 0
    seconds: float = 0.0
    best_loss: float = math.inf
    best_value: float = -math.inf
    since_improvement: int = 0
    loss_bound: float = -math.inf
    seconds_since_improvement: float = 0.0
    previous_loss: float = math.inf
    previous_value: float = -math.inf
    bound: float = math.inf
    budget: float = math.inf
    best_cost: float = 0.0
    claimed_gap: float | None = None
    milestones: tuple[tuple[int, Sets], ...] = attrs.field(default=(), eq=False, repr=False)
    estimated: float | None = None

    @property
    def gap(self) -> float | None:
        """The largest share of the best loss that another set could remove, as in `Selection`; None if not known."""
        if math.isinf(self.loss_bound):
            return self.claimed_gap
        return measure_gap(self.best_loss, self.loss_bound)
