"""The state of the process, which a plugin may change while it is loaded, is put back afterwards."""

from __future__ import annotations

import contextlib
import functools
import locale
import os
import signal
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Two threads that load plugins at once would restore each other's streams.
_LOCK = threading.RLock()
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def isolating_plugin() -> Iterator[None]:
    """Load a plugin inside this: what it prints goes to standard error, and what it changes of the process is undone.

    Undone are the standard streams, the working directory, the filters of warnings, the locale, the handlers of Ctrl-C
    and of termination, numpy's handling of floating-point errors and the recursion limit: other plugins and the run
    rely on them. Modules, environment variables and `sys.path` stay as the plugin leaves them.
    """
    with _LOCK, contextlib.ExitStack() as stack:
        for restore in _remember_state():
            stack.callback(_restore, restore)
        stack.enter_context(np.errstate())
        stack.enter_context(warnings.catch_warnings())
        sys.stdout = sys.stderr
        yield


def _remember_state() -> Iterator[Callable[[], Any]]:
    """Yield functions that put the present state back."""
    streams = sys.stdin, sys.stdout, sys.stderr
    yield lambda: _set_streams(streams)
    recursion_limit = sys.getrecursionlimit()
    yield lambda: sys.setrecursionlimit(recursion_limit)
    with contextlib.suppress(OSError):  # The directory may have been removed.
        directory = os.getcwd()  # noqa: PTH109 - no need for a Path
        yield lambda: os.chdir(directory)
    language = locale.setlocale(locale.LC_ALL)
    yield lambda: locale.setlocale(locale.LC_ALL, language)
    # Python allows handlers to be set in the main thread only.
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            handler = signal.getsignal(number)
            if handler is not None:
                yield functools.partial(signal.signal, number, handler)


def _set_streams(streams: tuple[Any, Any, Any]) -> None:
    for stream in {id(each): each for each in (sys.stdout, sys.stderr)}.values():
        if stream not in streams:
            # Of the plugin: what is left in it would be lost.
            _restore(functools.partial(_flush, stream))
    sys.stdin, sys.stdout, sys.stderr = streams


def _flush(stream: Any) -> None:
    stream.flush()


def _restore(action: Callable[[], Any]) -> None:
    """Do it, if it can be done: nothing that a plugin left behind may end the program."""
    with contextlib.suppress(Exception):
        action()
