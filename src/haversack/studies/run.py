"""Runs a study: computes what is not in the store, and keeps each result."""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.plain import to_plain
from haversack.config.fields import TABLE, TABLES, VERSIONS, read_fields
from haversack.config.options import parse_type
from haversack.config.types import TupleOf
from haversack.errors import ConfigError, HaversackError
from haversack.execution.kept_pools import find_missing_pools, keep_pools, read_pools
from haversack.execution.kept_run import run_and_keep
from haversack.execution.store import FAILED, Store
from haversack.execution.workers import WorkerPool
from haversack.plugins import get_catalog
from haversack.plugins.recipe import CatalogRecipe
from haversack.selection.assembly import check_listener
from haversack.studies.description import fill_pools
from haversack.studies.result import COLUMNS, StudyResult
from haversack.studies.study_file import build_study, read_study
from haversack.studies.task_run import run_task
from haversack.studies.tasks import LABELS
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from haversack.execution.store import Writer
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.studies.tasks import TaskList

_PLAN = {"rows": parse_type(list), "keys": parse_type(list[str]), "config": TABLE, "versions": VERSIONS}
_ROW = TupleOf(tuple(COLUMNS[label] for label in LABELS))
_POOL = {"name": parse_type(str), "pool": parse_type(str)}


@attrs.frozen
class StudyProgress:
    """Progress of a study.

    Parameters
    ----------
    finished, planned
        Tasks, those that were finished before included.
    computed
        Tasks that were finished since the start.
    seconds
        Since the start.
    result
        Returns what there is so far.
    """

    finished: int
    planned: int
    computed: int
    seconds: float
    result: Callable[[], StudyResult] = attrs.field(repr=False)


def study(
    source: str | PathLike[str] | Mapping[str, Any] | None = None,
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
        A study file, or such a study as a dict. Paths in a file are relative to its folder.
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
        ``costs``, ``presets``, ``budgets``, ``budget_shares``, ``seeds``, ``certify``, ``observers``. Pools may be
        `Pool` objects, and parts objects of registered classes.

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
    catalog = get_catalog(catalog)
    check_listener(on_progress)
    workers = WorkerPool(jobs, backend, address)
    _check_part(part)
    document, place, directory = read_source(source)
    planned = build_study({**document, **settings}, catalog, source=place, directory=directory)
    kept = None if store is None else Store(store, create=True)
    run = _Run(planned, kept, catalog, workers, on_progress)
    return run.compute(part, retry=retry)


def read_source(source: Any) -> tuple[dict[str, Any], str, Path]:
    """Return a study as plain tables, its name for messages, and the folder of its paths."""
    if source is None:
        return {}, "study", Path()
    if isinstance(source, Mapping):
        return dict(source), "study", Path()
    return read_study(source), str(source), Path(source).parent


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
        self._versions = planned.find_versions()
        self._start = time.monotonic()

    def compute(self, part: tuple[int, int] | None, *, retry: bool) -> StudyResult:
        """Compute what is missing."""
        mine = list(dict.fromkeys(self._keys))
        if part is not None:
            mine = mine[part[0] - 1 :: part[1]]
        if retry:
            for key in mine:
                if self._records.get(key, {}).get("status") == FAILED:
                    del self._records[key]
        missing = {key for key in mine if key not in self._records}
        before = len(set(self._keys)) - len(set(self._keys) - self._records.keys())
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
        known = (
            {"catalog": self._catalog} if self._workers.share_memory else {"recipe": CatalogRecipe.of(self._catalog)}
        )
        function = functools.partial(run_task, observers=self._planned.observers or None, **known)
        run_and_keep(
            function,
            order,
            shared,
            self._workers,
            self._records_keeper(writer),
            lambda computed: self._report(before + computed, computed),
        )

    def _records_keeper(self, writer: Writer | None) -> Callable[[list[dict[str, Any]]], None]:
        if writer is not None:
            return writer.add
        return lambda records: self._records.update((record["key"], record) for record in records)

    def _report(self, finished: int, computed: int) -> None:
        if self._on_progress is not None:
            seconds = time.monotonic() - self._start
            self._on_progress(
                StudyProgress(finished, len(set(self._keys)), computed, seconds, functools.partial(self._result))
            )

    def _result(self, *, interrupted: bool = False) -> StudyResult:
        records = [self._records.get(key) for key in self._keys]
        describe = functools.partial(_describe, self._planned.config, self._planned.pools)
        return StudyResult(self._planned.rows, records, interrupted, self._versions, describe)


def read_result(folder: str | PathLike[str]) -> StudyResult:
    """Return what is in the store of a study: the tasks of the study that ran last, and their results.

    Raises
    ------
    HaversackError
        If there is no study, or a file is damaged.
    """
    store = Store(folder)
    plan = store.latest_plan()
    if plan is None:
        raise ConfigError(f"{folder}: no study has been started there")
    fields = _read_plan(plan, f"{folder}: plan")
    records = [store.records.get(key) for key in fields["keys"]]
    # Pools are read when they are asked for, whatever the working directory is by then.
    describe = functools.partial(_read_config, store.folder.absolute(), fields.get("config"))
    return StudyResult(fields["rows"], records, versions=fields.get("versions", {}), read_config=describe)


def _read_plan(plan: object, place: str) -> dict[str, Any]:
    """Return the plan of a study if it is one."""
    fields = read_fields(plan, _PLAN, place, required=("rows", "keys"))
    rows, config = fields["rows"], fields.get("config")
    if not all(isinstance(row, list) for row in rows) or len(rows) != len(fields["keys"]):
        raise ConfigError(f"{place}: rows: must be lists, as many as there are keys")
    # There may be a million rows, but few whose values are of other kinds than those of the others.
    for row in {tuple(map(type, row)): row for row in rows}.values():
        try:
            _ROW.structure(row)
        except ValueError as error:
            raise ConfigError(f"{place}: rows: {error}") from error
    if config is not None:
        pools = read_fields(config, {"pools": TABLES}, place, required=("pools",), within="config.")["pools"]
        for number, pool in enumerate(pools):
            read_fields(pool, _POOL, place, required=_POOL, within=f"config.pools[{number}].")
    return fields


def _describe(config: Mapping[str, Any], pools: Mapping[str, Pool]) -> dict[str, Any]:
    return fill_pools(config, {digest: to_plain(pool.to_dict()) for digest, pool in pools.items()})


def _read_config(store: Path, config: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the study that a store records, or None if an early version made it, or pools are no longer there."""
    if config is None:
        return None
    digests = {each["pool"] for each in config["pools"]}
    columns = read_pools(store, digests)
    return fill_pools(config, columns) if digests <= columns.keys() else None
