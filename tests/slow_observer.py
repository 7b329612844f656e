"""An observer that makes runs last as long as a file exists; other processes import this module."""

from __future__ import annotations

import time
from pathlib import Path

import attrs

from haversack.api.observer import Watcher


@attrs.frozen
class SlowObserver(Watcher):
    """Sleeps at the end of every run, in the process that makes it."""

    file: str
    seconds: float = 0.03

    def watch(self, start):
        return self

    def ended(self, selection):
        if Path(self.file).exists():
            time.sleep(self.seconds)
