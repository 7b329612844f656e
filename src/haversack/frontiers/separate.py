"""Budgets searched separately, on workers; what they find counts for all budgets in the end."""

from __future__ import annotations

import contextlib
import functools
import uuid
from typing import TYPE_CHECKING

import attrs

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
    found: dict[int, RecordedSearch | Died] = {}
    try:
        with contextlib.closing(
            run_tasks(function, [(budget, name) for budget in budgets], {name: work}, workers)
        ) as results:
            for number, outcome in results:
                found[number] = outcome
                record.reach(budgets[len(found) - 1])
    finally:
        for number, outcome in sorted(found.items()):
            if isinstance(outcome, Died):
                record.failures.setdefault(budgets[number], PartError(f"budget {budgets[number]:g}: {outcome}"))
            else:
                record.add(outcome)
            done.append(budgets[number])


def _search_alone(
    budget: float, work: BudgetWork, *, recipe: CatalogRecipe | None = None, catalog: Catalog | None = None
) -> RecordedSearch:
    """Search one budget, in whatever process."""
    if catalog is None:
        assert recipe is not None
        catalog = recipe.load()
    problem = pose_problem(work.pool, work.parts, catalog)
    record = FrontierRecord(problem)
    search_budget(problem, budget, work.searcher, work.rule, record, work.seed, catalog, work.on_failure)
    return record.get_search()
