"""What a report computes beside what the result records: other budgets and other panels, with bounded effort."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.run_file import RunConfig, build_run
from haversack.errors import CapabilityError, HaversackError
from haversack.frontiers.search import frontier
from haversack.pages.alternatives import Alternatives, evaluate_alternatives
from haversack.pages.resources import list_uses
from haversack.pages.staircase import Staircase, read_staircase
from haversack.text import format_error

if TYPE_CHECKING:
    from haversack.api.frontier import FrontierProgress
    from haversack.api.selection import Selection
    from haversack.plugins import Catalog

_WHOLE_UP_TO = 30
"""Largest pool for which all budgets are searched at once."""
_SHARES = (0.25, 0.5, 0.7, 0.85, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
"""Budgets to search in other pools, as multiples of the budget of the run."""
_SECONDS = 60.0


class _TooLongError(Exception):
    """The search took too long for a report."""


@attrs.frozen
class Computed:
    """What was computed for a report.

    Parameters
    ----------
    staircase
        What other budgets buy; None if not known.
    alternatives
        Other panels; None if not known.
    remarks
        Why something is not known.
    """

    staircase: Staircase | None = None
    alternatives: Alternatives | None = None
    remarks: tuple[str, ...] = ()


def compute_beside(selection: Selection, catalog: Catalog, *, with_frontier: bool = True) -> Computed:
    """Compute what a report on a selection shows beside the result itself.

    Parameters
    ----------
    selection
        The result, whose configuration is followed.
    catalog
        Where names are looked up.
    with_frontier
        Whether to search other budgets.
    """
    if selection.config is None:
        return Computed()
    remarks: list[str] = []
    try:
        config = build_run({**selection.config, "pool": selection.pool}, catalog, source="result")
    except HaversackError as error:
        return Computed(remarks=(f"Other panels could not be evaluated: {_first_line(error)}",))
    try:
        alternatives = evaluate_alternatives(selection, config, catalog)
    # A part of a plugin may raise anything, and the rest of the report does not need it.
    except Exception as error:
        alternatives = None
        remarks.append(f"Other panels could not be evaluated: {_first_line(error)}")
    if alternatives is not None and not alternatives.without and len(selection.members) > 1:
        remarks.append(f"The panel without each of its {len(selection.members):,} members is not evaluated: too many.")
    staircase = None
    if with_frontier and (selection.pool.costs is not None or math.isfinite(selection.budget)):
        try:
            staircase = _search_budgets(selection, config, catalog)
        except _TooLongError:
            remarks.append(f"Other budgets are not shown: searching them took more than {_SECONDS:.0f} s.")
        except Exception as error:
            remarks.append(f"Other budgets could not be searched: {_first_line(error)}")
    return Computed(staircase, alternatives, tuple(remarks))


def list_budgets(selection: Selection) -> list[float]:
    """Return the budgets to search in a large pool: multiples of that of the run, up to the cost of all members.

    Examples
    --------
    >>> from haversack import Pool, select
    >>> list_budgets(select(Pool(accuracies=[0.9, 0.8, 0.7], costs=[4, 2, 2]), budget=4, seed=0))
    [2.0, 2.8, 3.4, 4.0, 4.4, 5.0, 6.0, 7.0, 8.0]
    """
    # A cost model may have columns and budgets of its own.
    costs = None if list_uses(selection) else selection.pool.costs
    base = selection.budget if math.isfinite(selection.budget) else selection.cost
    least, total = (0.0, math.inf) if costs is None else (float(costs.min()), float(costs.sum()))
    budgets = {min(share * base, total) for share in _SHARES}
    return sorted(budget for budget in budgets if budget >= least and budget > 0.0)


def _search_budgets(selection: Selection, config: RunConfig, catalog: Catalog) -> Staircase | None:
    def watch_clock(progress: FrontierProgress) -> None:
        if progress.seconds > _SECONDS:
            raise _TooLongError

    arguments: dict[str, Any] = {
        "energy": config.energy,
        "cost": config.cost,
        "seed": selection.seed,
        "on_progress": watch_clock,
        "catalog": catalog,
    }
    # Conditions on the panel hold at every budget.
    if getattr(config, "constraints", ()):
        arguments["constraints"] = config.constraints
    found = None
    if len(selection.pool) <= _WHOLE_UP_TO:
        try:
            found = frontier(selection.pool, budgets="all", **arguments)
        except CapabilityError:
            found = None
    if found is None:
        budgets = list_budgets(selection)
        if not budgets:
            return None
        found = frontier(selection.pool, budgets=budgets, **arguments)
    if found.interrupted:
        raise KeyboardInterrupt
    return read_staircase(found.to_dict(), "frontier")


def _first_line(error: Exception) -> str:
    text = str(error) if isinstance(error, HaversackError) else format_error(error)
    return text.partition("\n")[0]
