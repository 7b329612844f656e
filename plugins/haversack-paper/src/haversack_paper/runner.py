"""Computes parts in worker processes, as soon as what they need is there."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

import attrs

from haversack.errors import HaversackError
from haversack_paper.store import Finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from haversack_paper.experiment import Experiment, Json, Part
    from haversack_paper.store import Store, Task

TaskName = tuple[str, str]
"""Experiment and key of the part."""

_TERMINATED = 143  # What shells report after SIGTERM.

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
        """Return the results of one experiment by key, in the order of its parts and not in that of arrival."""
        names = {part.key: (experiment.name, part.key) for part in experiment.parts()}
        return {key: self.finished[name] for key, name in names.items() if name in self.finished}


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
        Number of processes. It changes no result but measured times and what depends on them.
    on_done
        Called for every result, also for those that were there.
    """
    schedule = _Schedule(tasks, store, on_done)
    with _one_thread_each(), _ended_by_request():
        lost = _run(schedule, workers)
        while lost:
            # One of those that ran has taken the others along: it shows when each is given a process to itself.
            for job in lost:
                if _run(schedule, 1, [job]):
                    schedule.fail(job.task, HaversackError(f"{': '.join(job.task.name)}: its process died"))
            lost = _run(schedule, workers)
    return Outcome(schedule.finished, schedule.failed)


@attrs.frozen(eq=False)
class _Job:
    """A task that can start, with the results that it needs."""

    task: Task
    needed: Mapping[str, Finished]

    @property
    def digests(self) -> dict[str, str]:
        return {key: finished.digest for key, finished in self.needed.items()}


class _Schedule:
    """Which tasks are done, which failed and which wait for others."""

    def __init__(self, tasks: Sequence[Task], store: Store, on_done: Callable[[Task, Finished], object]) -> None:
        self._store = store
        self._on_done = on_done
        self._waiting = list(tasks)
        self.finished: dict[TaskName, Finished] = {}
        self.failed: dict[TaskName, BaseException] = {}

    def ready(self) -> list[_Job]:
        """Take out the tasks that can start now; those whose result is in the store are finished at once."""
        ready, waiting = [], []
        # Those that others need come first, so one pass suffices.
        for task in self._waiting:
            names = {key: (task.experiment.name, key) for key in task.part.needs}
            if not all(name in self.finished for name in names.values()):
                waiting.append(task)
                continue
            job = _Job(task, {key: self.finished[name] for key, name in names.items()})
            there = self._store.read(task, job.digests)
            if there is None:
                ready.append(job)
            else:
                self._finish(task, there)
        self._waiting = waiting
        return ready

    def settle(self, job: _Job, future: Future[Finished]) -> None:
        """Take the result of a task, or what it raised."""
        error = future.exception()
        if error is None:
            try:
                self._store.keep(job.task, future.result(), job.digests)
            except (TypeError, ValueError) as unfit:
                error = unfit  # The result is no JSON, or holds what is no number.
        if error is None:
            self._finish(job.task, future.result())
        else:
            self.fail(job.task, error)

    def fail(self, task: Task, error: BaseException) -> None:
        """Note that a task has no result."""
        self.failed[task.name] = error

    def _finish(self, task: Task, finished: Finished) -> None:
        self.finished[task.name] = finished
        self._on_done(task, finished)


def _run(schedule: _Schedule, workers: int, jobs: Sequence[_Job] | None = None) -> list[_Job]:
    """Run these jobs, or all that are or become ready; return those that were under way when a process died.

    Always in processes of their own: a search that is interrupted returns its best set so far, as it should, and the
    part would be taken for finished. These processes do not hear Ctrl-C.
    """
    ready = list(schedule.ready() if jobs is None else jobs)
    if not ready:
        return []
    running: dict[Future[Finished], _Job] = {}
    lost: list[_Job] = []
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)
    try:
        while ready or running:
            for job in ready:
                try:
                    running[_submitted(executor, job)] = job
                except BrokenProcessPool:
                    lost.append(job)
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.append(job)
                else:
                    schedule.settle(job, future)
            ready = [] if lost or jobs is not None else schedule.ready()
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
    return lost


def _submitted(executor: ProcessPoolExecutor, job: _Job) -> Future[Finished]:
    needed = {key: finished.result for key, finished in job.needed.items()}
    return executor.submit(_computed, job.task.experiment, job.task.part, needed)


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


@contextlib.contextmanager
def _ended_by_request() -> Iterator[None]:
    """Have a request to end, SIGTERM, end us by an exception, so that our processes end as well."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Nobody else may listen to signals.
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _begin_worker() -> None:
    """Make a worker deaf to Ctrl-C, which its parent hears, and let it not outlive its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _computed(experiment: Experiment, part: Part, needed: Mapping[str, Json]) -> Finished:
    start = time.perf_counter()
    return Finished(experiment.run(part, needed), time.perf_counter() - start)
