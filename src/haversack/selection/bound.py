"""How good an answer can be at most, from whoever can prove it."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, cast

from haversack.errors import CapabilityError
from haversack.monitor import RunMonitor, SearchOver
from haversack.selection.compatibility import missing_capabilities

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog

_LEAST_SECONDS = 0.05
_SHARE = 0.1
_ROUNDING = 1e-12


def find_prover(problem: Problem, catalog: Catalog) -> Searcher | None:
    """Return a searcher that can prove how good the best set is at most, if there is one for this problem."""
    for entry in catalog.of_kind("searcher"):
        if getattr(entry.factory, "proves_optimality", False) and not missing_capabilities(entry.factory, problem):
            return cast("Searcher", entry.factory())
    return None


def bound_loss(
    problem: Problem, monitor: RunMonitor, search_seconds: float, prover: Searcher, rng: np.random.Generator
) -> float:
    """Return what no feasible set has a smaller loss than, as far as a short while tells, or minus infinity.

    The while is a tenth of the time that the search took, or a twentieth of a second if that is longer, of processor
    time. Loading compiled code once in a process does not count. What the prover finds is not looked at: the answer is
    that of the search.
    """
    seconds = max(_LEAST_SECONDS, _SHARE * search_seconds)

    def time_is_up(progress: Progress) -> str | None:
        return "time is up" if progress.seconds >= seconds else None

    first = _is_first(type(prover), type(problem.energy), problem.size.bit_length())
    clock = _LenientClock(seconds / 8, _OwnTime()) if first else _OwnTime()
    watch = RunMonitor(problem, time_is_up, clock=clock)
    assert monitor.best_set is not None
    try:
        if watch.offer(monitor.best_set[None, :]):
            prover.search(problem, watch, rng)
    except (SearchOver, CapabilityError, KeyboardInterrupt):
        pass  # Whatever is proved by now holds.
    return watch.progress().loss_bound


class _OwnTime:
    """A clock of the time that the machine gives to us: on a busy one, an answer should not lose its bound.

    Of time in which we do nothing a tenth counts, so that a prover who only waits comes to an end as well.
    """

    def __init__(self) -> None:
        self._start, self._own_start = time.perf_counter(), time.thread_time()

    def __call__(self) -> float:
        return max(time.thread_time() - self._own_start, 0.1 * (time.perf_counter() - self._start))


class _LenientClock:
    """A clock that counts a long pause for a short one."""

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
    """Tell whether this is the first use of its kind in the process, for which code may have to be loaded."""
    first = use not in _uses
    _uses.add(use)
    return first


def clip_bound(bound: float, loss: float) -> float:
    """Return the bound for a set that is there: none lies above it, and one that meets it but for rounding meets it."""
    return loss if bound >= loss * (1.0 - _ROUNDING) and math.isfinite(bound) else bound
