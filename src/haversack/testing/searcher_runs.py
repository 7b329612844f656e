"""Runs of a searcher that is watched closely."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.problem import Problem
from haversack.monitor import ForwardingMonitor, RunMonitor, SearchOver
from haversack.testing.examples import every_set

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.progress import Progress
    from haversack.api.stopping import StoppingRule
    from haversack.arrays import FloatArray, Sets


@attrs.frozen(eq=False)
class Offer:
    """What a searcher reported in one batch, and how many sets it had evaluated by then."""

    sets: Sets
    losses: npt.NDArray[Any] | None
    steps: int | None
    at: npt.NDArray[Any] | None
    evaluated: int

    def same_as(self, other: Offer) -> bool:
        """Tell whether both report the same."""
        pairs = ((self.sets, other.sets), (self.losses, other.losses), (self.at, other.at))
        return self.steps == other.steps and all(
            first is second or (first is not None and second is not None and np.array_equal(first, second))
            for first, second in pairs
        )


class WatchedProblem(Problem):
    """A problem that remembers which sets it was asked the losses of, and that can be brought to an end."""

    def watch(self, evaluated: list[tuple[Sets, FloatArray]], over: threading.Event) -> None:
        """Begin to remember; a frozen object is told once where to."""
        object.__setattr__(self, "_evaluated", evaluated)
        object.__setattr__(self, "_over", over)

    def losses(self, sets: Sets) -> FloatArray:
        """Return the losses, and remember."""
        if self._over.is_set():  # type: ignore[attr-defined]
            raise SearchOver
        losses = super().losses(sets)
        self._evaluated.append((np.array(sets), losses.copy()))  # type: ignore[attr-defined]
        return losses


class Spy(ForwardingMonitor):
    """A monitor that writes down what it hears. It has what the interface names, and nothing else.

    Parameters
    ----------
    inner
        Does the work.
    evaluated
        Grows with every batch that the searcher evaluates.
    over
        Set when nobody waits any longer.
    interrupt_at
        The offer at which the user presses Ctrl-C.
    """

    def __init__(
        self, inner: RunMonitor, evaluated: list[Any], over: threading.Event, interrupt_at: int | None = None
    ) -> None:
        super().__init__(inner)
        self._inner = inner
        self._evaluated = evaluated
        self._over = over
        self._interrupt_at = interrupt_at
        self.offers: list[Offer] = []
        self.bounds: list[float] = []
        self.late = 0

    def offer(self, sets: Sets, losses: FloatArray | None = None, **counts: Any) -> bool:
        """Write down, and hand on."""
        self._enter()
        kept_losses, kept_at = (None if each is None else np.array(each) for each in (losses, counts.get("at")))
        self.offers.append(Offer(np.array(sets), kept_losses, counts.get("steps"), kept_at, len(self._evaluated)))
        if len(self.offers) == self._interrupt_at:
            raise KeyboardInterrupt
        return super().offer(sets, losses, **counts)

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Write down, and hand on."""
        self._enter()
        self.bounds.append(float(loss))
        return super().prove(loss, gap=gap)

    def _enter(self) -> None:
        if self._inner.stop_reason is not None:
            self.late += 1
            raise SearchOver
        if self._over.is_set():
            raise SearchOver


@attrs.frozen(eq=False)
class Run:
    """How a watched run went.

    Parameters
    ----------
    problem
        What was searched.
    spy
        What the searcher reported.
    monitor
        What came of it.
    evaluated
        The batches that were evaluated, with their losses.
    returned
        What the searcher returned.
    error
        What it raised, if anything.
    finished
        False if nobody waited for the end.
    """

    problem: Problem
    spy: Spy
    monitor: RunMonitor
    evaluated: list[tuple[Sets, FloatArray]]
    returned: object
    error: BaseException | None
    finished: bool

    @property
    def stopped(self) -> bool:
        """Whether the monitor said stop."""
        return self.monitor.stop_reason is not None


def limited_to(steps: int) -> StoppingRule:
    """Return a rule that stops after so many steps."""

    def rule(progress: Progress) -> str | None:
        return f"limit of {steps} steps" if progress.steps >= steps else None

    return rule  # type: ignore[return-value]


def watched_run(
    searcher: Any,
    problem: Problem,
    *,
    steps: int,
    patience: float,
    seed: int = 0,
    interrupt_at: int | None = None,
) -> Run:
    """Run a searcher for so many steps at most, and wait for it no longer than `patience` seconds.

    It runs in a thread of its own: one that hangs is left behind and told of. Exceptions are part of the result.
    """
    evaluated: list[tuple[Sets, FloatArray]] = []
    over = threading.Event()
    watched = WatchedProblem(problem.pool, problem.energy, problem.cost_model, problem.budget)
    watched.watch(evaluated, over)
    # The monitor gets the problem itself: what it evaluates to check a claim is not the searcher's doing.
    monitor = RunMonitor(problem, limited_to(steps))
    spy = Spy(monitor, evaluated, over, interrupt_at)
    outcome: dict[str, Any] = {"returned": None, "error": None}

    def search() -> None:
        try:
            outcome["returned"] = searcher.search(watched, spy, np.random.default_rng(seed))
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(patience)
    finished = not thread.is_alive()
    over.set()
    if not finished:
        # Most searchers ask for a loss or make an offer sooner or later, and are ended by that.
        thread.join(1.0)
    return Run(problem, spy, monitor, evaluated, outcome["returned"], outcome["error"], finished)


@attrs.frozen(eq=False)
class Situation:
    """A small problem, told by what is special about it.

    Parameters
    ----------
    words
        What is special.
    accuracies, costs
        Of the members.
    buys
        The set that the budget is just enough for; no budget if left out.
    """

    words: str
    accuracies: tuple[float, ...]
    costs: tuple[float, ...]
    buys: tuple[int, ...] | None = None


SITUATIONS = (
    Situation("a pool of one member", (0.7,), (1.0,), (0,)),
    Situation("a pool of one member, without a budget", (0.7,), (1.0,)),
    Situation("a budget that one of two equal members fits in", (0.7, 0.7), (1.0, 1.0), (0,)),
    Situation("a budget that only one member fits in", (0.6, 0.9, 0.8, 0.7), (1.0, 2.0, 3.0, 4.0), (0,)),
    Situation("equal costs and accuracies", (0.7,) * 5, (1.0,) * 5, (0, 1, 2)),
    Situation("accuracies of 0 and 1", (0.0, 1.0, 0.5, 1.0, 0.0), (1.0, 3.0, 2.0, 4.0, 1.0), (0, 1, 2)),
    Situation("costs of very different size", (0.6, 0.7, 0.8, 0.9), (1e-6, 1.0, 1e3, 1e6), (0, 1, 2)),
    Situation("a budget for everybody", (0.9, 0.8, 0.75, 0.7, 0.6), (2.0, 1.0, 3.0, 1.5, 1.0), (0, 1, 2, 3, 4)),
    Situation(
        "nine members",
        (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55),
        (9.0, 5.0, 6.0, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5),
        (1, 3, 4, 5),
    ),
)
"""The smallest first, so that the first to fail is the smallest example."""


def best_loss(problem: Problem) -> float:
    """Return the smallest loss of any feasible set, by looking at all of them."""
    sets = every_set(problem.size)
    feasible = sets[problem.fits(sets)]
    return float(problem.losses(feasible).min()) if len(feasible) else math.inf
