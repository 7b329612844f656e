"""The least cost at which a target is reached."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.notes import Note
from haversack.errors import ConfigError, InfeasibleError
from haversack.frontiers.budgets import find_free_budget
from haversack.frontiers.least_cost import ROUNDING, narrow_cost, reaches
from haversack.frontiers.search import search_frontier
from haversack.selection.options import SelectOptions
from haversack.selection.run import run_selection
from haversack.text import format_value
from haversack.validators import finite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.frontier import FrontierProgress
    from haversack.api.selection import Selection
    from haversack.frontiers.point import FrontierPoint
    from haversack.frontiers.result import Frontier
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

_SAY_PROOF = {True: "proved", False: "a cheaper one is not excluded"}
_NO_CONFIDENCE = "confidence: needs recorded votes and an energy that counts them, for an estimate on new items"


def cheapest(
    pool: Pool,
    accuracy: float,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    constraints: Iterable[str | Mapping[str, Any] | Constraint] = (),
    confidence: bool = False,
    seed: int | None = None,
    on_progress: Callable[[FrontierProgress], None] | None = None,
    catalog: Catalog | None = None,
) -> Selection:
    """Choose the set with the least cost whose value reaches a target.

    The frontier of the pool is searched, and its first point that reaches the target is selected: where the frontier is
    proved up to there, no cheaper set reaches it. Where it is not, as in large pools, selections between the budgets of
    the frontier find the least cost, and one just below it proves it. The note ``target`` of the result says whether it
    is proved.

    Where the pool has recorded votes, what a panel shows on them is too good, so it must reach the target also on new
    items, by `Selection.expected`: of the panels of the frontier that reach it on the recorded items, the cheapest one
    is selected that is expected to. What is proved then is that no panel of the frontier is missing, not the estimate.

    Parameters
    ----------
    pool
        The members to choose from. It must have costs.
    accuracy
        The value to reach: the accuracy of the panel, or what else the energy shows.
    energy, cost, constraints, seed, catalog
        As in `select`.
    confidence
        Whether the lower limit of the 95 % interval of the expected accuracy must reach the target; for pools with
        recorded votes.
    on_progress
        Called repeatedly with the progress of the frontier.

    Returns
    -------
    Selection
        The best set within the least budget that suffices, which is its `budget`.

    Raises
    ------
    InfeasibleError
        If no set reaches the target; says what the best possible value is.
    HaversackError
        As `select` does.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> chosen = cheapest(pool, accuracy=0.85)
    >>> chosen.members, chosen.cost, chosen.notes[-1].text
    ((0,), 4.0, 'the least cost that reaches 0.85; proved')
    """
    if not finite.accepts(accuracy):
        raise ConfigError([f"accuracy: must be {finite.wanted}, got {format_value(accuracy)}"])
    options = SelectOptions(energy=energy, cost=cost, constraints=tuple(constraints), seed=seed)
    target = float(accuracy)
    found = search_frontier(pool, options, on_progress=on_progress, catalog=catalog)
    chosen = _choose_point(pool, found, target, options, catalog, confidence=confidence)
    if not (found.interrupted or found.failed) or chosen.interrupted or chosen.failed:
        return chosen
    return attrs.evolve(chosen, interrupted=found.interrupted, failed=found.failed, stop_reason=found.stop_reason)


def _choose_point(
    pool: Pool, found: Frontier, target: float, options: SelectOptions, catalog: Catalog | None, *, confidence: bool
) -> Selection:
    """Return the selection of the first point that reaches the target, or raise `InfeasibleError`."""
    # Without a point that reaches the target, the last one has the best estimate to report, if there are any.
    points = [point for point in found.points if reaches(point.value, target)]
    best = -math.inf
    for point in points or (found.points[-1:] if pool.votes is not None else ()):
        budget = point.cost or find_free_budget(each.cost for each in found.points)
        chosen = select_point(pool, point, budget, options, catalog)
        if pool.votes is not None and (chosen.interrupted or chosen.failed):
            return _add_note(chosen, f"whether it reaches {target:g} on new items is not known", target)
        how = _SAY_PROOF[found.is_proved_to(point.cost)]
        if chosen.expected is None:
            if confidence:
                raise ConfigError([_NO_CONFIDENCE])
            if points:
                return _find_least_cost(pool, found, chosen, target, options, catalog)
            break
        reached = chosen.expected.low if confidence else chosen.expected.accuracy
        best = max(best, reached)
        if points and reaches(reached, target):
            what = "lower limit of the expected accuracy" if confidence else "expected accuracy"
            text = f"the cheapest panel of the frontier whose {what} reaches {target:g}; the frontier up to it: {how}"
            return _add_note(chosen, text, target)
    if found.interrupted:
        raise KeyboardInterrupt
    if best > -math.inf:
        what = "lower limit of an expected accuracy" if confidence else "expected"
        raise InfeasibleError(
            f"no panel of the frontier reaches {target:g}; the best {what} is {_show_below(best, target)}"
        )
    if confidence:
        raise ConfigError([_NO_CONFIDENCE])
    return _try_last_budget(pool, found, target, options, catalog)


def _try_last_budget(
    pool: Pool, found: Frontier, target: float, options: SelectOptions, catalog: Catalog | None
) -> Selection:
    """Return the cheapest selection that reaches a target which no point does, where the best one is not proved.

    Raises
    ------
    InfeasibleError
        If none reaches it.
    """
    last = max(found.points[-1].cost, found.last_budget)
    if pool.votes is not None or found.failed or found.at(last).proven:
        raise InfeasibleError(explain_unreached(found, target))
    chosen = run_selection(pool, last, options, observers=(), catalog=catalog)
    if not reaches(chosen.value, target):
        raise InfeasibleError(_explain_best(max(chosen.value, found.points[-1].value), target, proved=chosen.proven))
    return _find_least_cost(pool, found, chosen, target, options, catalog)


def _find_least_cost(
    pool: Pool, found: Frontier, chosen: Selection, target: float, options: SelectOptions, catalog: Catalog | None
) -> Selection:
    """Return the cheapest selection that reaches the target, given that of a point, with a note that says so."""
    is_proven = found.is_proved_to(chosen.cost)
    if not (is_proven or found.interrupted or found.failed):
        floor = max((point.cost for point in found.points if point.cost < chosen.cost), default=0.0)

        def select(budget: float) -> Selection:
            return run_selection(pool, budget, options, observers=(), catalog=catalog)

        cheaper, is_proven = narrow_cost(chosen, floor, select, target)
        is_repeated = cheaper.cost < chosen.cost and not (cheaper.interrupted or cheaper.failed)
        chosen = select_point(pool, cheaper, cheaper.cost, options, catalog) if is_repeated else cheaper
    return _add_note(chosen, f"the least cost that reaches {target:g}; {_SAY_PROOF[is_proven]}", target)


def select_point(
    pool: Pool, point: FrontierPoint | Selection, budget: float, options: SelectOptions, catalog: Catalog | None
) -> Selection:
    """Return the selection within the cost of a point, as a budget, which is as good as that point."""
    chosen = run_selection(pool, budget, options, observers=(), catalog=catalog)
    if chosen.value >= point.value - ROUNDING * abs(point.value) or chosen.interrupted or chosen.failed:
        return chosen
    # The search missed what the frontier found.
    return run_selection(pool, budget, attrs.evolve(options, certify="prove"), observers=(), catalog=catalog)


def _add_note(chosen: Selection, text: str, target: float) -> Selection:
    return attrs.evolve(chosen, notes=(*chosen.notes, Note("target", text, target)))


def explain_unreached(found: Frontier, target: float) -> str:
    """Return the message for a target that no point reaches."""
    best = found.points[-1]
    return _explain_best(best.value, target, proved=found.at(max(best.cost, found.last_budget)).proven)


def _explain_best(value: float, target: float, *, proved: bool) -> str:
    shown = _show_below(value, target)
    if proved:
        # Values of other energies may be above 1; accuracies are not.
        advice = f"; for {target:g} % write {target / 100:g}" if value <= 1 < target <= 100 else ""
        return f"no panel reaches {target:g}; the best possible is {shown}{advice}"
    return f"no panel was found that reaches {target:g}; the best found has {shown}"


def _show_below(value: float, target: float) -> str:
    """Return a value with as many digits as it takes to see that it is less than the target, where it is."""
    if value >= target:
        return f"{value:.3g}"
    return next(text for digits in range(3, 18) if float(text := f"{value:.{digits}g}") < target or digits == 17)
