"""How far a run has come: bars on a terminal, a line per experiment elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Self

from haversack_paper.report import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.store import Finished, Task

_PERIOD = 30.0


class ProgressBars:
    """A bar for every experiment, on standard error.

    Where that is no terminal: a line when an experiment is done, and whenever there was none for half a minute.

    Parameters
    ----------
    tasks
        All that there is to do.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._left = Counter(task.experiment.name for task in tasks)
        self._total = dict(self._left)
        self._start = self._shown = time.monotonic()
        self._bars: Any = None
        self._rows: dict[str, Any] = {}
        if sys.stderr.isatty():
            self._bars = _new_bars()
            self._rows = {name: self._bars.add_task(name, total=total) for name, total in self._left.items()}

    def __enter__(self) -> Self:
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars is not None:
            self._bars.stop()

    def advance(self, task: Task, finished: Finished) -> None:  # noqa: ARG002 (called with every result)
        """Count a part as done."""
        name = task.experiment.name
        self._left[name] -= 1
        if self._bars is not None:
            self._bars.advance(self._rows[name])
            return
        now = time.monotonic()
        if not self._left[name] or now - self._shown > _PERIOD:
            self._shown = now
            done = f"{self._total[name] - self._left[name]} of {count_of(self._total[name], 'part')}"
            print(f"{name}: {done}, {now - self._start:.0f} s since the start", file=sys.stderr)


def _new_bars() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("parts")
    return Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True))
