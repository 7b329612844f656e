"""The best value for every budget: who searches, and what comes of it. Imports no implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from haversack.api.frontier import TracesFrontier
from haversack.api.incremental import FollowsWalks
from haversack.api.problem import Problem
from haversack.api.stopping import StoppingRule
from haversack.config.build import build_part
from haversack.errors import CapabilityError, ConfigError
from haversack.frontiers.budgets import breakpoints, check_budgets, default_budgets, space_budgets
from haversack.frontiers.one_budget import Interrupted, search_budget
from haversack.frontiers.record import FrontierRecord
from haversack.frontiers.result import Frontier, link_points
from haversack.plugins import default_catalog
from haversack.pools.pool import Pool
from haversack.selection.compatibility import check_capabilities, missing_capabilities
from haversack.selection.run import DEFAULT_ENERGY
from haversack.validators import seed_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.frontier import FrontierProgress
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog

_INTERRUPTED = "interrupted (Ctrl-C)"
_ALL_PROVED = "every budget is proved"
_WHOLE_UP_TO = 120
_PROVED_UP_TO = 40  # with several limits
_LOOKS = 40
_SMALL = 20
_RUN_OUT = ("exact", "greedy-backward", "greedy-forward", "sweep")  # They end by themselves and draw nothing.
_OTHERS_STOP = {"kind": "stagnation", "steps": 5_000}
# Steps of walks that are followed cost little, and the last improvements take many of them.
_WALKS_STOP = {"kind": "stagnation", "steps": 50_000}


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
        What there is to choose from. It must have costs.
    budgets
        ``"all"``: all budgets at once, with proof, which needs a searcher that can do this, such as ``exact``. A whole
        number: so many budgets, from the least to what everybody costs, the closer together the smaller they are. Or
        the budgets themselves. Left out: ``"all"`` for pools of up to 120 members where that is possible; otherwise the
        budgets at which something changes, where the cost model knows them, and else 100 budgets, down to 20 in pools
        of thousands.
    energy, searcher, cost
        As in `select`. Searcher left out: ``exact`` in pools of up to 120 members (40 with several limits) and where
        the cost model knows the budgets that matter, ``sweep`` in larger ones, and ``annealing`` where energy or costs
        lack what these need.
    stopping
        When to stop the search at each budget. Left out: never for searchers that end by themselves, after 5,000 steps
        without improvement for others, 50,000 where the energy follows walks.
    seed
        Same seed, same answer. Drawn, and told in the result, if left out.
    on_progress
        Called with the progress again and again.
    catalog
        Where names are looked up; all installed plugins if left out.

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
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> for point in frontier(pool).points:
    ...     print(f"from {point.cost:g}: {point.value:.3f} by {point.members}")
    from 1: 0.600 by (3,)
    from 2: 0.800 by (1,)
    from 4: 0.900 by (0,)
    from 8: 0.902 by (0, 1, 2)
    """
    catalog = catalog or default_catalog()
    problem = _problem(pool, energy, cost, catalog)
    asked = check_budgets(budgets)
    if seed is not None and not seed_check.accepts(seed):
        raise ConfigError([f"seed: must be {seed_check.wanted}, got {seed!r}"])
    if asked == "all" and stopping is not None:
        raise ConfigError(
            ["stopping: a search over all budgets at once takes no rule; give a number of budgets, or a list"]
        )
    given = None if searcher is None else build_part("searcher", searcher, catalog)
    rule = None if stopping is None else build_part("stopping", stopping, catalog)
    staircase = FrontierRecord(problem, listener=on_progress)
    at_once = asked == "all" or (asked is None and rule is None and len(pool) <= _WHOLE_UP_TO)
    if at_once and not breakpoints(problem):
        traced = _traced(problem, staircase, given, catalog, insist=asked == "all")
        if traced is not None:
            return traced
    if isinstance(asked, tuple):
        listed = asked
    else:
        listed = space_budgets(problem, asked) if isinstance(asked, int) else default_budgets(problem)
    return _one_by_one(problem, staircase, given, rule, listed, seed, catalog)


def _problem(pool: Pool, energy: Any, cost: Any, catalog: Catalog) -> Problem:
    """Return the problem in which everybody fits."""
    if not isinstance(pool, Pool):
        raise ConfigError([f"pool: expected a haversack.Pool, got {pool!r:.80}; Pool.from_csv reads a file"])
    if cost is None and pool.costs is None:
        raise ConfigError(["pool: a frontier needs the cost of each member, and the pool has no costs"])
    problem = Problem(
        pool,
        build_part("energy", DEFAULT_ENERGY if energy is None else energy, catalog),
        build_part("cost", "additive" if cost is None else cost, catalog),
    )
    total = float(problem.costs(np.ones((1, problem.size), dtype=np.bool_))[0])
    if not total > 0.0:
        raise ConfigError([f"cost: a frontier needs costs, and under {problem.cost_model!r} nothing costs anything"])
    return attrs.evolve(problem, budget=total)


