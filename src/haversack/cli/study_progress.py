"""A table that shows the progress of a study: how far it is, how long it takes, and the best so far."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Any

from haversack.cli.output import print_errors
from haversack.cli.signals import deferring_signals
from haversack.execution.workers import estimate_seconds_left
from haversack.reports.study import summarise_study
from haversack.text import escape_controls

if TYPE_CHECKING:
    from haversack.studies.run import StudyProgress

_PATIENCE = 1.0
_PERIOD = 1.0
_PERIOD_OF_A_LOG = 60.0
_MOST_ROWS = 10


class StudyDisplay:
    """Shows the progress of a study on the terminal, once it has taken a second; elsewhere as a line per minute.

    Parameters
    ----------
    width
        How many character cells a line may take.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._is_terminal = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._live: Any = None

    def __enter__(self) -> StudyDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            with deferring_signals():
                self._live.stop()

    def __call__(self, progress: StudyProgress) -> None:
        """Show a snapshot, at most once a second."""
        now = time.monotonic()
        # Summing up takes longer, the more tasks there are.
        period = max(_PERIOD, progress.planned / 20_000) if self._is_terminal else _PERIOD_OF_A_LOG
        if now - self._start < _PATIENCE or now - self._last < period:
            return
        self._last = now
        if not self._is_terminal:
            print_errors([format_study_progress(progress)])
            return
        # Not at the top: most studies of a test end before they need it.
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        table = summarise_study(progress.result(), width=self._width, most=_MOST_ROWS)
        text = Text(escape_controls(f"{table}\n{format_study_progress(progress)}", keep="\n"))
        # A display that was started by halves could not be stopped.
        with deferring_signals():
            if self._live is None:
                self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
                self._live.start()
            self._live.update(text, refresh=True)


def format_study_progress(progress: StudyProgress) -> str:
    """Return one line for a snapshot of a study.

    Examples
    --------
    >>> from haversack.studies.run import StudyProgress
    >>> shown = StudyProgress(finished=600, planned=2000, computed=100, remaining=1400, seconds=5.0, result=None)
    >>> format_study_progress(shown)
    '600 of 2,000 tasks, 5 s, about 1 min 10 s left'
    """
    left = estimate_seconds_left(progress.computed, progress.computed + progress.remaining, progress.seconds)
    remaining = "" if math.isinf(left) else f", about {format_duration(left)} left"
    return f"{progress.finished:,} of {progress.planned:,} tasks, {format_duration(progress.seconds)}{remaining}"


def format_duration(seconds: float) -> str:
    """Return seconds in hours, minutes and seconds.

    Examples
    --------
    >>> format_duration(75.2)
    '1 min 15 s'
    """
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours:,} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"
