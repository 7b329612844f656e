"""Ctrl-C reaches all processes of a terminal, and is meant for the one that gives out the tasks."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def deferring_interrupts() -> Iterator[None]:
    """Block Ctrl-C in processes started in this context.

    In this process it comes afterwards, or at once where the system hands it to another thread; it is never lost.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Not on Windows.
        yield
        return
    # Processes and threads inherit what is blocked.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
