"""The search of a run, repeated on a sample of the items."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.searcher import ChoosesSearcher
from haversack.api.stopping import AdaptsToRun, Limits, StoppingRule, find_limits
from haversack.config.build import build_part
from haversack.evaluation.evaluator import RunEvaluator
from haversack.in_turn import InTurn
from haversack.monitor import RunMonitor
from haversack.selection import defaults
from haversack.selection.assembly import use_pool
from haversack.selection.best_single import find_best_single
from haversack.selection.frugal import find_frugal_set
from haversack.selection.planning import prepare_rule
from haversack.selection.search import search

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts
    from haversack.selection.failures import Failures

QUICK_PROOF = 50_000
"""Steps within which a proof is as quick as a search without one."""
_MOST_STEPS = 10 * QUICK_PROOF


class Unfinished(Exception):  # noqa: N818 - not an error
    """A search on a sample ended before its own rule said so."""


@attrs.frozen(eq=False)
class Ending:
    """Ends searches on samples from outside.

    Parameters
    ----------
    deadline
        When to end them, by the clock of the process; infinite if time does not matter.
    event
        Set to end them now.
    """

    deadline: float = math.inf
    event: threading.Event = attrs.field(factory=threading.Event)

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline; 0 if all is over."""
        return 0.0 if self.event.is_set() else max(0.0, self.deadline - time.perf_counter())


@attrs.frozen(eq=False)
class _UntilEnding(StoppingRule):
    """The rule of the run, or the end that comes from outside."""

    rule: StoppingRule
    ending: Ending
    most_steps: float

    @property
    def limits(self) -> Limits:
        own = find_limits(self.rule)
        seconds = min(own.seconds, self.ending.seconds_left)
        return attrs.evolve(own, seconds=seconds, steps=min(own.steps, self.most_steps))

    def __call__(self, progress: Progress) -> str | None:
        if self.ending.seconds_left <= 0.0:
            return "ended from outside"
        if progress.steps >= self.most_steps:
            return "long enough"
        return self.rule(progress)


@attrs.frozen(eq=False)
class Reselection:
    """Repeats the search of a run with as much effort; proofs are left out unless they take no longer.

    Parameters
    ----------
    problem
        The problem of the run.
    searcher, stopping
        The parts as they were named, not yet chosen and adapted for the problem.
    most_steps
        Limit for searches that prove.
    catalog, failures
        Those of the run.
    frugal
        Whether the cheapest set is taken that is as good as the best up to chance.
    evaluated
        How many sets the run evaluated. A search on a sample need not begin with as few sets a call as the run did.
    """

    problem: Problem
    searcher: Searcher
    stopping: StoppingRule
    most_steps: float
    catalog: Catalog
    failures: Failures
    frugal: bool = False
    evaluated: int = 0

    @classmethod
    def of_run(
        cls,
        built: Parts,
        parts: Parts,
        problem: Problem,
        monitor: RunMonitor,
        catalog: Catalog,
        failures: Failures,
        *,
        frugal: bool = False,
        evaluated: int = 0,
    ) -> Reselection:
        """Return how to repeat the search of a run, from the parts as named and as used, and what it came to."""
        searcher, most_steps = parts.searcher, math.inf
        if _proves(searcher):
            is_quick = monitor.loss_bound >= monitor.best_loss and monitor.count()[0] <= QUICK_PROOF
            if is_quick:
                most_steps = _MOST_STEPS
            else:
                searcher = built.searcher
                if not isinstance(searcher, ChoosesSearcher):
                    searcher = build_part("searcher", defaults.SEARCHER, catalog)
                if isinstance(searcher, ChoosesSearcher):
                    searcher = _leave_out_proofs(searcher.choose(problem, ()))
        problem = attrs.evolve(problem, evaluator=None)
        return cls(problem, searcher, built.stopping, most_steps, catalog, failures, frugal, evaluated)

    def choose(self, pool: Pool, seeds: np.random.SeedSequence, ending: Ending) -> tuple[Any, Any]:
        """Return the members of the best set and the best member alone, both as tuples, the latter None if none fits.

        Raises
        ------
        Unfinished
            If the search was ended from outside, failed, or found nothing.
        KeyboardInterrupt
            After Ctrl-C.
        """
        rule_seeds, search_seeds, noise_seeds = seeds.spawn(3)
        evaluator = RunEvaluator.for_run(use_pool(self.problem, pool), noise_seeds, before=self.evaluated)
        problem = evaluator.problem
        rule = self.stopping
        if isinstance(rule, AdaptsToRun):
            rule = rule.adapt(problem, self.searcher)
        rule, _ = prepare_rule(rule, problem, rule_seeds, self.catalog)
        monitor = RunMonitor(problem, _UntilEnding(rule, ending, self.most_steps))
        _, is_interrupted = search(self.searcher, problem, monitor, np.random.default_rng(search_seeds), self.failures)
        if is_interrupted:
            raise KeyboardInterrupt
        if self.failures.first is not None or monitor.best_set is None or ending.seconds_left <= 0.0:
            raise Unfinished
        evaluator.watch(lambda: math.inf)
        single, best = find_best_single(problem), monitor.best_set
        if self.frugal:
            best, _ = find_frugal_set(problem, best, monitor.best_cost)
        return tuple(np.flatnonzero(best).tolist()), None if single is None else single.members


def _proves(searcher: object) -> bool:
    return bool(getattr(searcher, "proves_optimality", False))


def _leave_out_proofs(searcher: Searcher) -> Searcher:
    """Return the searchers among several that prove nothing; all, if each of them proves."""
    if not isinstance(searcher, InTurn):
        return searcher
    heuristics = [each for each in searcher.searchers if not _proves(each)]
    return InTurn(heuristics) if heuristics else searcher
