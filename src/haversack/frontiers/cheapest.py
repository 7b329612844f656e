"""The least cost at which a target is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.notes import Note
from haversack.errors import ConfigError, InfeasibleError
from haversack.frontiers.search import frontier
from haversack.selection.run import select
from haversack.text import format_value
from haversack.validators import finite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.frontier import FrontierProgress
    from haversack.api.selection import Selection
    from haversack.frontiers.result import Frontier, FrontierPoint
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

_ROUNDING = 1e-12


def cheapest(
    pool: Pool,
    accuracy: float,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    constraints: Iterable[str | Mapping[str, Any] | Constraint] = (),
    seed: int | None = None,
    on_progress: Callable[[FrontierProgress], None] | None = None,
    catalog: Catalog | None = None,
) -> Selection:
    """Choose the set with the least cost whose value reaches a target.

    The frontier of the pool is searched, and its first point that reaches the target is selected: where the frontier is
    proved up to there, no cheaper set reaches it. The note ``target`` of the result says whether that is so.

    Parameters
    ----------
    pool
        The members to choose from. It must have costs.
    accuracy
        The value to reach: the accuracy of the panel, or what else the energy shows.
    energy, cost, constraints, seed, catalog
        As in `select`.
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
    parts: dict[str, Any] = {
        "energy": energy,
        "cost": cost,
        "constraints": tuple(constraints),
        "seed": seed,
        "catalog": catalog,
    }
    found = frontier(pool, on_progress=on_progress, **parts)
    point = find_first_point(found, float(accuracy))
    if point is None:
        raise InfeasibleError(explain_unreached(found, float(accuracy)))
    chosen = select(pool, point.cost, **parts)
    is_proved = point.cost <= found.proven_to or found.whole
    how = "proved" if is_proved else "a cheaper one is not excluded"
    note = Note("target", f"the least cost that reaches {accuracy:g}; {how}", float(accuracy))
    return attrs.evolve(chosen, notes=(*chosen.notes, note))


def find_first_point(found: Frontier, target: float) -> FrontierPoint | None:
    """Return the cheapest point whose value reaches a target, or None."""
    return next((point for point in found.points if point.value >= target - _ROUNDING * abs(target)), None)


def explain_unreached(found: Frontier, target: float) -> str:
    """Return the message for a target that no point reaches."""
    best = found.points[-1]
    proved = found.at(max(best.cost, found.last_budget)).proven
    # With as many digits as it takes to see that it is less.
    shown = next(text for digits in range(3, 18) if float(text := f"{best.value:.{digits}g}") < target or digits == 17)
    if proved:
        return f"no panel reaches {target:g}; the best possible is {shown}"
    return f"no panel was found that reaches {target:g}; the best found has {shown}"
