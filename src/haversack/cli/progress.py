"""A line that shows the progress of a long search."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Any

from haversack.text import format_count, format_probability

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.forecast import Plan
    from haversack.api.frontier import FrontierProgress
    from haversack.api.progress import Progress

_PATIENCE = 1.0
_PERIOD = 0.1


class ProgressDisplay:
    """Shows the progress of a run on the terminal, once it has taken a second; silent when piped.

    Parameters
    ----------
    format_line
        Returns one line for a snapshot; `format_progress` if left out.
    """

    def __init__(self, format_line: Callable[..., str] | None = None) -> None:
        self._format_line = format_progress if format_line is None else format_line
        self._is_terminal = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._status: Any = None

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def __call__(self, *snapshot: Any) -> None:
        """Show a snapshot, at most ten times a second."""
        now = time.monotonic()
        if not self._is_terminal or now - self._start < _PATIENCE or now - self._last < _PERIOD:
            return
        self._last = now
        if self._status is None:
            # Not at the top: most runs end before they need it.
            from rich.console import Console
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))
            self._status.start()
        self._status.update(self._format_line(*snapshot))


def format_progress(progress: Progress, plan: Plan | None) -> str:
    """Return one line for a snapshot of a search.

    Examples
    --------
    >>> from haversack import Progress
    >>> format_progress(Progress(steps=1500, seconds=2.0, best_loss=0.02, best_value=0.98), None)
    '1,500 steps, best 0.98, 2.0 s'
    """
    error = progress.best_loss if progress.best_value == 1.0 - progress.best_loss else None
    best = "none yet" if math.isinf(progress.best_loss) else format_probability(progress.best_value, error)
    stop = f", STOP {format_probability(plan.threshold, plan.error_threshold)}" if plan is not None else ""
    limit = f" of {format_count(plan.max_steps)}" if plan is not None else ""
    return f"{progress.steps:,}{limit} steps, best {best}{stop}, {progress.seconds:.1f} s"


def format_frontier_progress(progress: FrontierProgress) -> str:
    """Return one line for a snapshot of a frontier.

    Examples
    --------
    >>> from haversack.capabilities import FrontierProgress
    >>> format_frontier_progress(FrontierProgress(budget=36.6, last_budget=146.35, points=1204, seconds=2.0))
    'budget 36.6 of 146.35, 1,204 points, 2.0 s'
    """
    return (
        f"budget {progress.budget:.6g} of {progress.last_budget:.6g}, "
        f"{progress.points:,} points, {progress.seconds:.1f} s"
    )
