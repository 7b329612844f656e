"""Asks the energy on behalf of one run."""

from __future__ import annotations

import math
import threading
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.api.noise import DrawsLosses
from haversack.evaluation.known_losses import KnownLosses

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets

_FIRST_ROWS = 4
_MOST_NOTED = 32
_SHARE_DONE, _SHARE_LEFT = 2, 4
_SHORT, _MOMENT = 0.001, 0.05
"""Seconds: what may be lost, and how exactly a limit on time is kept."""

abandoned: ContextVar[threading.Event | None] = ContextVar("abandoned", default=None)
"""Set in the threads of a searcher: once the event is, nobody waits for what they evaluate."""


class Abandoned(BaseException):
    """Ends the work of a thread whose searcher has ended."""


class RunEvaluator:
    """Evaluates the sets of one run: each set once, in calls short enough to stop in time.

    A call has at most half as many sets as all calls before it together, so that what Ctrl-C can lose, and
    how long the progress stands still, stay in proportion. The number of sets decides that, not the clock: some
    energies round a loss differently in batches of different sizes. Only as a limit on time approaches does the
    measured speed make calls shorter.

    The losses of an energy that offers `FollowsWalks` are not remembered: its own ways are faster than looking them up.
    Several threads may call it.

    Parameters
    ----------
    problem
        The problem of the run, without an evaluator.
    clock
        Returns seconds, rising.
    is_noisy
        Whether losses are noisy; then none is remembered.
    before
        How many sets were evaluated before by the run that this one repeats: they count for the size of calls.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        clock: Callable[[], float] = time.perf_counter,
        is_noisy: bool = False,
        before: int = 0,
    ) -> None:
        self.is_noisy = is_noisy
        """Whether losses are noisy."""
        self._problem = problem
        self.problem = attrs.evolve(problem, evaluator=self)
        """The problem, whose losses this evaluator computes."""
        has_own_ways = isinstance(problem.energy, FollowsWalks)
        self._known = None if has_own_ways or self.is_noisy else KnownLosses(len(problem.pool))
        self._lock = threading.Lock()
        self._clock = clock
        self._before = before
        self._seconds_each = math.inf
        self._end = math.inf
        self._last_look = -math.inf
        self._watcher: Callable[[], float] = lambda: math.inf
        self.count = 0
        """How many sets the energy was asked for."""
        self.seconds = 0.0
        """How long it took, all threads together."""
        self._best: list[tuple[float, Sets]] = []

    @classmethod
    def for_run(cls, problem: Problem, seeds: np.random.SeedSequence, *, before: int = 0) -> RunEvaluator:
        """Return the evaluator of one run; a noisy energy gets its stream."""
        energy = problem.original_energy
        if isinstance(energy, DrawsLosses):
            problem = attrs.evolve(problem, energy=energy.draw_from(np.random.default_rng(seeds)))
        return cls(problem, is_noisy=isinstance(energy, DrawsLosses), before=before)

    @property
    def counts_all(self) -> bool:
        """Whether all evaluations pass through here; otherwise the searcher counts."""
        return self._known is not None or self.is_noisy

    def watch(self, watcher: Callable[[], float]) -> None:
        """Ask from now on, between calls that take long, how many seconds are left.

        The watcher ends the search by an exception when none is.
        """
        self._watcher, self._last_look = watcher, -math.inf

    @property
    def rows_at_once(self) -> int:
        """How many sets the energy gets in a call."""
        rows = max(_FIRST_ROWS, (self._before + self.count) // _SHARE_DONE)
        left = self._end - self._clock()
        if left < math.inf:
            # The speed is unknown before the first call: then one set.
            rows = min(rows, int(max(_MOMENT, left / _SHARE_LEFT) / max(self._seconds_each, 1e-9)))
        # Multiples of four, where possible, which most ways of multiplying matrices treat alike.
        return max(1, rows if rows < _FIRST_ROWS else rows - rows % _FIRST_ROWS)

    def serves(self, problem: Problem) -> bool:
        """Return whether the losses are those of this problem."""
        return problem.energy is self._problem.energy and problem.pool is self._problem.pool

    def __call__(self, sets: Sets) -> FloatArray:
        """Return the loss of each set. See `haversack.Problem.losses`."""
        sets = np.asarray(sets, dtype=np.bool_)
        if self._known is None or len(sets) > self._known.most:
            return self._ask(sets, lambda _, __: None)
        with self._lock:
            batch = self._known.look_up(sets)
        missing = batch.find_missing()
        if missing.size:
            # Recorded call by call: what ends the run in between loses nothing.
            whole = missing.size == len(sets)
            self._ask(
                sets if whole else sets[missing],
                lambda start, losses: batch.record(missing[start : start + len(losses)], losses),
            )
        return batch.losses

    def _ask(self, sets: Sets, record: Callable[[int, FloatArray], None]) -> FloatArray:
        losses = np.empty(len(sets))
        start = 0
        while start < len(sets):
            self._look_at_clock()
            part = sets[start : start + self.rows_at_once]
            began = self._clock()
            losses[start : start + len(part)] = found = self._problem.losses(part)
            seconds = self._clock() - began
            record(start, found)
            start += len(part)
            with self._lock:
                self.count += len(part)
                self.seconds += seconds
                self._seconds_each = seconds / len(part)
            if seconds >= _SHORT:
                self._note_best(part, found)
        return losses

    def _look_at_clock(self) -> None:
        event = abandoned.get()
        if event is not None and event.is_set():
            raise Abandoned
        now = self._clock()
        if now - self._last_look >= _MOMENT:
            self._last_look = now
            self._end = now + self._watcher()

    def find_best(self) -> Sets | None:
        """Return the best feasible set of long calls, if there is one: a run may end before it is offered."""
        rows = [row for _, row in self._best]
        if not rows:
            return None
        feasible = np.flatnonzero(self._problem.fits(np.array(rows)))
        return rows[feasible[0]] if feasible.size else None

    def forget_best(self) -> None:
        """Find only sets that are evaluated from now on."""
        self._best = []

    def _note_best(self, sets: Sets, losses: FloatArray) -> None:
        """Note some of the best sets; the cost model is asked when one is needed, so that no clock decides when."""
        most = self._best[-1][0] if len(self._best) == _MOST_NOTED else math.inf
        rows = np.flatnonzero((losses < most) & sets.any(axis=1))
        if rows.size:
            best = rows[np.argsort(losses[rows], kind="stable")[:_MOST_NOTED]]
            found = [(float(losses[row]), sets[row].copy()) for row in best.tolist()]
            self._best = sorted(self._best + found, key=lambda noted: noted[0])[:_MOST_NOTED]
