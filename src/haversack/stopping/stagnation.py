"""Stop after a number of steps without improvement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import StoppingRule
from haversack.validators import whole

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class Stagnation(StoppingRule):
    """Stop after a number of steps without improvement.

    Parameters
    ----------
    steps
        Number of steps without improvement, at least 1.

    Examples
    --------
    >>> from haversack import Progress
    >>> Stagnation(steps=50)(Progress(steps=80, since_improvement=50))
    'no improvement in 50 steps'
    """

    steps: int = attrs.field(validator=whole(1))

    def __call__(self, progress: Progress) -> str | None:
        """Fire after `steps` steps without improvement."""
        if progress.since_improvement < self.steps:
            return None
        return f"no improvement in {self.steps:,} steps"
