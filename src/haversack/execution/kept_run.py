"""Runs tasks and keeps each result soon after it is there."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from haversack.execution.dispatch import Died, run_tasks
from haversack.execution.store import FAILED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.execution.workers import WorkerPool

_SECONDS_BETWEEN_WRITES = 0.2


def run_and_keep(
    function: Callable[[Any, Any], dict[str, Any]],
    tasks: Mapping[str, tuple[Any, str]],
    shared: Mapping[str, Any],
    workers: WorkerPool,
    keep: Callable[[list[dict[str, Any]]], None],
    on_kept: Callable[[int], None] = lambda _: None,
) -> None:
    """Run tasks, and keep their records several times a second, also those that are there when it ends early.

    Parameters
    ----------
    function, shared, workers
        As in `run_tasks`; the function returns the record of a task: a table with its ``key`` and ``status``.
    tasks
        By key, each with the digest of what it shares with others.
    keep
        Called with new records. A task whose process died whenever it ran alone has a failed one.
    on_kept
        Called afterwards with the number of records so far.
    """
    keys = list(tasks)
    pending: list[dict[str, Any]] = []
    computed, written = 0, time.monotonic()

    def flush() -> None:
        records, pending[:] = list(pending), []
        if records:
            keep(records)

    try:
        with contextlib.closing(run_tasks(function, list(tasks.values()), shared, workers)) as results:
            for number, outcome in results:
                pending.append(explain_death(keys[number], outcome) if isinstance(outcome, Died) else outcome)
                computed += 1
                if time.monotonic() - written > _SECONDS_BETWEEN_WRITES:
                    flush()
                    written = time.monotonic()
                    on_kept(computed)
    finally:
        # Also after Ctrl-C: these are finished.
        flush()
    on_kept(computed)


def explain_death(key: str, death: Died) -> dict[str, Any]:
    """Return the record of a task whose process died."""
    return {"key": key, "status": FAILED, "reason": str(death)}
