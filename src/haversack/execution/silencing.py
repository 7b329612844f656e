"""Keeps loky from printing what only means that a round was ended early, by Ctrl-C for example."""

from __future__ import annotations

import os
import threading
from multiprocessing import resource_tracker

_SENDING_THREAD = "ExecutorManagerThread"
_VARIABLE, _FILTER = "PYTHONWARNINGS", "ignore:resource_tracker:UserWarning"


def silence_taken_back_tasks() -> None:
    """Let no thread of loky print a traceback when a round is ended early.

    The thread that sends tasks may find that the one it is about to send has been taken back, and ends with a
    `KeyError`; nothing is lost by that. Other threads, and other exceptions, are reported as before.
    """
    report = threading.excepthook
    if getattr(report, "is_silenced", False):
        return

    def report_others(args: threading.ExceptHookArgs) -> None:
        is_loky = args.thread is not None and args.thread.name.startswith(_SENDING_THREAD)
        if not (is_loky and issubclass(args.exc_type, KeyError)):
            report(args)

    report_others.is_silenced = True  # type: ignore[attr-defined]
    threading.excepthook = report_others


def start_silent_trackers() -> None:
    """Start the processes, of loky and of Python, that remove what killed workers leave behind, without their warnings.

    They warn of all that they remove at the end, and of what is gone by then, also after an orderly end by Ctrl-C.
    Nothing else is silenced: the variable is that of this process again once they are started.
    """
    if os.name != "posix":  # Windows removes by itself what a process leaves behind.
        return
    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    before = os.environ.get(_VARIABLE)
    # Later filters come first.
    os.environ[_VARIABLE] = _FILTER if before is None else f"{before},{_FILTER}"
    try:
        loky_tracker.ensure_running()
        # Python's unblocks Ctrl-C when it starts, which must not happen while it is deferred.
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
