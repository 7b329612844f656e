"""A line that shows the progress of a long search."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from haversack.api.stopping import Limits
from haversack.cli.signals import deferring_signals
from haversack.clock import watching_compiler
from haversack.text import escape_controls, format_count, format_probability

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.forecast import Plan
    from haversack.api.frontier import FrontierProgress
    from haversack.api.progress import Progress

NO_LIMITS = Limits()
_PATIENCE = 1.0
_PERIOD = 0.1
_COMPILING = "compiling kernels (once) …"


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
        self._watch = contextlib.ExitStack()

    def __enter__(self) -> Self:
        if self._is_terminal:
            self._watch.enter_context(watching_compiler(self._report_compiling))
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.close()
        if self._status is not None:
            with deferring_signals():
                self._status.stop()

    def _report_compiling(self) -> None:
        """Say it once, on a line that stays: with cached kernels it never comes again."""
        self._watch.close()
        print(_COMPILING, file=sys.stderr, flush=True)

    def __call__(self, *snapshot: Any) -> None:
        """Show a snapshot, at most ten times a second."""
        now = time.monotonic()
        if not self._is_terminal or now - self._start < _PATIENCE or now - self._last < _PERIOD:
            return
        self._last = now
        # Not at the top: most runs end before they need it.
        from rich.markup import escape

        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            # A display that was started by halves could not be stopped.
            with deferring_signals():
                self._status = Status("", console=Console(stderr=True))
                self._status.start()
        # Names of pools are neither markup nor commands of a terminal.
        self._status.update(escape(escape_controls(self._format_line(*snapshot))))


def format_progress(progress: Progress, plan: Plan | None, limits: Limits = NO_LIMITS) -> str:
    """Return one line for a snapshot of a search: steps and seconds of their limits, the best value, and its gap.

    Parameters
    ----------
    progress
        The snapshot.
    plan
        What was computed before the search, if anything was.
    limits
        Those of the stopping rule.

    Examples
    --------
    >>> from haversack import Progress
    >>> from haversack.capabilities import Limits
    >>> snapshot = Progress(steps=1500, seconds=2.0, best_loss=0.02, best_value=0.98, loss_bound=0.015)
    >>> format_progress(snapshot, None, Limits(seconds=60.0))
    '1,500 steps, best 0.98, gap 25 %, 2.0 of 60 s'
    """
    error = progress.best_loss if progress.best_value == 1.0 - progress.best_loss else None
    best = "none yet" if math.isinf(progress.best_loss) else format_probability(progress.best_value, error)
    stop = f", STOP {format_probability(plan.threshold, plan.error_threshold)}" if plan is not None else ""
    most_steps = limits.steps if plan is None else min(limits.steps, plan.max_steps)
    # Compared with infinity, because some whole numbers are too large for a float.
    of_steps = "" if most_steps == math.inf else f" of {format_count(int(most_steps))}"
    of_seconds = "" if limits.seconds == math.inf else f" of {limits.seconds:g}"
    if progress.estimated is not None:
        return f"best {best}, estimating its accuracy on new items: {progress.estimated:.0%}"
    found = f"best {best}{_format_gap(progress)}{stop}"
    return f"{progress.steps:,}{of_steps} steps, {found}, {progress.seconds:.1f}{of_seconds} s"


def _format_gap(progress: Progress) -> str:
    return "" if progress.gap is None else f", gap {progress.gap * 100:.3g} %"


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
