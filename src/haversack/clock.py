"""Separates the time of searching from the time of setting up: compiling kernels, loading them, importing packages.

Set-up is counted once for the process, however many threads wait for it. Nothing here imports a compiler; the module
that does announces its work with `begin_setup` and `end_setup`.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class SetupClock:
    """Adds up the time during which at least one thread sets up.

    Parameters
    ----------
    clock
        Returns seconds, rising.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        # Reentrant: a signal handler may read the clock while this thread holds the lock.
        self._lock = threading.RLock()
        self._depths: dict[int, int] = {}
        self._since = 0.0
        self._total = 0.0

    def begin(self) -> None:
        """Count from now on as set-up, until this thread has called `end` as often as `begin`."""
        with self._lock:
            if not self._depths:
                self._since = self._clock()
            thread = threading.get_ident()
            self._depths[thread] = self._depths.get(thread, 0) + 1

    def end(self) -> None:
        """End what `begin` began. Without it, nothing happens."""
        with self._lock:
            depth = self._depths.get(threading.get_ident(), 0)
            if depth > 1:
                self._depths[threading.get_ident()] = depth - 1
            elif depth == 1:
                self.end_all()

    def end_all(self) -> None:
        """End all set-up of this thread, also what an exception has left open: else time would stand still."""
        with self._lock:
            if self._depths.pop(threading.get_ident(), 0) and not self._depths:
                self._total += self._clock() - self._since

    def read_setup_seconds(self) -> float:
        """Return the time spent setting up so far."""
        with self._lock:
            return self._total + (self._clock() - self._since if self._depths else 0.0)

    def read_search_seconds(self) -> float:
        """Return a time that rises as the clock does, and stands still during set-up."""
        with self._lock:
            # While a thread sets up, the time at which it began; so the two readings of the clock cannot disagree.
            return (self._since if self._depths else self._clock()) - self._total


_process_clock = SetupClock()

begin_setup = _process_clock.begin
end_setup = _process_clock.end
end_all_setup = _process_clock.end_all
read_setup_seconds = _process_clock.read_setup_seconds
read_search_seconds = _process_clock.read_search_seconds


@contextmanager
def setting_up() -> Iterator[None]:
    """Count the time of a block as set-up."""
    begin_setup()
    try:
        yield
    finally:
        end_setup()


_watchers: list[Callable[[], None]] = []


@contextmanager
def watching_compiler(notify: Callable[[], None]) -> Iterator[None]:
    """Call `notify` whenever a kernel is compiled during a block; loading one from disk does not count."""
    _watchers.append(notify)
    try:
        yield
    finally:
        _watchers.remove(notify)


def announce_compiling() -> None:
    """Tell those who watch that a kernel is about to be compiled."""
    for notify in tuple(_watchers):
        notify()
