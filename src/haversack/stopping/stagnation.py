"""Stop after a time without improvement, in steps or in seconds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from haversack.api.stopping import Limits, StoppingRule
from haversack.validators import OptionError, optional, positive_finite, to_whole, whole

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class Stagnation(StoppingRule):
    """Stop after a number of steps, or of seconds, without improvement. With both, whichever comes first.

    With seconds, the same seed may give a different answer on another machine.

    Parameters
    ----------
    steps
        Number of steps without improvement, at least 1. Needed unless `seconds` is given.
    seconds
        Seconds of searching without improvement, above 0. Needed unless `steps` is given.

    Examples
    --------
    >>> from haversack import Progress
    >>> Stagnation(steps=50)(Progress(steps=80, since_improvement=50))
    'no improvement in 50 steps'
    >>> Stagnation(seconds=2)(Progress(seconds=9.0, seconds_since_improvement=2.5))
    'no improvement in 2 seconds'
    """

    steps: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    seconds: float | None = attrs.field(default=None, validator=optional(positive_finite))

    def __attrs_post_init__(self) -> None:
        if self.steps is None and self.seconds is None:
            raise OptionError("steps", "or seconds must be given, or both")

    @property
    def limits(self) -> Limits:
        """The seconds, from the last improvement on."""
        return Limits(seconds_since_improvement=math.inf if self.seconds is None else self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        """Fire after `steps` steps or `seconds` seconds without improvement."""
        if self.steps is not None and progress.since_improvement >= self.steps:
            return f"no improvement in {self.steps:,} steps"
        if self.seconds is not None and progress.seconds_since_improvement >= self.seconds:
            return f"no improvement in {self.seconds:g} seconds"
        return None
