"""A search for the best set of every budget, all at once or one by one, and what it found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.api.ballots import HasBallots
from haversack.api.frontier import TracesFrontier
from haversack.config.build import build_part
from haversack.errors import CapabilityError, PartError
from haversack.frontiers.budgets import choose_budgets, space_budgets
from haversack.frontiers.choosing import Never, choose_prover, choose_rule, choose_searcher
from haversack.frontiers.one_budget import search_budget
from haversack.frontiers.point import link_points
from haversack.frontiers.proof_walk import ProofWalk
from haversack.frontiers.result import Frontier
from haversack.frontiers.separate import BudgetWork, search_separately
from haversack.monitor import INTERRUPTED
from haversack.selection import defaults
from haversack.selection.compatibility import check_capabilities, is_usable
from haversack.selection.failures import WITHOUT_SET, ListenerError, Suspects, naming_failures
from haversack.selection.part_records import record_parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.api.problem import Problem
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.errors import HaversackError
    from haversack.execution.workers import WorkerPool
    from haversack.frontiers.record import FrontierRecord
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts
    from haversack.selection.options import OnFailure

_ALL_PROVED = "every budget is proved"
_ALL_SEARCHED = "every budget was searched"
_PROVED_TO = "every budget up to {:g} is proved, larger ones take too long"
_SMALL = 20


@attrs.frozen
class FrontierSearch:
    """A search for the frontier of one problem.

    Parameters
    ----------
    problem
        The problem; its budget is the cost of all members.
    record
        Where candidates and proofs go.
    catalog
        Where names are looked up.
    parts
        The parts; the searcher is None if it is chosen here.
    breakpoints
        The budgets at which something changes, if they are known.
    on_failure
        As in `haversack.frontier`.
    pool
        The pool as it was given: that of the problem may trust some members less.
    settings
        As in the result.
    """

    problem: Problem
    record: FrontierRecord
    catalog: Catalog
    parts: Parts
    breakpoints: tuple[float, ...]
    on_failure: OnFailure
    pool: Pool
    settings: Mapping[str, Any] | None = None

    def whole(self, given: Searcher | None, seed: int, *, insist: bool) -> Frontier | None:
        """Search every budget, all at once or by single proofs; None where neither can be done.

        Raises
        ------
        CapabilityError
            If neither can be done and the caller insists.
        """
        # The search that ships for pools above a few members takes no constraints.
        is_traced = not self.problem.constraints or len(self.problem.pool) <= defaults.FRONTIER_SMALL
        found = self.all_at_once(given, insist=False) if is_traced else None
        if found is None:
            found = self.by_proofs(given, seed, insist=insist)
        return self.all_at_once(given, insist=True) if found is None and insist else found

    def all_at_once(self, given: Searcher | None, *, insist: bool) -> Frontier | None:
        """Search all budgets at once; returns None where that cannot be done and the caller does not insist."""
        searcher: Any = given
        tracer = defaults.choose_frontier_tracer(self.problem.pool)
        if searcher is None and (insist or is_usable(tracer, self.problem, self.catalog)):
            searcher = build_part("searcher", tracer, self.catalog)
        if insist:
            check_capabilities(searcher, self.problem, self.catalog)
        if not isinstance(searcher, TracesFrontier):
            if insist:
                raise CapabilityError(
                    f"budgets: 'all' needs a searcher that searches all budgets at once, as "
                    f"{defaults.FRONTIER_TRACER!r} does, and {self._name(searcher)!r} does not; "
                    "give a number of budgets"
                )
            return None
        interrupted = False
        try:
            self._find_first_sets()
            searcher.trace_frontier(self.problem, self.record)
        except CapabilityError:
            if insist:
                raise
            return None
        except KeyboardInterrupt:
            interrupted = self._keep_interrupted()
        except ListenerError:
            raise
        # A part may raise anything, SystemExit and a panic of compiled code included.
        except BaseException as error:
            self._keep_failure(error, searcher)
        return self._collect(None, searcher, Never(), _ALL_PROVED, None, interrupted=interrupted)

    def one_by_one(
        self,
        given: Searcher | None,
        rule: StoppingRule | None,
        budgets: tuple[float, ...],
        seed: int,
        workers: WorkerPool | None = None,
    ) -> Frontier:
        """Search one budget after the other, the smallest first; or each by itself, on workers."""
        problem, catalog = self.problem, self.catalog
        with naming_failures(self.parts, catalog, self.on_failure):
            searcher = choose_searcher(self.problem, self.catalog, self.breakpoints) if given is None else given
            check_capabilities(searcher, problem, catalog)
            rule = choose_rule(searcher, self.problem, self.catalog) if rule is None else rule
        done: list[float] = []
        interrupted = False
        try:
            if workers is None:
                for budget in budgets:
                    search_budget(problem, budget, searcher, rule, self.record, seed, catalog, self.on_failure)
                    done.append(budget)
            else:
                work = BudgetWork(self.pool, self.parts, searcher, rule, seed, self.on_failure)
                search_separately(work, budgets, workers, self.record, catalog, done)
        except KeyboardInterrupt:
            interrupted = self._keep_interrupted()
        shown_seed = seed if self.record.is_random else None
        found = self._collect(tuple(done), searcher, rule, _ALL_SEARCHED, shown_seed, interrupted=interrupted)
        if tuple(done) == self.breakpoints and all(row.proven for row in found.rows()):
            # Between breakpoints nothing changes.
            self.record.prove(problem.budget)
            return self._collect(None, searcher, rule, _ALL_PROVED, shown_seed, interrupted=interrupted)
        return found

    def by_proofs(self, given: Searcher | None, seed: int, *, insist: bool) -> Frontier | None:
        """Prove one budget after the other, for problems that no search over all budgets at once takes.

        A searcher whose proofs take long proves the smallest budgets first, as far as it gets unless the caller
        insists; larger ones are then searched without a proof, and some of them bounded.

        Returns
        -------
        Frontier or None
            None where there is no searcher that proves.
        """
        problem, record = self.problem, self.record
        is_small = bool(problem.constraints) and len(problem.pool) <= defaults.FRONTIER_PROVED_UP_TO
        # By recorded items there are as many different losses as items, and no more points than that.
        if not (insist or is_small or isinstance(problem.energy, HasBallots)):
            return None
        searcher = choose_prover(self.problem, self.catalog, insist=insist) if given is None else given
        if searcher is None or not getattr(searcher, "proves_optimality", False):
            return None
        check_capabilities(searcher, problem, self.catalog)
        walk = ProofWalk(problem, record, searcher, seed, self.catalog, self.on_failure)
        is_slow = getattr(searcher, "evaluates_sets", False)
        ceilings = space_budgets(problem, defaults.FRONTIER_PROVED_BANDS) if is_slow else (problem.budget,)
        interrupted = False
        try:
            proven_to = walk.climb(ceilings)
            if proven_to < problem.budget and not record.failures:
                self._search_beyond(walk, proven_to)
        except KeyboardInterrupt:
            interrupted = self._keep_interrupted()
        reason = _ALL_PROVED if record.proven_to >= problem.budget else _PROVED_TO.format(record.proven_to)
        shown_seed = seed if record.is_random else None
        return self._collect(None, searcher, Never(), reason, shown_seed, interrupted=interrupted)

    def _search_beyond(self, walk: ProofWalk, proven_to: float) -> None:
        """Search the budgets that were not proved, and bound some of them."""
        searcher = choose_searcher(self.problem, self.catalog, self.breakpoints)
        rule = choose_rule(searcher, self.problem, self.catalog)
        for budget in choose_budgets(self.problem):
            if budget > proven_to:
                search_budget(
                    self.problem, budget, searcher, rule, self.record, walk.seed, self.catalog, self.on_failure
                )
        for budget in space_budgets(self.problem, defaults.FRONTIER_BOUNDED_BUDGETS):
            if budget > proven_to:
                walk.search(budget)

    def _find_first_sets(self) -> None:
        """Find good sets at some budgets quickly, so that an early Ctrl-C leaves a set for every budget.

        The whole frontier of a small pool takes less time than that.
        """
        if len(self.problem.pool) > _SMALL and defaults.can_start(self.problem, self.catalog):
            starter = build_part("searcher", defaults.FRONTIER_STARTER, self.catalog)
            for budget in space_budgets(self.problem, defaults.FRONTIER_FIRST_BUDGETS):
                search_budget(self.problem, budget, starter, Never(), self.record, 0, self.catalog, self.on_failure)

    def _keep_interrupted(self) -> Literal[True]:
        """Return True, or raise KeyboardInterrupt if nothing has been found."""
        if self.record.is_empty:
            raise KeyboardInterrupt
        return True

    def _keep_failure(self, error: BaseException, searcher: Any = None) -> None:
        """Record what a part raised, or raise it, as `on_failure` says."""
        if isinstance(error, KeyboardInterrupt) or self.on_failure == "raise":
            raise error
        used = {"energy": self.problem.energy, "cost": self.problem.cost_model}
        parts = self.parts if searcher is None else attrs.evolve(self.parts, searcher=searcher)
        failure = Suspects.of(parts, self.catalog, **used).find(error)
        kept = failure.to_error()
        # A message of ours to the user has no word about the part.
        self.record.failures.setdefault(math.inf, kept if kept is not error else PartError(str(failure)))

    def _show(self, loss: float) -> float | None:
        """Return the value of a loss, or None where the energy fails to say."""
        try:
            return self.problem.value(loss)
        except BaseException as error:
            self._keep_failure(error)
        return None

    def _name(self, searcher: object) -> str:
        entry = self.catalog.entry_for("searcher", searcher)
        return type(searcher).__name__ if entry is None else self.catalog.name_of(entry)

    def _collect(
        self,
        budgets: tuple[float, ...] | None,
        searcher: Any,
        rule: StoppingRule,
        reason: str,
        seed: int | None,
        *,
        interrupted: bool,
    ) -> Frontier:
        """Return what is on record.

        Raises
        ------
        PartError
            If that is nothing, because a part failed.
        """
        record = self.record
        points, bounds = record.points(self._show), record.bounds(self._show)
        failures = list(record.failures.values())
        if failures and not points:
            raise failures[0]
        used = attrs.evolve(self.parts, searcher=searcher, stopping=rule)
        found = Frontier(
            points=points,
            whole=record.proven_to >= self.problem.budget and not failures,
            budgets=budgets,
            searcher=self._name(searcher),
            stop_reason=_describe_failures(failures) if failures else INTERRUPTED if interrupted else reason,
            interrupted=interrupted,
            failed=bool(failures),
            failed_budgets=tuple(sorted(budget for budget in record.failures if math.isfinite(budget))),
            steps=record.search_steps,
            seconds=record.seconds,
            seed=seed,
            last_budget=self.problem.budget,
            proven_to=record.proven_to,
            bounds=bounds,
            pool=self.pool,
            parts=record_parts(used, self.catalog),
            settings=self.settings,
            problem=self.problem,
        )
        return attrs.evolve(found, points=link_points([found.at(point.cost) for point in found.points]))


def _describe_failures(failures: Sequence[HaversackError]) -> str:
    """Return the first failure, and how many more there were."""
    first = str(failures[0]).removesuffix(WITHOUT_SET)
    return f"failed: {first}" if len(failures) == 1 else f"failed: {first}; and at {len(failures) - 1} more budgets"
