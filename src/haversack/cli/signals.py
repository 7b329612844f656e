"""SIGTERM ends a command as Ctrl-C does: with the answer so far, and nothing half written."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from haversack.api.selection import Selection
    from haversack.frontiers.result import Frontier

T = TypeVar("T", "Selection", "Frontier")


class Termination:
    """Raises KeyboardInterrupt at the first SIGTERM within a ``with`` statement; a second one ends the process.

    Where SIGTERM is already handled or ignored, and outside of the main thread, nothing changes.
    """

    def __init__(self) -> None:
        self.has_come = False
        """Whether SIGTERM arrived within the last ``with`` statement."""
        self._is_installed = False

    def __enter__(self) -> Termination:
        self.has_come = False
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            try:
                signal.signal(signal.SIGTERM, self._interrupt)
            except ValueError:  # Not the main thread.
                return self
            self._is_installed = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._is_installed:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._is_installed = False

    def _interrupt(self, *_: Any) -> None:
        self.has_come = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise KeyboardInterrupt


TERMINATION = Termination()
"""That of the command that runs: signals belong to the process, and so does this."""


@contextlib.contextmanager
def deferring_signals() -> Iterator[None]:
    """Do something whole, such as the start of a display: Ctrl-C and SIGTERM come afterwards.

    Outside of the main thread, where no signal is handled, nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def raise_all() -> None:
        for number in came:
            signal.raise_signal(number)

    # Whatever comes between two of these steps, each handler is put back.
    with contextlib.ExitStack() as stack:
        stack.callback(raise_all)
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                stack.callback(signal.signal, number, handler)
                signal.signal(number, lambda deferred, _: came.append(deferred))
        yield


def name_signal(answer: T) -> T:
    """Return an answer whose stop reason is SIGTERM, if that is what interrupted it."""
    if TERMINATION.has_come and answer.interrupted:
        # Not at the top: this module is imported before all that is slow to import.
        from haversack.monitor import INTERRUPTED

        return attrs.evolve(answer, stop_reason=answer.stop_reason.replace(INTERRUPTED, "terminated (SIGTERM)"))
    return answer
