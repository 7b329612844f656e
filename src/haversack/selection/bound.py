"""A bound on how good any answer can be, from a searcher that proves it."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, cast

from haversack.api.certify import MODES, WANTED
from haversack.errors import CapabilityError, ConfigError
from haversack.monitor import RunMonitor, SearchOver
from haversack.selection import defaults
from haversack.selection.compatibility import find_missing_capabilities

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from haversack.api.certify import Certify
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog

_ROUNDING = 1e-12


def find_prover(certify: Certify, searcher: Searcher, problem: Problem, catalog: Catalog) -> Searcher | None:
    """Return the searcher used to bound the answer, or None if no bound is wanted or `searcher` itself proves one.

    Raises
    ------
    CapabilityError
        If a proof is wanted and no installed searcher can give it.
    """
    if certify not in MODES:
        raise ConfigError([f"certify: must be {WANTED}, got {certify!r}"])
    if certify == "off" or (certify == "quick" and getattr(searcher, "proves_optimality", False)):
        return None
    for entry in catalog.of_kind("searcher"):
        if getattr(entry.factory, "proves_optimality", False) and not find_missing_capabilities(entry.factory, problem):
            return cast("Searcher", entry.factory())
    if certify == "prove":
        raise CapabilityError("certify: 'prove' was asked for, but no installed searcher can prove anything here")
    return None


def bound_loss(
    problem: Problem, monitor: RunMonitor, search_seconds: float, prover: Searcher, rng: np.random.Generator
) -> float:
    """Return a lower bound on the loss of every feasible set, as far as a short time allows; minus infinity if none.

    The time is a tenth of what the search took, at least a twentieth of a second, of processor time. Loading compiled
    code once in a process does not count. Sets that the prover finds are ignored: the answer is that of the search.
    """
    seconds = max(defaults.BOUND_LEAST_SECONDS, defaults.BOUND_SHARE * search_seconds)

    def time_is_up(progress: Progress) -> str | None:
        return "time is up" if progress.seconds >= seconds else None

    first = _is_first(type(prover), type(problem.energy), len(problem.pool).bit_length())
    clock = _LenientClock(seconds / 8, _OwnTime()) if first else _OwnTime()
    watch = RunMonitor(problem, time_is_up, clock=clock)
    assert monitor.best_set is not None
    try:
        if watch.offer(monitor.best_set[None, :]):
            prover.search(problem, watch, rng)
    except (SearchOver, CapabilityError, KeyboardInterrupt):
        pass  # What is proved by now holds.
    return watch.progress().loss_bound


def clip_bound(bound: float, loss: float) -> float:
    """Return the bound, or the loss of a known set if the bound exceeds it or misses it only by rounding."""
    return loss if bound >= loss * (1.0 - _ROUNDING) and math.isfinite(bound) else bound


class _OwnTime:
    """A clock of processor time: on a busy machine, an answer should not lose its bound.

    A tenth of idle time counts too, so that a prover that only waits comes to an end.
    """

    def __init__(self) -> None:
        self._start, self._own_start = time.perf_counter(), time.thread_time()

    def __call__(self) -> float:
        return max(time.thread_time() - self._own_start, 0.1 * (time.perf_counter() - self._start))


class _LenientClock:
    """A clock that counts a long pause as a short one."""

    def __init__(self, longest: float, clock: Callable[[], float]) -> None:
        self._longest, self._clock = longest, clock
        self._last, self._counted = clock(), 0.0

    def __call__(self) -> float:
        now = self._clock()
        self._counted += min(now - self._last, self._longest)
        self._last = now
        return self._counted


_uses: set[tuple[object, ...]] = set()


def _is_first(*use: object) -> bool:
    """Return whether this is the first use of its kind in the process, for which code may have to be loaded."""
    first = use not in _uses
    _uses.add(use)
    return first
