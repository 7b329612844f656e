"""Runs tasks on workers, whichever of them die."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, NoReturn

import attrs
import numpy as np

from haversack.errors import HaversackError
from haversack.execution.grouping import GroupingQueue
from haversack.execution.interrupts import deferring_interrupts
from haversack.execution.messages import answer_message, making_folder, pickle_object, take_message, write_message
from haversack.execution.worker import GroupReport, run_group, run_in_time
from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from pathlib import Path

    from haversack.execution.workers import WorkerPool

_LARGE = 100_000
_MOST_ROUNDS_WITHOUT_RESULT = 10
"""After so many, lost tasks run alone, to find out which of them kill their processes."""
_MOST_DEATHS_IN_A_ROW = 100
"""After so many such tasks, without a result between them, everything ends."""
_CHECKS = 3
_GROUPS_PER_ROUND = 12
"""For each worker. A round is one call of joblib, at whose end some workers wait for others: rounds are long."""
_MOST_TOGETHER = (2_000, 8, 1)
"""How many tasks a group may have that were never lost, lost once, lost twice; others run alone."""


@attrs.frozen
class Died:
    """Stands for the result of a task whose process died whenever it ran alone."""

    times: int

    def __str__(self) -> str:
        return f"its process died, {self.times} times out of {self.times}"


def run_tasks(
    function: Callable[[Any, Any], Any],
    tasks: Sequence[tuple[Any, str]],
    shared: Mapping[str, Any],
    workers: WorkerPool,
) -> Generator[tuple[int, Any], None, None]:
    """Yield the number and the result of each task as soon as it is there, in any order.

    A worker that dies loses only what it was working on, which is done again: in ever smaller groups, and then alone.
    A task whose process dies whenever it runs alone has the result `Died`.

    Parameters
    ----------
    function
        Called with a task and the object that it shares with others. Deterministic, and importable by workers; what it
        raises ends everything.
    tasks
        Each with the digest of the object that it shares with others.
    shared
        These objects by digest. Each is sent once per worker where it is large.
    workers
        Where tasks run.

    Raises
    ------
    HaversackError
        If workers die before they finish anything, or cannot be reached.
    """
    if workers.share_memory and workers.count() == 1:
        for number, (task, digest) in enumerate(tasks):
            yield number, function(task, shared[digest])
        return
    with (
        workers.open() as (arguments, count),
        making_folder() if workers.are_processes else contextlib.nullcontext() as folder,
    ):
        yield from _Dispatch(function, tasks, shared, workers, arguments, count, folder).run()


class _Dispatch:
    """The tasks of one call of `run_tasks`, and how often each was lost."""

    def __init__(
        self,
        function: Callable[[Any, Any], Any],
        tasks: Sequence[tuple[Any, str]],
        shared: Mapping[str, Any],
        workers: WorkerPool,
        arguments: Mapping[str, Any],
        count: int,
        folder: Path | None,
    ) -> None:
        self._function = function
        self._tasks = tasks
        self._shared = shared
        self._workers = workers
        self._arguments = arguments
        self._count = count
        self._folder = folder
        self._deaths = dict.fromkeys(range(len(tasks)), 0)
        self._pickles: dict[str, bytes | np.ndarray[Any, Any]] = {}
        self._rounds_without_result = 0
        self._deaths_in_a_row = 0
        self._last_death: Exception = BrokenProcessPool()

    def run(self) -> Iterator[tuple[int, Any]]:
        """Yield all results; the more often a task was lost, the fewer others run beside it."""
        while self._deaths:
            for times, most in enumerate(_MOST_TOGETHER):
                yield from self._run_together([task for task, lost in self._deaths.items() if lost == times], most=most)
            for task in [task for task, lost in self._deaths.items() if lost]:
                yield from self._run_alone(task)

    def _is_stuck(self) -> bool:
        return self._rounds_without_result >= _MOST_ROUNDS_WITHOUT_RESULT

    def _run_together(self, tasks: list[int], **limit: int) -> Iterator[tuple[int, Any]]:
        queue = GroupingQueue(tasks, self._count)
        while len(queue) and not self._is_stuck():
            yield from self._run_round(queue, **limit)

    def _run_alone(self, task: int) -> Iterator[tuple[int, Any]]:
        for _ in range(self._workers.deaths_allowed):
            queue = GroupingQueue([task])
            yield from self._run_round(queue)
            if task not in self._deaths:
                return
        self._deaths_in_a_row += 1
        self._check_workers()
        del self._deaths[task]
        self._rounds_without_result = 0
        yield task, Died(self._workers.deaths_allowed)

    def _check_workers(self) -> None:
        """Raise `HaversackError` if workers die without a task too, or if too many tasks kill them."""
        from joblib import Parallel, delayed

        if self._deaths_in_a_row >= _MOST_DEATHS_IN_A_ROW:
            self._give_up(f"{self._deaths_in_a_row} tasks in a row killed their processes")
        for _ in range(_CHECKS):
            try:
                Parallel(**self._arguments)([delayed(int)()])
            except Exception as error:
                if not _is_death(error):
                    raise
                self._last_death = error
            else:
                return
        self._give_up("die before they finish anything")

    def _give_up(self, what: str) -> NoReturn:
        last = self._last_death
        raise HaversackError(f"workers: {what}; the last one: {format_error(last)}") from last

    def _run_round(self, queue: GroupingQueue, **limit: int) -> Iterator[tuple[int, Any]]:
        """Run what is in the queue until it is empty or a worker dies; lost tasks are left for a later round."""
        from joblib import Parallel, delayed

        run_group_later = delayed(self._choose_function())
        most = 1 if self._workers.is_apart and self._count == 1 else _GROUPS_PER_ROUND * self._count
        groups = itertools.islice(queue.take_all(**limit), most)
        calls = [run_group_later(*self._call(*taken)) for taken in groups]
        try:
            # All groups of a round are sent from this thread: joblib would send later ones from another, where it does
            # not notice that a worker has died, and waits for ever.
            parallel = Parallel(**self._arguments, return_as="generator_unordered", batch_size=1, pre_dispatch="all")
            reports = None
            try:
                with deferring_interrupts() if self._workers.are_processes else contextlib.nullcontext():
                    reports = parallel(calls)
                for report in reports:
                    yield from self._settle(queue, report)
            finally:
                if reports is not None:
                    _close(reports)
        except Exception as error:
            if not _is_death(error):
                raise
            self._rounds_without_result += 1
            self._last_death = error
            for task in queue.give_up():
                self._deaths[task] += 1

    def _settle(self, queue: GroupingQueue, answer: Any) -> Iterator[tuple[int, Any]]:
        report: GroupReport = take_message(answer) if self._workers.are_processes else answer
        group = queue.in_flight[report.number]
        queue.settle(report.number, len(report.results), report.seconds)
        self._rounds_without_result = self._deaths_in_a_row = 0
        for task, result in zip(group, report.results, strict=False):
            del self._deaths[task]
            yield task, result

    def _choose_function(self) -> Callable[..., Any]:
        """Return what workers call for a group."""
        if self._workers.share_memory:
            return self._run_here
        return answer_message if self._workers.are_processes else run_group

    def _call(self, number: int, group: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the arguments of that call."""
        tasks = [self._tasks[task] for task in group]
        if self._workers.share_memory:
            return number, tasks
        pickles = {digest: self._pickle(digest) for _, digest in tasks}
        small = {digest: data for digest, data in pickles.items() if isinstance(data, bytes)}
        large = {digest: data for digest, data in pickles.items() if not isinstance(data, bytes)}
        call = self._function, number, tasks, small, tuple(large)
        if self._folder is not None:
            return write_message(self._folder, call), *large.values()
        return *call, *large.values()

    def _run_here(self, number: int, tasks: list[tuple[Any, str]]) -> GroupReport:
        return run_in_time(self._function, number, ((task, self._shared[digest]) for task, digest in tasks))

    def _pickle(self, digest: str) -> bytes | np.ndarray[Any, Any]:
        """Return an object as bytes; as an array, always the same, where it is large: joblib sends that once."""
        if digest in self._pickles:
            return self._pickles[digest]
        data = pickle_object(self._shared[digest])
        if len(data) < _LARGE:
            return data
        self._pickles[digest] = np.frombuffer(data, dtype=np.uint8)
        return self._pickles[digest]


def _close(reports: Any) -> None:
    """End the round; joblib warns of groups whose results nobody will see, which is what is wanted."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reports.close()


def _is_death(error: Exception) -> bool:
    """Return whether workers were lost, not whether a task went wrong."""
    by_dask = type(error).__module__.partition(".")[0] == "distributed"
    return by_dask or isinstance(error, (BrokenProcessPool, CancelledError))
