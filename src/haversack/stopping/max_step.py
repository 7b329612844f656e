"""Stop after a number of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs

from haversack.api.stopping import Limits, StoppingRule
from haversack.statistics.step_limits import compute_step_limit
from haversack.text import format_count
from haversack.validators import one_of, optional, to_whole, whole

if TYPE_CHECKING:
    from haversack.api.forecast import Forecaster
    from haversack.api.progress import Progress


@attrs.frozen
class MaxStep(StoppingRule):
    """Stop after a number of search steps.

    Parameters
    ----------
    limit
        Number of steps, at least 1. If omitted, the paper's MAXSTEP: the number of sets of the expected size.
    count
        How to count these sets if `limit` is omitted: ``exact``, or the paper's approximation n^l / l!.
    min_steps
        Smallest number of steps if `limit` is omitted.

    Examples
    --------
    >>> from haversack import Progress
    >>> MaxStep(limit=1000)(Progress(steps=1000))
    'limit of 1,000 steps'
    """

    limit: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    count: Literal["exact", "approximate"] = attrs.field(default="exact", validator=one_of("exact", "approximate"))
    min_steps: int = attrs.field(default=10_000, converter=to_whole, validator=whole(1))

    def prepare(self, forecaster: Forecaster) -> MaxStep:
        """Compute the limit if it is omitted."""
        if self.limit is not None:
            return self
        forecast = forecaster()
        steps = compute_step_limit(forecast.pool_size, forecast.size.size, self.count)
        return attrs.evolve(self, limit=max(steps, self.min_steps))

    @property
    def limits(self) -> Limits:
        """The limit, once it is known."""
        return Limits() if self.limit is None else Limits(steps=self.limit)

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the limit."""
        if self.limit is None:
            raise RuntimeError("without a limit this rule must be prepared before use; haversack.select does so")
        if progress.steps < self.limit:
            return None
        # A limit from the user is shown in full; a computed one may have thousands of digits.
        return f"limit of {f'{self.limit:,}' if self.limit < 10**100 else format_count(self.limit)} steps"
