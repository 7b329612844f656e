"""One run of a comparison, in whatever process, and what is kept of it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.stopping import AnyOf
from haversack.comparison.answers import describe_answer, describe_plan
from haversack.errors import CapabilityError, HaversackError, PartError, SearchError
from haversack.execution.store import DONE, FAILED
from haversack.pools.columns import list_present_columns
from haversack.selection import defaults
from haversack.selection.planning import make_plan
from haversack.selection.run import select

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.forecast import Plan
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.selection import Selection
    from haversack.api.stopping import StoppingRule
    from haversack.comparison.cases import Case
    from haversack.comparison.contestants import Contestant
    from haversack.plugins import Catalog
    from haversack.plugins.recipe import CatalogRecipe
    from haversack.selection.options import OnFailure

    Listener = Callable[[str, Progress, Plan | None], None]

REFERENCE = "the reference"
_warm: set[tuple[Any, ...]] = set()
"""What this process has run before, so that its kernels are compiled."""


@attrs.frozen(eq=False)
class CaseWork:
    """A case with all that is run on it, as workers get it.

    Parameters
    ----------
    case, contestants
        What is run.
    prover, limit
        The searcher that proves the optimum and its stopping rule; None if the optimum is not looked for.
    seed
        Of the reference.
    on_failure
        As in `haversack.select`.
    """

    case: Case
    contestants: Sequence[Contestant]
    prover: Searcher | None
    limit: StoppingRule
    seed: int
    on_failure: OnFailure = "keep"


@attrs.frozen
class CaseRun:
    """A task of a comparison.

    Parameters
    ----------
    key
        By which its record is known.
    number
        Number of the contestant; None for the reference of the case.
    seed
        Of the run.
    """

    key: str
    number: int | None
    seed: int


def run_to_end(
    case: Case,
    searcher: Searcher,
    rule: StoppingRule,
    seed: int,
    catalog: Catalog,
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    on_failure: OnFailure = "keep",
) -> Selection:
    """Run a search to its end; raise KeyboardInterrupt if it is interrupted, for it then says nothing."""
    found = select(
        **case.arguments(),
        searcher=searcher,
        stopping=rule,
        seed=seed,
        certify="off",
        estimate="none",
        on_progress=on_progress,
        observers=None,
        on_failure=on_failure,
        catalog=catalog,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def make_one_step(case: Case, searcher: Searcher, rule: StoppingRule, catalog: Catalog) -> None:
    """Make one step; ending without a set, or by a failure, is an outcome of the comparison."""
    with contextlib.suppress(SearchError, PartError):
        run_to_end(case, searcher, AnyOf((_one_step, rule)), 0, catalog)  # type: ignore[arg-type]


def _one_step(progress: Progress) -> str | None:
    return "one step" if progress.steps else None


def run_case(
    task: CaseRun,
    work: CaseWork,
    *,
    recipe: CatalogRecipe | None = None,
    catalog: Catalog | None = None,
    listen: Listener | None = None,
) -> dict[str, Any]:
    """Make one run and return its record, also where it has no answer.

    Parameters
    ----------
    task, work
        What to run.
    recipe
        Of the catalog, for a worker that has none.
    catalog
        Where names are looked up.
    listen
        Called with what is running and its progress.

    Raises
    ------
    KeyboardInterrupt
        If the run was interrupted.
    """
    is_worker = catalog is None
    if catalog is None:
        assert recipe is not None
        catalog = recipe.load()
    if task.number is None:
        return _find_reference(task, work, catalog, listen)
    contestant = work.contestants[task.number]
    if is_worker:
        _warm_up(work.case, contestant, catalog)
    return _run(task, work, contestant.searcher, contestant.part, contestant.rule, catalog, listen)


def _find_reference(task: CaseRun, work: CaseWork, catalog: Catalog, listen: Listener | None) -> dict[str, Any]:
    record: dict[str, Any] = {"key": task.key, "status": DONE}
    if work.prover is not None:
        with contextlib.suppress(CapabilityError):
            record = _run(task, work, REFERENCE, work.prover, work.limit, catalog, listen)
    # Shown where the rule of a run has no STOP of its own; not every energy has one.
    plan = None
    with contextlib.suppress(HaversackError):
        plan = make_plan(**work.case.arguments(), stopping=defaults.PAPER_STOPPING, seed=task.seed, catalog=catalog)
    return record | describe_plan(plan)


def _run(
    task: CaseRun,
    work: CaseWork,
    what: str,
    searcher: Searcher,
    rule: StoppingRule,
    catalog: Catalog,
    listen: Listener | None,
) -> dict[str, Any]:
    def on_progress(progress: Progress, plan: Plan | None) -> None:
        assert listen is not None
        listen(f"{work.case.name}: {what}", progress, plan)

    listener = None if listen is None else on_progress
    try:
        found = run_to_end(work.case, searcher, rule, task.seed, catalog, listener, work.on_failure)
    except (PartError, SearchError) as error:
        # Ending without a set is an outcome too, and one broken run must not cost the others.
        status = FAILED if isinstance(error, PartError) else DONE
        return {"key": task.key, "status": status, "reason": str(error)}
    return {"key": task.key, **describe_answer(found)}


def _warm_up(case: Case, contestant: Contestant, catalog: Catalog) -> None:
    """Let this process compile what a run needs before its clock starts."""
    columns = (column.key for column, _ in list_present_columns(case.pool))
    kind = (repr(case.energy), repr(case.cost), *columns, repr(contestant.part), repr(contestant.rule))
    if kind not in _warm:
        _warm.add(kind)
        make_one_step(case, contestant.part, contestant.rule, catalog)
