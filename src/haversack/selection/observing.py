"""Observers of a run: called with what happens, dropped when they fail, without influence on the answer."""

from __future__ import annotations

import contextlib
import math
import warnings
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.observer import RunStart
from haversack.api.progress import Progress
from haversack.clock import setting_up
from haversack.config.build import PartBuilder
from haversack.config.observers import add_observers, build_observers, read_variable
from haversack.errors import ConfigError
from haversack.kinds import PART_KINDS
from haversack.monitor import INTERRUPTED
from haversack.plugins import PluginWarning
from haversack.plugins.isolation import isolating_plugin
from haversack.selection.part_records import record_part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from haversack.api.observer import Observer
    from haversack.api.problem import Problem
    from haversack.api.selection import Selection
    from haversack.arrays import Sets
    from haversack.monitor import RunMonitor
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts


@attrs.frozen(eq=False)
class NamedObserver:
    """An observer and how to name it in messages."""

    label: str
    observer: Observer


def gather_observers(specs: object, catalog: Catalog) -> list[NamedObserver]:
    """Build the observers of a run, and those that the environment variable names.

    Parameters
    ----------
    specs
        A list of registered names, dicts and objects. None for no observers at all, whatever the environment says.
    catalog
        Where names are looked up.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    if specs is None:
        return []
    builder = PartBuilder(catalog)
    given, always = build_observers(specs, builder), read_variable(builder)
    if builder.problems:
        raise ConfigError(builder.problems)
    return [
        NamedObserver(f"observer {record_part('observer', observer, catalog)}", observer)
        for observer in add_observers(given, always)
    ]


class Watch:
    """The watchers of one run. Leaving it with an exception tells them that there is no result."""

    def __init__(self) -> None:
        self._watchers: list[tuple[str, Any]] = []
        self._improvements: deque[tuple[Progress, Sets]] = deque()
        self._last = self._final = Progress()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            reason = INTERRUPTED if isinstance(error, KeyboardInterrupt) else _describe_cause(error)
            self._call_all("aborted", reason)

    def start(
        self,
        observers: Sequence[NamedObserver],
        problem: Problem,
        parts: Parts,
        catalog: Catalog,
        *,
        settings: Mapping[str, Any] | None,
        **facts: Any,
    ) -> None:
        """Ask the observers for their watchers; the facts are those of `RunStart`."""
        with setting_up():
            for named in observers:
                run = RunStart(
                    pool=copy_pool(problem.pool),
                    budget=problem.budget,
                    is_probability=problem.is_probability,
                    settings=copy_tables(settings),
                    parts={kind: record_part(kind, getattr(parts, kind), catalog) for kind in PART_KINDS},
                    **facts,
                )
                has_failed, watcher = self._call(named.label, named.observer, "watch", run)
                if not has_failed and watcher is not None:
                    self._watchers.append((named.label, watcher))

    @property
    def audience(self) -> Watch | None:
        """The watch itself, or None if nobody watches."""
        return self if self._watchers else None

    def add_improvement(self, progress: Progress, row: Sets) -> None:
        """Take a better set, to be reported with the next call of `hear`."""
        self._improvements.append((progress, row))

    def hear(self, progress: Progress) -> None:
        """Report better sets and a tighter bound, if there are any."""
        self._report_improvements(progress.evaluations)
        last, self._last = self._last, progress
        gap, last_gap = (math.inf if each.claimed_gap is None else each.claimed_gap for each in (progress, last))
        if progress.loss_bound > last.loss_bound or gap < last_gap:
            self._call_all("bounded", progress)

    def add_bound(self, monitor: RunMonitor, known: RunMonitor) -> None:
        """Take the last progress of a run, with the bound that another monitor knows, to be reported at the end."""
        # A value is shown by the energy, which may have failed; the answer does without.
        with contextlib.suppress(Exception):
            if self._watchers:
                other = known.progress()
                self._final = attrs.evolve(
                    monitor.progress(), loss_bound=other.loss_bound, bound=other.bound, claimed_gap=other.claimed_gap
                )

    def ended(self, selection: Selection) -> Selection:
        """Report the result and return it; marked as interrupted if Ctrl-C came meanwhile, which must not lose it."""
        try:
            # Improvements of a batch that was not read to its end, and a bound that was proved beside the run.
            self.hear(self._final)
            self._call_all("ended", selection, copy=copy_selection)
        except KeyboardInterrupt:
            return attrs.evolve(selection, interrupted=True)
        return selection

    def _report_improvements(self, evaluations: int) -> None:
        # One by one, so that Ctrl-C leaves the others for later.
        while self._improvements:
            progress, row = self._improvements.popleft()
            # Evaluations are counted by batches.
            now = attrs.evolve(progress, evaluations=evaluations)
            self._call_all("improved", now, tuple(np.flatnonzero(row).tolist()))

    def _call_all(self, event: str, *values: Any, copy: Callable[[Any], Any] = lambda value: value) -> None:
        """Call a method of all watchers, each with copies of its own."""
        if not self._watchers:
            return
        with setting_up():
            for pair in tuple(self._watchers):
                has_failed, _ = self._call(*pair, event, *map(copy, values))
                if has_failed:
                    self._watchers = [each for each in self._watchers if each is not pair]

    def _call(self, label: str, watcher: object, event: str, *values: Any) -> tuple[bool, Any]:
        """Call one method, if there is one; return whether it failed, which is reported here, and what it returned."""
        try:
            with isolating_plugin():
                # An object with some of the methods will do.
                method = getattr(watcher, event, None)
                return False, None if method is None else method(*values)
        except KeyboardInterrupt:
            raise
        # Anything, SystemExit and a panic of compiled code included: no observer ends a run.
        except BaseException as error:
            text = f"{label} failed in {event}() and no longer watches this run, whose answer stays: "
            text += _describe_cause(error)
        warnings.warn(text, PluginWarning, stacklevel=2)
        return True, None


def _describe_cause(error: BaseException) -> str:
    """Return an exception on one line."""
    try:
        text = str(error)
    # The message of an exception is computed by its class.
    except Exception:
        text = ""
    return " ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":")


def copy_pool(pool: Pool) -> Pool:
    """Return a pool that shares the data of its arrays and can modify neither them nor the tables of the original."""
    copied = object.__new__(type(pool))
    for field in attrs.fields(type(pool)):
        value = getattr(pool, field.name)
        if isinstance(value, np.ndarray):
            # A view of an array that is read-only cannot be made writable again.
            value = value.view()
        object.__setattr__(copied, field.name, dict(value) if isinstance(value, Mapping) else value)
    return copied


def copy_selection(selection: Selection) -> Selection:
    """Return a result for an observer to read, which shares nothing that can be modified with the answer."""
    return attrs.evolve(selection, pool=copy_pool(selection.pool), settings=copy_tables(selection.settings))


def copy_tables(value: Any) -> Any:
    """Return plain data that shares no table and no list."""
    if isinstance(value, Mapping):
        return {key: copy_tables(entry) for key, entry in value.items()}
    return [copy_tables(entry) for entry in value] if isinstance(value, list) else value
