"""Runs a study: computes what is not in the store, and keeps each result."""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.plain import to_plain
from haversack.config.run_file import read_disabled
from haversack.errors import ConfigError, HaversackError
from haversack.execution.kept_run import run_and_keep
from haversack.execution.store import FAILED, Store
from haversack.execution.workers import WorkerPool
from haversack.plugins.loading import choose_catalog
from haversack.plugins.recipe import pass_catalog
from haversack.selection.assembly import check_listener
from haversack.studies.description import fill_pools
from haversack.studies.kept_pools import find_missing_pools, keep_pools
from haversack.studies.result import StudyResult
from haversack.studies.study_file import StudySource, build_study, read_study
from haversack.studies.task_run import run_task
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from haversack.execution.store import Writer
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.studies.tasks import TaskList


@attrs.frozen
class StudyProgress:
    """Progress of a study.

    Parameters
    ----------
    finished, planned
        Tasks, those that were finished before included.
    computed
        Tasks that were finished since the start.
    remaining
        Tasks that are still to be computed here: those of other parts of the study are left out.
    seconds
        Since the start.
    result
        Returns what there is so far.
    """

    finished: int
    planned: int
    computed: int
    remaining: int
    seconds: float
    result: Callable[[], StudyResult] = attrs.field(repr=False)


def study(
    source: str | PathLike[str] | Mapping[str, Any] | StudySource | None = None,
    *,
    store: str | PathLike[str] | None = None,
    jobs: int | None = 1,
    backend: str = "loky",
    address: str | None = None,
    part: tuple[int, int] | None = None,
    retry: bool = False,
    on_progress: Callable[[StudyProgress], None] | None = None,
    catalog: Catalog | None = None,
    **settings: Any,
) -> StudyResult:
    """Select a panel for every combination of pools, parts, budgets and seeds.

    Parameters
    ----------
    source
        A study file, the JSON of a result or a report on it, or a study as a dict. Paths in a file are relative to its
        folder.
    store
        A folder where every finished task is kept; a task that is there is not computed again. Several processes and
        machines may use one at the same time. If omitted, results are in memory only.
    jobs
        How many tasks run at a time; None for one per core. The results are the same.
    backend, address
        ``loky`` for processes on this machine, ``threading`` for threads, ``dask`` for a Dask cluster, whose scheduler
        has this address.
    part
        ``(i, n)`` computes the i-th of n parts of the study, counted from 1, for machines that share a store.
    retry
        Whether to compute tasks again that have failed.
    on_progress
        Called with a `StudyProgress` when results arrive.
    catalog
        Where names are looked up; by default all installed plugins.
    settings
        Keys of a study file, in place of those of the file: ``pools``, ``energies``, ``searchers``, ``stopping``,
        ``costs``, ``presets``, ``budgets``, ``budget_shares``, ``seeds``, ``certify``, ``observers``, ``disable``.
        Pools may be `Pool` objects, and parts objects of registered classes.

    Returns
    -------
    StudyResult
        Also when Ctrl-C ends the study: then with the tasks that are finished.

    Raises
    ------
    HaversackError
        For any mistake in the study, or in the store, before the first task; and if the store cannot be written to.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> result = study(pools={"crowd": pool}, budgets=[3, 8], seeds=1)
    >>> [(row["pool"], row["budget"], round(row["value"], 3), row["proven"]) for row in result.rows()]
    [('crowd', 3.0, 0.8, True), ('crowd', 8.0, 0.902, True)]
    """
    read = _read_source(source)
    document = {**read.document, **settings}
    catalog = choose_catalog(catalog, read_disabled(document, read.place))
    check_listener(on_progress)
    workers = WorkerPool(jobs, backend, address)
    _check_part(part)
    planned = build_study(document, catalog, source=read.place, directory=read.directory)
    kept = None if store is None else Store(store, create=True)
    run = _Run(planned, kept, catalog, workers, on_progress)
    return run.compute(part, retry=retry)


def _read_source(source: str | PathLike[str] | Mapping[str, Any] | StudySource | None) -> StudySource:
    if isinstance(source, StudySource):
        return source
    if source is None or isinstance(source, Mapping):
        return StudySource(source or {})
    return read_study(source)


