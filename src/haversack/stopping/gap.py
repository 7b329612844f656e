"""Stop at an optimality gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import StoppingRule
from haversack.validators import probability

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class Gap(StoppingRule):
    """Stop when the optimality gap is at most a given share of the loss. Needs a searcher that proves bounds.

    Parameters
    ----------
    share
        The largest acceptable gap, as a share of the loss of the best set, from 0 to 1.

    Examples
    --------
    >>> from haversack import Progress
    >>> Gap(share=0.1)(Progress(best_loss=0.02, loss_bound=0.019))
    'gap of 5.00% is within 10.00%'
    """

    share: float = attrs.field(validator=probability)

    def __call__(self, progress: Progress) -> str | None:
        """Fire when the gap is small enough."""
        if progress.gap is None or progress.gap > self.share:
            return None
        return f"gap of {progress.gap:.2%} is within {self.share:.2%}"
