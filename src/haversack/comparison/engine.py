"""The runs of a comparison on workers, and their records in a store."""

from __future__ import annotations

import contextlib
import functools
import time
import uuid
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.case_rows import collect_rows
from haversack.comparison.keys import find_keys
from haversack.comparison.runs import CaseRun, run_case
from haversack.execution.kept_run import run_and_keep
from haversack.execution.store import FAILED, Store
from haversack.plugins.recipe import pass_catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from haversack.api.forecast import Plan
    from haversack.api.progress import Progress
    from haversack.comparison.reference import Reference
    from haversack.comparison.rows import ComparisonRow
    from haversack.comparison.runs import CaseWork
    from haversack.execution.workers import WorkerPool
    from haversack.plugins import Catalog

STORE = "comparison"
"""What its store is called."""


@attrs.frozen
class Stage:
    """Progress of a comparison.

    Parameters
    ----------
    done, planned
        Runs, those that were found in the store included.
    what
        The case and the searcher that are running; empty where several run at a time.
    progress, plan
        Their progress; None where several run at a time.
    computed, seconds
        Runs since the start, and how long they took.
    """

    done: int
    planned: int
    what: str
    progress: Progress | None
    plan: Plan | None
    computed: int = 0
    seconds: float = 0.0


class Engine:
    """The runs of a comparison.

    Parameters
    ----------
    works
        The cases, with all that is run on each.
    seeds
        The seeds.
    catalog
        Where names are looked up.
    workers
        Where runs are made.
    store
        A folder for the records; None to keep them in memory.
    on_stage
        Called with the progress.

    Raises
    ------
    HaversackError
        If the store cannot be used, or a part cannot be described there.
    """

    def __init__(
        self,
        works: Sequence[CaseWork],
        seeds: Sequence[int],
        catalog: Catalog,
        workers: WorkerPool,
        store: Any,
        on_stage: Callable[[Stage], None] | None,
    ) -> None:
        self._works = works
        self._catalog = catalog
        self._workers = workers
        self._on_stage = on_stage
        self._tasks = [_list_tasks(str(number), work, seeds) for number, work in enumerate(works)]
        self._store = None
        self._records: dict[str, dict[str, Any]] = {}
        if store is not None:
            self._tasks = [
                [attrs.evolve(task, key=key) for task, key in zip(tasks, find_keys(work, tasks, catalog), strict=True)]
                for work, tasks in zip(works, self._tasks, strict=True)
            ]
            self._store = Store(store, create=True, kind=STORE)
            self._records = self._store.records
        self._start = time.monotonic()

    @property
    def planned(self) -> int:
        """Number of runs, those of references left out."""
        return sum(task.number is not None for tasks in self._tasks for task in tasks)

    def run(self) -> None:
        """Make the runs whose records are not there; failed ones are made again."""
        missing: dict[str, tuple[CaseRun, str]] = {}
        # Workers remember what they got by its name, also that of an earlier comparison.
        shared = {uuid.uuid4().hex: work for work in self._works}
        for name, tasks in zip(shared, self._tasks, strict=True):
            for task in tasks:
                if self._records.get(task.key, {"status": FAILED})["status"] == FAILED:
                    self._records.pop(task.key, None)
                    missing.setdefault(task.key, (task, name))
        if not missing:
            return
        with contextlib.ExitStack() as stack:
            keep: Callable[[list[dict[str, Any]]], None] = self._remember
            if self._store is not None:
                keep = stack.enter_context(self._store.open_writer()).add
            run_and_keep(self._choose_function(), missing, shared, self._workers, keep, self._report)

    def _choose_function(self) -> Callable[[CaseRun, CaseWork], dict[str, Any]]:
        if self._reports_steps():
            return self._run_here
        return functools.partial(run_case, **pass_catalog(self._catalog, self._workers))

    def _reports_steps(self) -> bool:
        """Return whether runs report their own progress, one at a time in this process."""
        return self._on_stage is not None and self._workers.share_memory and self._workers.count() == 1

    def _run_here(self, task: CaseRun, work: CaseWork) -> dict[str, Any]:
        """Make a run in this thread, which reports its progress."""
        record = run_case(task, work, catalog=self._catalog, listen=self._listen)
        self._records.setdefault(task.key, record)
        return record

    def _listen(self, what: str, progress: Progress, plan: Plan | None) -> None:
        assert self._on_stage is not None
        self._on_stage(Stage(self._count_done(), self.planned, what, progress, plan))

    def _report(self, computed: int) -> None:
        if self._on_stage is not None and not self._reports_steps():
            seconds = time.monotonic() - self._start
            self._on_stage(Stage(self._count_done(), self.planned, "", None, None, computed, seconds))

    def _count_done(self) -> int:
        return sum(task.number is not None and task.key in self._records for tasks in self._tasks for task in tasks)

    def _remember(self, records: list[dict[str, Any]]) -> None:
        self._records.update((record["key"], record) for record in records)

    def collect(self, known: Mapping[str, Reference]) -> tuple[list[ComparisonRow], list[str]]:
        """Return the rows of all complete runs in the order of cases, contestants and seeds, and what failed."""
        rows: list[ComparisonRow] = []
        failures: list[str] = []
        for work, tasks in zip(self._works, self._tasks, strict=True):
            of_case, failed = collect_rows(work, tasks, self._records, known.get(work.case.name))
            rows += of_case
            failures += failed
        return rows, failures


def _list_tasks(place: str, work: CaseWork, seeds: Sequence[int]) -> list[CaseRun]:
    """Return the tasks of a case: its reference, then all contestants with all seeds."""
    tasks = [CaseRun(f"{place}/", None, work.seed)]
    for number in range(len(work.contestants)):
        tasks += [CaseRun(f"{place}/{number}/{index}", number, seed) for index, seed in enumerate(seeds)]
    return tasks