def _check_part(part: Any) -> None:
    if part is None:
        return
    fits = isinstance(part, tuple) and len(part) == 2 and all(type(number) is int for number in part)
    if not fits or not 1 <= part[0] <= part[1]:
        raise ConfigError(f"part: expected (i, n) with i from 1 to n, got {format_value(part)}")


class _Run:
    """A study while it is computed."""

    def __init__(
        self,
        planned: TaskList,
        store: Store | None,
        catalog: Catalog,
        workers: WorkerPool,
        on_progress: Callable[[StudyProgress], None] | None,
    ) -> None:
        self._planned = planned
        self._store = store
        self._catalog = catalog
        self._workers = workers
        self._on_progress = on_progress
        self._records: dict[str, dict[str, Any]] = {} if store is None else store.records
        self._keys = [task.key for task, _ in planned.tasks]
        self._distinct = list(dict.fromkeys(self._keys))
        self._versions = planned.find_versions()
        self._start = time.monotonic()

    def compute(self, part: tuple[int, int] | None, *, retry: bool) -> StudyResult:
        """Compute what is missing."""
        mine = self._distinct
        if part is not None:
            mine = mine[part[0] - 1 :: part[1]]
        if retry:
            for key in mine:
                if self._records.get(key, {}).get("status") == FAILED:
                    del self._records[key]
        missing = {key for key in mine if key not in self._records}
        before = sum(key in self._records for key in self._distinct)
        interrupted = False
        with contextlib.ExitStack() as stack:
            writer = self._open_writer(stack, needed=bool(missing))
            try:
                if missing:
                    self._run_missing(missing, writer, before)
            except KeyboardInterrupt:
                interrupted = True
        return self._result(interrupted=interrupted)

    def _open_writer(self, stack: contextlib.ExitStack, *, needed: bool) -> Writer | None:
        if self._store is None:
            return None
        planned = self._planned
        described = {"config": planned.config, "versions": self._versions}
        plan = self._store.keep_plan({"rows": planned.rows, "keys": self._keys, **described})
        missing_pools = find_missing_pools(self._store.folder, planned.pools)
        if not needed and self._store.latest_plan_digest() == plan:
            # There is nothing to compute: where nothing can be written, that is no mistake.
            with contextlib.suppress(HaversackError):
                keep_pools(self._store.folder, missing_pools)
            return None
        keep_pools(self._store.folder, missing_pools)
        return stack.enter_context(self._store.open_writer(plan))

    def _run_missing(self, missing: set[str], writer: Writer | None, before: int) -> None:
        order = {task.key: (task, digest) for task, digest in self._planned.tasks if task.key in missing}
        shared = {digest: self._planned.pools[digest] for _, digest in order.values()}
        known = pass_catalog(self._catalog, self._workers)
        function = functools.partial(run_task, observers=self._planned.observers or None, **known)
        run_and_keep(
            function,
            order,
            shared,
            self._workers,
            self._records_keeper(writer),
            lambda computed: self._report(before + computed, computed, len(missing) - computed),
        )

    def _records_keeper(self, writer: Writer | None) -> Callable[[list[dict[str, Any]]], None]:
        if writer is not None:
            return writer.add
        return lambda records: self._records.update((record["key"], record) for record in records)

    def _report(self, finished: int, computed: int, remaining: int) -> None:
        if self._on_progress is not None:
            seconds = time.monotonic() - self._start
            planned = len(self._distinct)
            self._on_progress(StudyProgress(finished, planned, computed, remaining, seconds, self._result))

    def _result(self, *, interrupted: bool = False) -> StudyResult:
        records = [self._records.get(key) for key in self._keys]
        describe = functools.partial(_describe, self._planned.config, self._planned.pools)
        return StudyResult(self._planned.rows, records, interrupted, self._versions, describe)


def _describe(config: Mapping[str, Any], pools: Mapping[str, Pool]) -> dict[str, Any]:
    return fill_pools(config, {digest: to_plain(pool.to_dict()) for digest, pool in pools.items()})
