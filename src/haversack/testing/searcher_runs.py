"""Runs of a searcher that record what it evaluates, offers and proves."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.problem import Problem
from haversack.api.stopping import Limits, StoppingRule
from haversack.forwarding import ForwardingMonitor
from haversack.monitor import RunMonitor, SearchOver
from haversack.testing.examples import every_set

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.progress import Progress
    from haversack.arrays import FloatArray, Sets


@attrs.frozen(eq=False)
class Offer:
    """What a searcher offered in one batch, and how many batches it had evaluated by then."""

    sets: Sets
    losses: npt.NDArray[Any] | None
    steps: int | None
    at: npt.NDArray[Any] | None
    evaluated: int

    def same_as(self, other: Offer) -> bool:
        """Return whether both report the same."""
        pairs = ((self.sets, other.sets), (self.losses, other.losses), (self.at, other.at))
        return self.steps == other.steps and all(
            first is second or (first is not None and second is not None and np.array_equal(first, second))
            for first, second in pairs
        )


class WatchedProblem(Problem):
    """A problem that records the sets whose losses are computed, and that can end the search."""

    def watch(self, evaluated: list[tuple[Sets, FloatArray]], over: threading.Event) -> None:
        """Start to record; set once, because the object is frozen."""
        object.__setattr__(self, "_evaluated", evaluated)
        object.__setattr__(self, "_over", over)

    def losses(self, sets: Sets) -> FloatArray:
        """Return the losses, and record them."""
        if self._over.is_set():  # type: ignore[attr-defined]
            raise SearchOver
        losses = super().losses(sets)
        self._evaluated.append((np.array(sets), losses.copy()))  # type: ignore[attr-defined]
        return losses


class Spy(ForwardingMonitor):
    """A monitor that records what a searcher reports. It has the members of the interface and no others.

    Parameters
    ----------
    inner
        The monitor that decides.
    evaluated
        The batches that the searcher has evaluated so far.
    over
        Set when the run has exceeded its time.
    interrupt_at
        The number of the offer at which to raise KeyboardInterrupt.
    seconds_left
        What it answers when asked how much time is left, until the run is over; by default, what the monitor answers.
    """

    def __init__(
        self,
        inner: RunMonitor,
        evaluated: list[Any],
        over: threading.Event,
        interrupt_at: int | None = None,
        seconds_left: float | None = None,
    ) -> None:
        super().__init__(inner)
        self._inner = inner
        self._evaluated = evaluated
        self._over = over
        self._interrupt_at = interrupt_at
        self._seconds_left = seconds_left
        self.offers: list[Offer] = []
        self.bounds: list[float] = []
        self.late_reports = 0

    @property
    def seconds_left(self) -> float:
        """Return what was asked for while the run goes on."""
        left = super().seconds_left
        return left if self._seconds_left is None else min(left, self._seconds_left)

    def offer(self, sets: Sets, losses: FloatArray | None = None, **counts: Any) -> bool:
        """Record, and forward."""
        self._enter()
        kept_losses, kept_at = (None if each is None else np.array(each) for each in (losses, counts.get("at")))
        self.offers.append(Offer(np.array(sets), kept_losses, counts.get("steps"), kept_at, len(self._evaluated)))
        if counts.get("loss_bound") is not None:
            self.bounds.append(float(counts["loss_bound"]))
        if len(self.offers) == self._interrupt_at:
            raise KeyboardInterrupt
        return super().offer(sets, losses, **counts)

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Record, and forward."""
        self._enter()
        self.bounds.append(float(loss))
        return super().prove(loss, gap=gap)

    def _enter(self) -> None:
        if self._inner.stop_reason is not None:
            self.late_reports += 1
            raise SearchOver
        if self._over.is_set():
            raise SearchOver


@attrs.frozen(eq=False)
class WatchedRun:
    """The record of a run.

    Parameters
    ----------
    problem
        The problem searched.
    spy
        What the searcher reported.
    monitor
        The monitor, with the incumbent.
    evaluated
        The batches that were evaluated, with their losses.
    returned
        What the searcher returned.
    error
        What it raised, if anything.
    is_finished
        False if the run exceeded its time.
    """

    problem: Problem
    spy: Spy
    monitor: RunMonitor
    evaluated: list[tuple[Sets, FloatArray]]
    returned: object
    error: BaseException | None
    is_finished: bool

    @property
    def is_stopped(self) -> bool:
        """Whether the monitor said stop."""
        return self.monitor.stop_reason is not None


@attrs.frozen
class StopAfter(StoppingRule):
    """Stops after a number of steps, or of seconds."""

    steps: int
    seconds: float = math.inf

    @property
    def limits(self) -> Limits:
        """The limit on time; that on steps is not for searchers to see."""
        return Limits(seconds=self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the first of the limits."""
        if progress.steps >= self.steps:
            return f"limit of {self.steps} steps"
        return f"limit of {self.seconds:g} seconds" if progress.seconds >= self.seconds else None


def run_watched(
    searcher: Any,
    problem: Problem,
    *,
    steps: int,
    patience: float,
    seed: int = 0,
    interrupt_at: int | None = None,
    seconds_left: float | None = None,
    seconds: float = math.inf,
) -> WatchedRun:
    """Run a searcher for at most `steps` steps and `seconds` seconds, and wait for it at most `patience` seconds.

    It runs in a thread of its own; a thread that hangs is abandoned. Exceptions are part of the result.
    """
    evaluated: list[tuple[Sets, FloatArray]] = []
    over = threading.Event()
    watched = WatchedProblem(problem.pool, problem.energy, problem.cost_model, problem.budget, problem.constraints)
    watched.watch(evaluated, over)
    # The monitor gets the original problem, so that its own evaluations are not recorded.
    # A false bound is for its own promise to report.
    monitor = RunMonitor(problem, StopAfter(steps, seconds), refuses_false_bounds=False)
    spy = Spy(monitor, evaluated, over, interrupt_at, seconds_left)
    outcome: dict[str, Any] = {"returned": None, "error": None}

    def search() -> None:
        try:
            outcome["returned"] = searcher.search(watched, spy, np.random.default_rng(seed))
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(patience)
    is_finished = not thread.is_alive()
    over.set()
    if not is_finished:
        # The next loss or offer ends most searchers.
        thread.join(1.0)
    return WatchedRun(problem, spy, monitor, evaluated, outcome["returned"], outcome["error"], is_finished)


def find_best_loss(problem: Problem) -> float:
    """Return the smallest loss of any feasible set, by enumeration."""
    sets = every_set(len(problem.pool))
    feasible = sets[problem.fits(sets)]
    return float(problem.losses(feasible).min()) if len(feasible) else math.inf
