"""The best set for every budget: chooses who searches, and collects what is found. Imports no implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from haversack.config.build import build_part
from haversack.config.describe import describe_with_absolute_paths
from haversack.errors import ConfigError
from haversack.execution.workers import WorkerPool
from haversack.frontiers.budgets import check_budgets, choose_budgets, find_breakpoints, space_budgets
from haversack.frontiers.choosing import Never
from haversack.frontiers.frontier_search import FrontierSearch
from haversack.frontiers.posing import pose_problem
from haversack.frontiers.record import FrontierRecord
from haversack.plugins import get_catalog
from haversack.selection import defaults
from haversack.selection.assembly import Parts, build_constraints, check_listener, check_pool, check_seed
from haversack.selection.choosing import settle_energy
from haversack.selection.compatibility import is_usable
from haversack.selection.failures import ListenerError, check_on_failure, guard_listener, naming_failures
from haversack.selection.infeasible import find_first_set
from haversack.selection.options import SelectOptions
from haversack.selection.run import select
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.frontier import FrontierProgress
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.frontiers.result import Frontier
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.options import OnFailure


def frontier(
    pool: Pool,
    *,
    budgets: int | Literal["all"] | Iterable[float] | None = None,
    energy: str | Mapping[str, Any] | Energy | None = None,
    searcher: str | Mapping[str, Any] | Searcher | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    constraints: Iterable[str | Mapping[str, Any] | Constraint] = (),
    seed: int | None = None,
    separate: bool = False,
    jobs: int | None = 1,
    backend: str = "loky",
    address: str | None = None,
    on_failure: OnFailure = "keep",
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
        With constraints, ``"all"`` searches from the largest budget down, one panel after the other, and is the default
        up to 40 members.
    energy, searcher, cost, constraints
        As in `select`. Default searcher: ``exact`` in pools of up to 120 members (40 with several limits) and where
        the cost model knows the budgets that matter, ``sweep`` in larger ones, and ``annealing`` where energy or costs
        lack what these need.
    stopping
        When to stop the search at each budget. Default: never for searchers that end by themselves, after 5,000 steps
        without improvement for others, 50,000 where the energy follows walks.
    seed
        Same seed, same answer. If omitted, drawn at random and recorded in the result.
    separate
        Whether each budget is searched by itself. By default its search begins with the best set of the smaller ones,
        which takes less time on one core.
    jobs
        How many separate budgets are searched at a time; None for one per core. The result is the same.
    backend, address
        Where, as in `study`.
    on_failure
        What to do when a part raises an exception after a set has been found: ``keep`` goes on with the other budgets
        and marks the result `failed`; ``raise`` lets the exception through.
    on_progress
        Called repeatedly with the progress. What it raises ends the search and reaches the caller.
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
    PartError
        If a part raises an exception before any set is found.

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
    options = SelectOptions(
        energy=energy,
        searcher=searcher,
        stopping=stopping,
        cost=cost,
        constraints=constraints,
        seed=seed,
        on_failure=on_failure,
    )
    if type(separate) is not bool:
        raise ConfigError([f"separate: must be true or false, got {format_value(separate)}"])
    workers = WorkerPool(jobs, backend, address)
    usual = WorkerPool()
    changed = [name for name in ("jobs", "backend", "address") if getattr(workers, name) != getattr(usual, name)]
    if changed and not separate:
        raise ConfigError(
            [
                f"{changed[0]}: requires `separate=True` (--separate); otherwise each search starts from what the "
                "smaller budgets found"
            ]
        )
    return search_frontier(
        pool,
        options,
        budgets=budgets,
        workers=workers if separate else None,
        on_progress=on_progress,
        catalog=catalog,
    )


def search_frontier(
    pool: Pool,
    options: SelectOptions,
    *,
    budgets: int | Literal["all"] | Iterable[float] | None = None,
    workers: WorkerPool | None = None,
    on_progress: Callable[[FrontierProgress], None] | None = None,
    catalog: Catalog | None = None,
) -> Frontier:
    """Find the best set for every budget, as `frontier` does, with the options as one value.

    Parameters
    ----------
    pool, options, budgets, on_progress, catalog
        As in `frontier`.
    workers
        Where separate budgets are searched; None if each is searched from what the smaller ones found.
    """
    catalog = get_catalog(catalog)
    check_listener(on_progress)
    on_failure = check_on_failure(options.on_failure)
    check_pool(pool)
    asked = check_budgets(budgets)
    seed = check_seed(options.seed)
    if options.cost is None and pool.costs is None:
        raise ConfigError(["pool: a frontier needs the cost of each member, and the pool has no costs"])
    if asked == "all" and options.stopping is not None:
        raise ConfigError(
            ["stopping: a search over all budgets at once takes no rule; give a number of budgets, or a list"]
        )
    if asked == "all" and workers is not None:
        raise ConfigError(
            ["separate: cannot be combined with all budgets, which are one search; give a number of budgets, or a list"]
        )
    energy, _ = settle_energy(options.energy, pool, None, options.cost, catalog, select)
    given = None if options.searcher is None else build_part("searcher", options.searcher, catalog)
    rule = None if options.stopping is None else build_part("stopping", options.stopping, catalog)
    parts = Parts(
        energy=build_part("energy", defaults.choose_energy(pool) if energy is None else energy, catalog),
        stopping=Never() if rule is None else rule,
        cost=build_part("cost", defaults.FRONTIER_COST if options.cost is None else options.cost, catalog),
        # Chosen later if it is None.
        searcher=given,  # type: ignore[arg-type]
        constraints=build_constraints(options.constraints, catalog),
    )
    settings = _describe_search(parts, given, rule, asked, seed, catalog)
    if settings is not None and workers is not None:
        settings["separate"] = True
    listener = None if on_progress is None else guard_listener(on_progress)
    with naming_failures(parts, catalog, on_failure):
        problem = pose_problem(pool, parts, catalog)
        breakpoints = find_breakpoints(problem)
        if problem.constraints:
            find_first_set(problem, catalog)
    record = FrontierRecord(problem, listener=listener)
    search = FrontierSearch(problem, record, catalog, parts, breakpoints, on_failure, pool, settings)
    at_once = asked == "all" or (
        asked is None and rule is None and workers is None and len(pool) <= defaults.FRONTIER_WHOLE_UP_TO
    )
    # With a proof at each of them the whole frontier is known.
    is_proved_there = bool(breakpoints) and is_usable(defaults.FRONTIER_TRACER, problem, catalog)
    try:
        if at_once and not is_proved_there:
            found = search.whole(given, seed, insist=asked == "all")
            if found is not None:
                return found
        with naming_failures(parts, catalog, on_failure):
            if isinstance(asked, tuple):
                listed = asked
            else:
                listed = space_budgets(problem, asked) if isinstance(asked, int) else choose_budgets(problem)
        return search.one_by_one(given, rule, listed, seed, workers)
    except ListenerError as carried:
        listener_error = carried.error
    # Outside of the block above, so that it shows no trace of the wrapping.
    raise listener_error


def _describe_search(
    parts: Parts,
    searcher: Searcher | None,
    rule: StoppingRule | None,
    budgets: int | str | tuple[float, ...] | None,
    seed: int,
    catalog: Catalog,
) -> dict[str, Any] | None:
    """Return the search as a configuration without its pool, or None if a part has no registered name.

    A searcher and a rule are named only where the caller chose them: what is chosen here depends on the budgets.
    """
    given: dict[Kind, object] = {"energy": parts.energy, "searcher": searcher, "stopping": rule, "cost": parts.cost}
    sections: dict[str, Any] = {
        kind: describe_with_absolute_paths(kind, part, catalog) for kind, part in given.items() if part is not None
    }
    constraints = [describe_with_absolute_paths("constraint", constraint, catalog) for constraint in parts.constraints]
    if None in [*sections.values(), *constraints]:
        return None
    asked = {} if budgets is None else {"budgets": list(budgets) if isinstance(budgets, tuple) else budgets}
    return {**asked, "seed": seed, **sections, **({"constraints": constraints} if constraints else {})}
