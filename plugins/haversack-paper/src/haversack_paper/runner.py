"""Computes parts in worker processes, as soon as what they need is there."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import TYPE_CHECKING

import attrs

from haversack_paper.store import Finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from haversack_paper.experiment import Experiment, Json, Part
    from haversack_paper.store import Store, Task

TaskName = tuple[str, str]
"""Experiment and key of the part."""

# What numpy, scipy and scikit-learn ask when they are loaded.
_THREADS = ("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


@attrs.frozen
class Outcome:
    """What became of some tasks.

    Parameters
    ----------
    finished
        Results, by experiment and key.
    failed
        What the others raised. A task that needs a failed one is in neither.
    """

    finished: Mapping[TaskName, Finished]
    failed: Mapping[TaskName, BaseException]

    def of(self, experiment: Experiment) -> dict[str, Finished]:
        """Return the results of one experiment, by key."""
        return {key: done for (name, key), done in self.finished.items() if name == experiment.name}


def run_tasks(
    tasks: Sequence[Task],
    store: Store,
    *,
    workers: int = 1,
    on_done: Callable[[Task, Finished], object] = lambda *_: None,
) -> Outcome:
    """Compute all tasks that the store has not, and keep each result as soon as it is there.

    A task that fails takes only those along that need it. After KeyboardInterrupt, what was finished is in the store.

    Parameters
    ----------
    tasks
        Those that others need come first.
    store
        Where results are looked for and kept.
    workers
        Number of processes. It changes no result but measured times.
    on_done
        Called for every result, also for those that were there.
    """
    schedule = _Schedule(tasks, store, on_done)
    if not schedule.waiting:
        return schedule.outcome()
    # Always in processes of their own: a search that is interrupted returns its best set so far, as it should, and the
    # part would be taken for finished. These processes do not hear Ctrl-C.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(
        min(workers, len(schedule.waiting)), mp_context=context, initializer=_ignore_interrupts
    )
    try:
        with _one_thread_each():
            _run_all(schedule, executor)
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
    return schedule.outcome()


def _run_all(schedule: _Schedule, executor: ProcessPoolExecutor) -> None:
    running: dict[Future[Finished], Task] = {}
    while True:
        for task, needed in schedule.ready():
            running[executor.submit(_computed, task.experiment, task.part, needed)] = task
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            schedule.settle(running.pop(future), future)


class _Schedule:
    """Which tasks are done, which failed and which wait for others."""

    def __init__(self, tasks: Sequence[Task], store: Store, on_done: Callable[[Task, Finished], object]) -> None:
        self._store = store
        self._on_done = on_done
        self._finished: dict[TaskName, Finished] = {}
        self._failed: dict[TaskName, BaseException] = {}
        self.waiting: list[Task] = []
        for task in tasks:
            there = store.read(task)
            if there is None:
                self.waiting.append(task)
            else:
                self._finish(task, there)

    def ready(self) -> list[tuple[Task, dict[str, Json]]]:
        """Take out the tasks that can start now, with the results that they need."""
        ready, waiting = [], []
        for task in self.waiting:
            needs = {key: (task.experiment.name, key) for key in task.part.needs}
            if all(name in self._finished for name in needs.values()):
                ready.append((task, {key: self._finished[name].result for key, name in needs.items()}))
            else:
                waiting.append(task)
        self.waiting = waiting
        return ready

    def settle(self, task: Task, future: Future[Finished]) -> None:
        """Take the result of a task, or what it raised."""
        error = future.exception()
        if error is not None:
            self._failed[task.experiment.name, task.part.key] = error
            return
        self._store.keep(task, future.result())
        self._finish(task, future.result())

    def outcome(self) -> Outcome:
        return Outcome(self._finished, self._failed)

    def _finish(self, task: Task, finished: Finished) -> None:
        self._finished[task.experiment.name, task.part.key] = finished
        self._on_done(task, finished)


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Have the processes that start meanwhile compute on one core each: the other cores are for the other workers."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _computed(experiment: Experiment, part: Part, needed: Mapping[str, Json]) -> Finished:
    start = time.perf_counter()
    return Finished(experiment.run(part, needed), time.perf_counter() - start)
