"""How far a run has come: one line on a terminal, a line per experiment elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from haversack.cli.progress import ProgressDisplay
from haversack_paper.report import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.tasks import Finished, Task

_PERIOD = 30.0


class PartProgress(ProgressDisplay):
    """Shows on standard error how many parts of each experiment are done.

    Where that is no terminal: a line when an experiment is done, and whenever there was none for half a minute.

    Parameters
    ----------
    tasks
        All that there is to do.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        super().__init__(self._describe)
        self._total = Counter(task.experiment.name for task in tasks)
        self._done: Counter[str] = Counter()
        self._begin = self._shown = time.monotonic()

    def advance(self, task: Task, finished: Finished) -> None:  # noqa: ARG002 (called with every result)
        """Count a part as done."""
        name = task.experiment.name
        self._done[name] += 1
        self(name)
        now = time.monotonic()
        is_due = self._done[name] == self._total[name] or now - self._shown > _PERIOD
        if is_due and not sys.stderr.isatty():
            self._shown = now
            print(self._describe(name), file=sys.stderr)

    def _describe(self, name: str) -> str:
        done = f"{self._done[name]} of {count_of(self._total[name], 'part')}"
        return f"{name}: {done}, {time.monotonic() - self._begin:.0f} s since the start"
