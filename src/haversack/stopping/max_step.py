"""A limit on steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import StoppingRule
from haversack.validators import whole

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class MaxStep(StoppingRule):
    """Stop after a number of search steps.

    Parameters
    ----------
    limit
        Number of steps, at least 1.

    Examples
    --------
    >>> from haversack import Progress
    >>> MaxStep(limit=1000)(Progress(steps=1000))
    'limit of 1,000 steps'
    """

    limit: int = attrs.field(validator=whole(1))

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the limit."""
        if progress.steps < self.limit:
            return None
        return f"limit of {self.limit:,} steps"