def _traced(
    problem: Problem, staircase: FrontierRecord, given: Searcher | None, catalog: Catalog, *, insist: bool
) -> Frontier | None:
    """Search all budgets at once; returns None where that cannot be done and nobody insists."""
    searcher: Any = given
    if searcher is None and (insist or _usable("exact", problem, catalog)):
        searcher = build_part("searcher", "exact", catalog)
    if insist:
        check_capabilities(searcher, problem, catalog)
    if not isinstance(searcher, TracesFrontier):
        if insist:
            raise CapabilityError(
                f"budgets: 'all' needs a searcher that searches all budgets at once, as 'exact' does, and "
                f"{_name(searcher, catalog)!r} does not; give a number of budgets"
            )
        return None
    reason = _ALL_PROVED
    try:
        _look_around(problem, staircase, catalog)
        searcher.trace_frontier(problem, staircase)
    except CapabilityError:
        if insist:
            raise
        return None
    except (KeyboardInterrupt, Interrupted):
        reason = _interrupted(staircase)
    return _frontier(problem, staircase, None, _name(searcher, catalog), reason, None)


def _look_around(problem: Problem, staircase: FrontierRecord, catalog: Catalog) -> None:
    """Look for good sets at some budgets, quickly, so that an early Ctrl-C finds something for every budget.

    The whole frontier of a small pool is found sooner than these.
    """
    if problem.size > _SMALL and _usable("sweep", problem, catalog):
        sweep = build_part("searcher", "sweep", catalog)
        for budget in space_budgets(problem, _LOOKS):
            search_budget(problem, budget, sweep, _Never(), staircase, 0, catalog)


def _one_by_one(
    problem: Problem,
    staircase: FrontierRecord,
    given: Searcher | None,
    rule: StoppingRule | None,
    budgets: tuple[float, ...],
    seed: int | None,
    catalog: Catalog,
) -> Frontier:
    """Search one budget after the other, the smallest first."""
    searcher = _default_searcher(problem, catalog) if given is None else given
    check_capabilities(searcher, problem, catalog)
    name = _name(searcher, catalog)
    if rule is None:
        others = _WALKS_STOP if isinstance(problem.energy, FollowsWalks) else _OTHERS_STOP
        rule = _Never() if name in _RUN_OUT else build_part("stopping", others, catalog)
    done: list[float] = []
    reason = "every budget was searched"
    try:
        for budget in budgets:
            seed = search_budget(problem, budget, searcher, rule, staircase, seed, catalog)
            done.append(budget)
    except (KeyboardInterrupt, Interrupted):
        reason = _interrupted(staircase)
    told_seed = None if name in _RUN_OUT else seed
    found = _frontier(problem, staircase, tuple(done), name, reason, told_seed)
    if tuple(done) == breakpoints(problem) and all(row.proven for row in found.rows()):
        # Between breakpoints nothing changes.
        staircase.prove(problem.budget)
        return _frontier(problem, staircase, None, name, _ALL_PROVED, told_seed)
    return found


def _default_searcher(problem: Problem, catalog: Catalog) -> Searcher:
    resources = problem.resources()
    few_enough = problem.size <= (_PROVED_UP_TO if resources and len(resources.limits) > 1 else _WHOLE_UP_TO)
    if _usable("exact", problem, catalog) and (few_enough or breakpoints(problem)):
        name = "exact"
    else:
        name = "sweep" if _usable("sweep", problem, catalog) else "annealing"
    searcher: Searcher = build_part("searcher", name, catalog)
    return searcher


def _usable(name: str, problem: Problem, catalog: Catalog) -> bool:
    """Tell whether there is such a searcher and it finds what it needs."""
    found = [entry for entry in catalog.of_kind("searcher") if entry.name == name]
    return problem.traits.monotone_in_accuracy and any(not missing_capabilities(e.factory, problem) for e in found)


def _name(searcher: object, catalog: Catalog) -> str:
    entry = catalog.entry_for("searcher", searcher)
    return type(searcher).__name__ if entry is None else entry.name


def _interrupted(staircase: FrontierRecord) -> str:
    if staircase.is_empty:
        raise KeyboardInterrupt
    return _INTERRUPTED


def _frontier(
    problem: Problem,
    staircase: FrontierRecord,
    budgets: tuple[float, ...] | None,
    searcher: str,
    reason: str,
    seed: int | None,
) -> Frontier:
    """Return what the staircase holds."""
    found = Frontier(
        points=staircase.points(),
        whole=staircase.proven_to >= problem.budget,
        budgets=budgets,
        searcher=searcher,
        stop_reason=reason,
        steps=staircase.search_steps,
        seconds=staircase.seconds,
        seed=seed,
        last_budget=problem.budget,
        proven_to=staircase.proven_to,
        bounds=staircase.bounds(),
        pool=problem.pool,
    )
    return attrs.evolve(found, points=link_points([found.at(point.cost) for point in found.points]))


@attrs.frozen
class _Never(StoppingRule):
    """Leave the end to the searcher."""

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        return None
