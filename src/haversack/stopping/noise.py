"""Stop when what a search still gains is less than chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.stopping import StoppingRule
from haversack.statistics.paired import check_item_losses, compare_items, compute_item_losses
from haversack.validators import to_whole, whole

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.arrays import FloatArray, Sets
    from haversack.statistics.paired import PairedDifference


@attrs.frozen
class Noise(StoppingRule):
    """Stop when the last doubling of the steps gained less than one standard error of the gain.

    For energies that are means over recorded items. The best sets at two steps, of which the second is twice the first,
    are compared item by item. Once their losses differ by less than the standard error of the difference, a better set
    on these items is not expected to be better on others. Stops also when the best set is proved optimal.

    Parameters
    ----------
    least
        Steps for each member of the pool before which the rule does not fire, at least 1. Rounds end at powers of 2,
        the first at or after so many steps.

    Examples
    --------
    >>> from haversack import Progress
    >>> Noise()(Progress(best_loss=0.02, loss_bound=0.02))
    'proved optimal'
    """

    least: int = attrs.field(default=200, converter=to_whole, validator=whole(1))
    # Of one run.
    _items: ItemComparison | None = attrs.field(default=None, init=False, eq=False, repr=False)

    def adapt(self, problem: Problem, searcher: Searcher) -> Noise:  # noqa: ARG002 - the interface's signature
        """Return the rule with what compares two sets of this problem."""
        check_item_losses(problem, "the stopping rule 'noise'")
        adapted = Noise(self.least)
        object.__setattr__(adapted, "_items", ItemComparison(problem))
        return adapted

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the end of a round that gained too little."""
        if not math.isinf(progress.best_loss) and progress.loss_bound >= progress.best_loss:
            return "proved optimal"
        if self._items is None or not progress.milestones:
            return None
        last = 1 << (self.least * self._items.members - 1).bit_length()
        # Every round that has ended, so that a rule that has fired goes on firing.
        while last <= progress.steps:
            before, after = _find_best(progress, last // 2), _find_best(progress, last)
            if before is not None and after is not None:
                gain = self._items.compare(before, after)
                steps = f"steps {last // 2:,} to {last:,}"
                if gain.mean <= 0.0:
                    return f"{steps} found no better set"
                if gain.mean < gain.standard_error:
                    return f"{steps} gained {gain.mean:.2g}, less than the standard error {gain.standard_error:.2g}"
            last *= 2
        return None


def _find_best(progress: Progress, step: int) -> Sets | None:
    """Return the best set at a step that is a power of 2, or None."""
    found = [row for number, row in progress.milestones if number <= step]
    return found[-1] if found else None


@attrs.frozen(eq=False)
class ItemComparison:
    """Compares sets of one problem item by item; what was computed is kept.

    Parameters
    ----------
    problem
        The problem.
    """

    problem: Problem
    _losses: dict[bytes, Any] = attrs.field(factory=dict, init=False)

    @property
    def members(self) -> int:
        """Number of members of the pool."""
        return len(self.problem.pool)

    def compare(self, worse: Sets, better: Sets) -> PairedDifference:
        """Return by how much the loss of one set exceeds that of another."""
        weights = self.problem.pool.require_votes().item_weights
        return compare_items(self._find_losses(worse), self._find_losses(better), weights)

    def _find_losses(self, row: Sets) -> FloatArray:
        key = row.tobytes()
        if key not in self._losses:
            self._losses[key] = compute_item_losses(self.problem, row)
        losses: FloatArray = self._losses[key]
        return losses
