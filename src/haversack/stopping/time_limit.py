"""Stop after a number of seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import Limits, StoppingRule
from haversack.validators import positive_finite

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class TimeLimit(StoppingRule):
    """Stop after a number of seconds of searching; setting up does not count.

    The same seed may give a different answer on another machine.

    Parameters
    ----------
    seconds
        Duration of the search in seconds, above 0.

    Examples
    --------
    >>> from haversack import Progress
    >>> TimeLimit(seconds=0.5)(Progress(seconds=0.7))
    'limit of 0.5 seconds'
    """

    seconds: float = attrs.field(validator=positive_finite)

    @property
    def limits(self) -> Limits:
        """The seconds."""
        return Limits(seconds=self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the limit."""
        if progress.seconds < self.seconds:
            return None
        return f"limit of {self.seconds:g} seconds"
