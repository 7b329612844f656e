"""Promises of a searcher that its runs can be repeated and do not affect each other."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.testing.promises import Promises

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.testing.searcher_case import SearcherCase
    from haversack.testing.searcher_runs import WatchedRun

REPEATABILITY: Promises[SearcherCase] = Promises()


@REPEATABILITY.add("the same problem and the same random stream give the same offers, whatever it searched in between")
def same_seed_same_offers(case: SearcherCase) -> None:
    """Search, search another problem, and search again."""
    _, other = list(case.situations())[-1]

    def claim(problem: Problem) -> str | None:
        first = case.run(problem, seed=1)
        case.run(other, seed=2)
        return _compare_runs(first, case.run(problem, seed=1), "in the second run")

    case.check_everywhere(claim)


@REPEATABILITY.add(
    "the number of workers does not change the offers",
    when=lambda case: attrs.has(type(case.part)) and hasattr(case.part, "workers"),
)
def workers_change_nothing(case: SearcherCase) -> None:
    """Search with one worker and with three."""
    one, three = attrs.evolve(case.part, workers=1), attrs.evolve(case.part, workers=3)

    def claim(problem: Problem) -> str | None:
        return _compare_runs(case.run(problem, part=one), case.run(problem, part=three), "with three workers")

    case.check_everywhere(claim)


@REPEATABILITY.add("the time that is left does not change the offers: a clock may end a search, never steer it")
def clocks_change_nothing(case: SearcherCase) -> None:
    """Search without a limit on time, with hours left, and with a moment left that never passes."""

    def claim(problem: Problem) -> str | None:
        first = case.run(problem)
        for seconds in (10_000.0, 0.001):
            found = _compare_runs(first, case.run(problem, seconds_left=seconds), f"with {seconds:g} seconds left")
            if found is not None:
                return found
        return None

    case.check_everywhere(claim)


def _compare_runs(first: WatchedRun, second: WatchedRun, when: str) -> str | None:
    for number, (one, other) in enumerate(zip(first.spy.offers, second.spy.offers, strict=False), start=1):
        if not one.same_as(other):
            return f"offer {number} was {_format_sets(one.sets)}, but {when} {_format_sets(other.sets)}"
    if len(first.spy.offers) != len(second.spy.offers):
        return f"{len(first.spy.offers)} offers, but {when} {len(second.spy.offers)}"
    return None


def _format_sets(sets: Any) -> str:
    rows = [str(np.flatnonzero(row).tolist()) for row in sets[:3]]
    return f"[{', '.join([*rows, '...'] if len(sets) > 3 else rows)}]"


@REPEATABILITY.add("it draws random numbers from the generator passed to it and from no other source")
def draws_from_its_generator(case: SearcherCase) -> None:
    """Compare the state of the global generators before and after."""

    def claim(problem: Problem) -> str | None:
        before = _global_states()
        case.run(problem)
        changed = [name for name, state in _global_states().items() if state != before[name]]
        return f"it drew from {' and '.join(changed)}" if changed else None

    case.check_everywhere(claim)


def _global_states() -> dict[str, Any]:
    _, keys, place, *_ = np.random.get_state(legacy=True)  # noqa: NPY002 - read, to detect its use
    return {"numpy.random": (place, np.asarray(keys).tobytes()), "random": random.getstate()}


@REPEATABILITY.add("it does not modify the problem, and leaves no thread running")
def leaves_nothing_behind(case: SearcherCase) -> None:
    """Compare the problem and the threads before and after."""

    def claim(problem: Problem) -> str | None:
        columns, energy, threads = problem.pool.to_dict(), repr(problem.energy), set(threading.enumerate())
        case.run(problem)
        if problem.pool.to_dict() != columns or repr(problem.energy) != energy:
            return "after the search, the problem was different"
        left = [thread.name for thread in threading.enumerate() if thread not in threads]
        return f"threads left running: {', '.join(left)}" if left else None

    case.check_everywhere(claim)
