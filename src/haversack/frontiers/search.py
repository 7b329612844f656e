"""The best set for every budget: chooses who searches, and collects what is found. Imports no implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.api.frontier import TracesFrontier
from haversack.api.incremental import FollowsWalks
from haversack.api.problem import Problem
from haversack.api.stopping import StoppingRule
from haversack.config.build import build_part
from haversack.errors import CapabilityError, ConfigError
from haversack.frontiers.budgets import check_budgets, choose_budgets, find_breakpoints, space_budgets
from haversack.frontiers.one_budget import search_budget
from haversack.frontiers.record import FrontierRecord
from haversack.frontiers.result import Frontier, link_points
from haversack.monitor import INTERRUPTED
from haversack.plugins import default_catalog
from haversack.selection import defaults
from haversack.selection.assembly import check_pool, check_seed
from haversack.selection.compatibility import check_capabilities, is_usable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.frontier import FrontierProgress
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

_ALL_PROVED = "every budget is proved"
_ALL_SEARCHED = "every budget was searched"
_SMALL = 20


def frontier(
    pool: Pool,
    *,
    budgets: int | Literal["all"] | Iterable[float] | None = None,
    energy: str | Mapping[str, Any] | Energy | None = None,
    searcher: str | Mapping[str, Any] | Searcher | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    seed: int | None = None,
    on_progress: Callable[[FrontierProgress], None] | None = None,
    catalog: Catalog | None = None,
) -> Frontier:
    """Find the best set for every budget.

    Parameters
    ----------
    pool
        The members to choose from. It must have costs.
    budgets
        ``"all"``: all budgets at once, with proof, which needs a searcher that can do this, such as ``exact``. A whole
        number: so many budgets, from the least to the cost of all members, denser at small budgets. Or the budgets
        themselves. Default: ``"all"`` for pools of up to 120 members where that is possible; otherwise the budgets at
        which something changes, where the cost model knows them, else 100 budgets, down to 20 in pools of thousands.
    energy, searcher, cost
        As in `select`. Default searcher: ``exact`` in pools of up to 120 members (40 with several limits) and where
        the cost model knows the budgets that matter, ``sweep`` in larger ones, and ``annealing`` where energy or costs
        lack what these need.
    stopping
        When to stop the search at each budget. Default: never for searchers that end by themselves, after 5,000 steps
        without improvement for others, 50,000 where the energy follows walks.
    seed
        Same seed, same answer. If omitted, drawn at random and recorded in the result.
    on_progress
        Called repeatedly with the progress.
    catalog
        Where names are looked up; by default all installed plugins.

    Returns
    -------
    Frontier
        The best sets found, also when the search is interrupted by Ctrl-C. A set that was found for one budget counts
        for every other that it fits in, so more budget never buys less.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> for point in frontier(pool).points:
    ...     print(f"from {point.cost:g}: {point.value:.3f} by {point.members}")
    from 1: 0.600 by (3,)
    from 2: 0.800 by (1,)
    from 4: 0.900 by (0,)
    from 8: 0.902 by (0, 1, 2)
    """
    catalog = catalog or default_catalog()
    problem = _pose_problem(pool, energy, cost, catalog)
    asked = check_budgets(budgets)
    if seed is not None:
        check_seed(seed)
    if asked == "all" and stopping is not None:
        raise ConfigError(
            ["stopping: a search over all budgets at once takes no rule; give a number of budgets, or a list"]
        )
    given = None if searcher is None else build_part("searcher", searcher, catalog)
    rule = None if stopping is None else build_part("stopping", stopping, catalog)
    search = _FrontierSearch(problem, FrontierRecord(problem, listener=on_progress), catalog)
    at_once = asked == "all" or (asked is None and rule is None and len(pool) <= defaults.FRONTIER_WHOLE_UP_TO)
    if at_once and not find_breakpoints(problem):
        found = search.all_at_once(given, insist=asked == "all")
        if found is not None:
            return found
    if isinstance(asked, tuple):
        listed = asked
    else:
        listed = space_budgets(problem, asked) if isinstance(asked, int) else choose_budgets(problem)
    return search.one_by_one(given, rule, listed, seed)


def _pose_problem(pool: Pool, energy: Any, cost: Any, catalog: Catalog) -> Problem:
    """Return the problem in which all members fit within the budget."""
    check_pool(pool)
    if cost is None and pool.costs is None:
        raise ConfigError(["pool: a frontier needs the cost of each member, and the pool has no costs"])
    problem = Problem(
        pool,
        build_part("energy", defaults.ENERGY if energy is None else energy, catalog),
        build_part("cost", defaults.FRONTIER_COST if cost is None else cost, catalog),
    )
    total = problem.total_cost()
    if not total > 0.0:
        raise ConfigError([f"cost: a frontier needs costs, and under {problem.cost_model!r} nothing has a cost"])
    return attrs.evolve(problem, budget=total)


@attrs.frozen
class _FrontierSearch:
    """A search for the frontier of one problem.

    Parameters
    ----------
    problem
        The problem; its budget is the cost of all members.
    record
        Where candidates and proofs go.
    catalog
        Where names are looked up.
    """

    problem: Problem
    record: FrontierRecord
    catalog: Catalog

    def all_at_once(self, given: Searcher | None, *, insist: bool) -> Frontier | None:
        """Search all budgets at once; returns None where that cannot be done and the caller does not insist."""
        searcher: Any = given
        if searcher is None and (insist or is_usable(defaults.FRONTIER_TRACER, self.problem, self.catalog)):
            searcher = build_part("searcher", defaults.FRONTIER_TRACER, self.catalog)
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
        return self._collect(None, searcher, _ALL_PROVED, None, interrupted=interrupted)

    def one_by_one(
        self, given: Searcher | None, rule: StoppingRule | None, budgets: tuple[float, ...], seed: int | None
    ) -> Frontier:
        """Search one budget after the other, the smallest first."""
        problem, catalog = self.problem, self.catalog
        searcher = self._default_searcher() if given is None else given
        check_capabilities(searcher, problem, catalog)
        rule = self._default_rule(searcher) if rule is None else rule
        done: list[float] = []
        interrupted = False
        try:
            for budget in budgets:
                seed = search_budget(problem, budget, searcher, rule, self.record, seed, catalog)
                done.append(budget)
        except KeyboardInterrupt:
            interrupted = self._keep_interrupted()
        shown_seed = seed if self.record.is_random else None
        found = self._collect(tuple(done), searcher, _ALL_SEARCHED, shown_seed, interrupted=interrupted)
        if tuple(done) == find_breakpoints(problem) and all(row.proven for row in found.rows()):
            # Between breakpoints nothing changes.
            self.record.prove(problem.budget)
            return self._collect(None, searcher, _ALL_PROVED, shown_seed, interrupted=interrupted)
        return found

    def _find_first_sets(self) -> None:
        """Find good sets at some budgets quickly, so that an early Ctrl-C leaves a set for every budget.

        The whole frontier of a small pool takes less time than that.
        """
        if len(self.problem.pool) > _SMALL and defaults.can_start(self.problem, self.catalog):
            starter = build_part("searcher", defaults.FRONTIER_STARTER, self.catalog)
            for budget in space_budgets(self.problem, defaults.FRONTIER_FIRST_BUDGETS):
                search_budget(self.problem, budget, starter, _Never(), self.record, 0, self.catalog)

    def _default_searcher(self) -> Searcher:
        resources = self.problem.resources()
        several = resources is not None and len(resources.limits) > 1
        largest = defaults.FRONTIER_PROVED_UP_TO if several else defaults.FRONTIER_WHOLE_UP_TO
        can_prove = len(self.problem.pool) <= largest or bool(find_breakpoints(self.problem))
        name = defaults.choose_frontier_searcher(self.problem, self.catalog, can_prove=can_prove)
        searcher: Searcher = build_part("searcher", name, self.catalog)
        return searcher

    def _default_rule(self, searcher: Searcher) -> StoppingRule:
        if getattr(searcher, "ends_by_itself", False):
            return _Never()
        follows = isinstance(self.problem.energy, FollowsWalks)
        spec = defaults.FRONTIER_WALKS_STOPPING if follows else defaults.FRONTIER_STOPPING
        rule: StoppingRule = build_part("stopping", spec, self.catalog)
        return rule

    def _keep_interrupted(self) -> Literal[True]:
        """Return True, or raise KeyboardInterrupt if nothing has been found."""
        if self.record.is_empty:
            raise KeyboardInterrupt
        return True

    def _name(self, searcher: object) -> str:
        entry = self.catalog.entry_for("searcher", searcher)
        return type(searcher).__name__ if entry is None else entry.name

    def _collect(
        self,
        budgets: tuple[float, ...] | None,
        searcher: object,
        reason: str,
        seed: int | None,
        *,
        interrupted: bool,
    ) -> Frontier:
        """Return what is on record."""
        record = self.record
        found = Frontier(
            points=record.points(),
            whole=record.proven_to >= self.problem.budget,
            budgets=budgets,
            searcher=self._name(searcher),
            stop_reason=INTERRUPTED if interrupted else reason,
            interrupted=interrupted,
            steps=record.search_steps,
            seconds=record.seconds,
            seed=seed,
            last_budget=self.problem.budget,
            proven_to=record.proven_to,
            bounds=record.bounds(),
            pool=self.problem.pool,
        )
        return attrs.evolve(found, points=link_points([found.at(point.cost) for point in found.points]))


@attrs.frozen
class _Never(StoppingRule):
    """Let the searcher end by itself."""

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        return None
