"""Budgets searched separately, on workers; what they find counts for all budgets in the end."""

from __future__ import annotations

import contextlib
import functools
import uuid
from typing import TYPE_CHECKING

import attrs

from haversack.config.describe import anchor_part
from haversack.errors import PartError
from haversack.execution.dispatch import Died, run_tasks
from haversack.frontiers.one_budget import search_budget
from haversack.frontiers.posing import pose_problem
from haversack.frontiers.record import FrontierRecord, RecordedSearch
from haversack.plugins.recipe import pass_catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.execution.workers import WorkerPool
    from haversack.plugins import Catalog
    from haversack.plugins.recipe import CatalogRecipe
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts
    from haversack.selection.options import OnFailure


@attrs.frozen(eq=False)
class BudgetWork:
    """What the searches at all budgets have in common, as workers get it.

    Parameters
    ----------
    pool
        As it was given.
    parts
        Energy, cost model and constraints of the problem.
    searcher, rule
        Search each budget.
    seed, on_failure
        As in `haversack.frontier`.
    """

    pool: Pool
    parts: Parts
    searcher: Searcher
    rule: StoppingRule
    seed: int
    on_failure: OnFailure


def search_separately(
    work: BudgetWork,
    budgets: Sequence[float],
    workers: WorkerPool,
    record: FrontierRecord,
    catalog: Catalog,
    done: list[float],
) -> None:
    """Search each budget by itself and record what is found, in the order of the budgets whatever the workers do.

    Parameters
    ----------
    work, budgets, workers
        What is searched, and where.
    record
        Where sets, bounds and failures go.
    catalog
        Where names are looked up.
    done
        Gets the budgets that were searched, also where the search ends early.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; what complete searches found is on record.
    """
    # Workers remember what they got by its name, also that of an earlier frontier.
    name = uuid.uuid4().hex
    function = functools.partial(_search_alone, **pass_catalog(catalog, workers))
    early: dict[int, _Outcome | Died] = {}
    searched = 0
    work = _anchor(work, catalog)
    try:
        with contextlib.closing(
            run_tasks(function, [(budget, name) for budget in budgets], {name: work}, workers)
        ) as results:
            for number, outcome in results:
                early[number] = outcome
                while len(done) in early:
                    _record_outcome(early.pop(len(done)), budgets[len(done)], record, done)
                searched += 1
                record.reach(budgets[searched - 1])
    finally:
        for number, outcome in sorted(early.items()):
            _record_outcome(outcome, budgets[number], record, done)


def _anchor(work: BudgetWork, catalog: Catalog) -> BudgetWork:
    """Return the same work with parts that find their files in processes with other working directories."""
    parts = attrs.evolve(
        work.parts,
        energy=anchor_part("energy", work.parts.energy, catalog),
        cost=anchor_part("cost", work.parts.cost, catalog),
        constraints=tuple(anchor_part("constraint", each, catalog) for each in work.parts.constraints),
    )
    searcher, rule = anchor_part("searcher", work.searcher, catalog), anchor_part("stopping", work.rule, catalog)
    return attrs.evolve(work, parts=parts, searcher=searcher, rule=rule)


@attrs.frozen
class _Outcome:
    """What the search at a budget found, and whether Ctrl-C ended it."""

    found: RecordedSearch
    interrupted: bool


def _record_outcome(outcome: _Outcome | Died, budget: float, record: FrontierRecord, done: list[float]) -> None:
    if isinstance(outcome, Died):
        record.failures.setdefault(budget, PartError(f"budget {budget:g}: {outcome}"))
    else:
        record.add(outcome.found)
        if outcome.interrupted:
            raise KeyboardInterrupt
    done.append(budget)


def _search_alone(
    budget: float, work: BudgetWork, *, recipe: CatalogRecipe | None = None, catalog: Catalog | None = None
) -> _Outcome:
    """Search one budget, in whatever process."""
    if catalog is None:
        assert recipe is not None
        catalog = recipe.load()
    problem = pose_problem(work.pool, work.parts, catalog)
    record = FrontierRecord(problem)
    interrupted = False
    try:
        search_budget(problem, budget, work.searcher, work.rule, record, work.seed, catalog, work.on_failure)
    except KeyboardInterrupt:
        interrupted = True
    return _Outcome(record.get_search(), interrupted)
