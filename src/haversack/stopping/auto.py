"""Stop when there is nothing left to gain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import StoppingRule
from haversack.statistics.step_limits import choose_patience
from haversack.validators import optional, whole

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher


@attrs.frozen
class NothingToGain(StoppingRule):
    """Stop when the best set is proved optimal, or after a number of steps without a better set.

    Counts steps, not seconds, so that the same seed gives the same answer on any machine.

    Parameters
    ----------
    patience
        Number of steps without a better set. If omitted, 200,000 for a searcher that would never end, fewer in pools of
        more than 2,000 members, and no limit for a searcher that ends by itself, such as ``exact``.

    Examples
    --------
    >>> from haversack import Progress
    >>> NothingToGain()(Progress(best_loss=0.02, loss_bound=0.02))
    'proved optimal'
    >>> NothingToGain(patience=100)(Progress(best_loss=0.02, since_improvement=100))
    'no improvement in 100 steps'
    """

    patience: int | None = attrs.field(default=None, validator=optional(whole(1)))

    def adapt(self, problem: Problem, searcher: Searcher) -> NothingToGain:
        """Return the rule with the patience that the searcher needs."""
        ends = self.patience is not None or getattr(searcher, "ends_by_itself", False)
        return self if ends else attrs.evolve(self, patience=choose_patience(len(problem.pool)))

    def __call__(self, progress: Progress) -> str | None:
        """Fire when there is a proof or no better set for too long."""
        if not math.isinf(progress.best_loss) and progress.loss_bound >= progress.best_loss:
            return "proved optimal"
        if self.patience is None or progress.since_improvement < self.patience:
            return None
        return f"no improvement in {self.patience:,} steps"
