"""Computes parts by haversack's own engine, as soon as what they need is there, and keeps their results in a store."""

from __future__ import annotations

import contextlib
import functools
import json
import time
import traceback
import uuid
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import HaversackError
from haversack.execution.kept_run import run_and_keep
from haversack.execution.store import DONE, FAILED, Store
from haversack.execution.workers import WorkerPool
from haversack_paper.origin import describe_origin
from haversack_paper.tasks import Finished

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from haversack.execution.store import Writer
    from haversack_paper.experiment import Experiment, Json, Part
    from haversack_paper.tasks import Task

TaskName = tuple[str, str]
"""Experiment and key of the part."""


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

    finished: dict[TaskName, Finished] = attrs.field(factory=dict)
    failed: dict[TaskName, BaseException] = attrs.field(factory=dict)

    def of(self, experiment: Experiment) -> dict[str, Finished]:
        """Return the results of one experiment by key, in the order of its parts and not in that of arrival."""
        names = {part.key: (experiment.name, part.key) for part in experiment.parts()}
        return {key: self.finished[name] for key, name in names.items() if name in self.finished}


def open_store(folder: Path) -> Store:
    """Return the store of results in a folder; made if there is none.

    Raises
    ------
    HaversackError
        If it cannot be read or made.
    """
    return Store(folder, create=True, kind="reproduction")


def compute_tasks(
    tasks: Sequence[Task],
    store: Store,
    *,
    workers: int = 1,
    fresh: bool = False,
    on_done: Callable[[Task, Finished], object] = lambda *_: None,
) -> Outcome:
    """Compute all tasks that the store does not have, and keep each result as soon as it is there.

    A task that fails takes only those along that need it. After KeyboardInterrupt, what was finished is in the store.

    Parameters
    ----------
    tasks
        Those that others need come first.
    store
        Where results are looked for and kept.
    workers
        Number of processes. It changes no result but measured times and what depends on them.
    fresh
        Whether to compute also what the store has; the new results replace the old ones.
    on_done
        Called for every result, also for those that were there.
    """
    # Always in other processes: a search that is interrupted returns its best set so far, which would be taken for the
    # result. These do not hear Ctrl-C.
    pool = WorkerPool(workers, is_apart=True)
    states = _TaskStates(tasks, store, on_done, fresh=fresh)
    with contextlib.ExitStack() as stack:
        writer = None
        while payloads := states.take_ready():
            writer = writer or stack.enter_context(store.open_writer())
            run_and_keep(compute_part, payloads, states.shared, pool, functools.partial(states.keep, writer))
    return states.outcome


class _TaskStates:
    """Which tasks are done, which failed and which wait for others."""

    def __init__(
        self, tasks: Sequence[Task], store: Store, on_done: Callable[[Task, Finished], object], *, fresh: bool
    ) -> None:
        self._store = store
        self._on_done = on_done
        self._fresh = fresh
        self._waiting = list(tasks)
        self._running: dict[str, Task] = {}
        # Workers remember what they got by its name, also that of an earlier run.
        self._names = {task.experiment.name: uuid.uuid4().hex for task in tasks}
        self.shared = {self._names[task.experiment.name]: task.experiment for task in tasks}
        self.outcome = Outcome()

    def take_ready(self) -> dict[str, tuple[Any, str]]:
        """Return the tasks that can start now, by key; those whose result is in the store are finished at once."""
        ready, waiting = {}, []
        # Those that others need come first, so one pass suffices.
        for task in self._waiting:
            names = {key: (task.experiment.name, key) for key in task.part.needs}
            if not all(name in self.outcome.finished for name in names.values()):
                waiting.append(task)
                continue
            needed = {key: self.outcome.finished[name].result for key, name in names.items()}
            key = task.find_key(needed)
            if not self._fresh and key in self._store.records:
                self._settle(task, self._store.records[key])
            else:
                self._running[key] = task
                ready[key] = ((key, task.part, needed, self._fresh), self._names[task.experiment.name])
        self._waiting = waiting
        return ready

    def keep(self, writer: Writer, records: Sequence[dict[str, Any]]) -> None:
        """Write results, and take them and failures into account."""
        writer.add([record for record in records if record["status"] == DONE])
        for record in records:
            self._settle(self._running[record["key"]], record)

    def _settle(self, task: Task, record: Mapping[str, Any]) -> None:
        if record["status"] != DONE:
            died = HaversackError(f"{': '.join(task.name)}: its process died")
            self.outcome.failed[task.name] = record.get("error", died)
            return
        finished = Finished(record["result"], record["seconds"], record.get("origin", {}))
        self.outcome.finished[task.name] = finished
        self._on_done(task, finished)


def compute_part(payload: tuple[str, Part, Mapping[str, Json], bool], experiment: Experiment) -> dict[str, Any]:
    """Compute a part and return its record, with what it raised if it fails.

    Parameters
    ----------
    payload
        Its key, the part, the results that it works on, and whether its result replaces an earlier one.
    experiment
        The experiment of the part.
    """
    key, part, needed, fresh = payload
    start = time.perf_counter()
    try:
        # As it is after it was written and read; what is no JSON, or holds what is no number, fails its part.
        result = json.loads(json.dumps(experiment.run(part, needed), allow_nan=False))
    # One broken part must not cost the others.
    except Exception as error:
        error.add_note(traceback.format_exc())
        return {"key": key, "status": FAILED, "error": error}
    record = {"key": key, "status": DONE, "seconds": time.perf_counter() - start, "result": result}
    record |= {"experiment": experiment.name, "part": part.key, "origin": dict(describe_origin())}
    return record | ({"replaces": True} if fresh else {})
