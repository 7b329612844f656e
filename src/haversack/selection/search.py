"""One search of a run: by the searcher, or by the one that bounds its answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.errors import InfeasibleError, SearchError
from haversack.monitor import INTERRUPTED, RunMonitor, SearchOver
from haversack.selection.best_single import SECONDS_TO_END, find_best_single_in_time
from haversack.selection.bound import BoundingRule
from haversack.selection.failures import ListenerError
from haversack.selection.infeasible import explain_conflict
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Searcher
    from haversack.evaluation.evaluator import RunEvaluator
    from haversack.plugins import Catalog
    from haversack.selection.failures import Failures

FAILED = "failed: "
"""What the stop reason of a run begins with in which a part failed."""


def search(
    searcher: Searcher, problem: Problem, monitor: RunMonitor, rng: np.random.Generator, failures: Failures
) -> tuple[str, bool]:
    """Run the search; return why it ended, and whether by Ctrl-C.

    Raises
    ------
    ListenerError
        With what the caller's own listener raised.
    """
    own_reason = None
    if problem.evaluator is not None:
        problem.evaluator.watch(monitor.watch_clock)
    try:
        own_reason = searcher.search(problem, monitor, rng)
        if own_reason is not None and not isinstance(own_reason, str):
            raise SearchError(f"searcher must return a reason as text, or None; got {format_value(own_reason)}")
    except SearchOver:
        if monitor.is_cut_short and monitor.is_over():
            offer_evaluated(problem, monitor)
    except ListenerError:
        raise
    except KeyboardInterrupt:
        offer_evaluated(problem, monitor)
        if monitor.best_set is None:
            raise
        return INTERRUPTED, True
    # A part may raise anything, SystemExit and a panic of compiled code included.
    except BaseException as error:
        return f"{FAILED}{failures.add(error)}", False
    return monitor.stop_reason or own_reason or "the searcher had nothing left to try", False


def find_answer(
    searcher: Searcher,
    evaluator: RunEvaluator,
    monitor: RunMonitor,
    seeds: np.random.SeedSequence,
    failures: Failures,
    catalog: Catalog,
) -> tuple[str, bool]:
    """Search until there is an answer; return why the search ended, and whether by Ctrl-C.

    Raises
    ------
    InfeasibleError
        If it is proved that there is none: whether a set exceeds a limit by a
        millionth or keeps it, only a search can say.
    HaversackError
        If none was found.
    """
    problem = evaluator.problem
    reason, interrupted = search(searcher, problem, monitor, np.random.default_rng(seeds), failures)
    if monitor.best_set is None and monitor.stop_reason is not None and failures.first is None:
        # A limit may end a search before its first set; there always is an answer.
        with failures.guarding():
            single = find_best_single_in_time(evaluator, SECONDS_TO_END)
            if single is not None:
                monitor.offer_late(np.isin(np.arange(len(problem.pool)), single.members))
            offer_evaluated(problem, monitor)
    if monitor.best_set is None:
        if failures.first is not None:
            raise failures.first.to_error()
        if monitor.loss_bound == math.inf:
            raise InfeasibleError(explain_conflict(problem, catalog))
        raise SearchError(f"the search ended without a feasible set ({reason})")
    monitor.finish()
    return reason, interrupted


def offer_evaluated(problem: Problem, monitor: RunMonitor) -> None:
    """Let a run that was ended within a batch have the best set of that batch."""
    if problem.evaluator is None:
        return
    # Its time is over, and this takes one evaluation at most.
    problem.evaluator.watch(lambda: math.inf)
    best = problem.evaluator.find_best()
    if best is not None:
        monitor.offer_late(best)


def continue_run(problem: Problem, monitor: RunMonitor, rule: BoundingRule, *, is_beside: bool) -> RunMonitor:
    """Return the monitor under a new rule; or, to leave its answer alone, another that starts from that answer."""
    if problem.evaluator is not None:
        # What the search evaluated and did not offer stays out of the answer.
        problem.evaluator.forget_best()
        # The rule of the search, which is over, does not end what follows.
        problem.evaluator.watch(lambda: math.inf)
    if not is_beside:
        monitor.go_on(rule)
        return monitor
    assert monitor.best_set is not None
    # Its clock starts now; the limit is on both searches together.
    beside = RunMonitor(problem, BoundingRule(math.inf))
    beside.offer(monitor.best_set[None, :])
    beside.go_on(attrs.evolve(rule, seconds=max(0.0, rule.seconds - monitor.progress().seconds)))
    return beside
