"""The least cost of a set that reaches a target, by selections at smaller and smaller budgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.selection import Selection
from haversack.errors import InfeasibleError, PartError
from haversack.frontiers.budgets import BELOW
from haversack.monitor import INTERRUPTED
from haversack.selection.search import FAILED

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDING = 1e-12


def narrow_cost(
    chosen: Selection, floor: float, select: Callable[[float], Selection], target: float
) -> tuple[Selection, bool]:
    """Return the cheapest selection that reaches a target, and whether it is proved that no cheaper set does.

    The range of budgets between the floor, which is known to buy less, and the least cost known is halved, until a
    selection just below that cost does not reach the target. After Ctrl-C, or where a part fails, the cheapest
    selection so far is returned, marked as such.
    """
    while (slightly_less := chosen.cost * (1.0 - BELOW)) < chosen.cost:
        below = _try_budget(select, slightly_less)
        if isinstance(below, _Ended):
            return attrs.evolve(chosen, **attrs.asdict(below)), False
        if below is None or not reaches(below.value, target):
            is_proven = below is None or (below.bound is not None and not reaches(below.bound, target))
            return chosen, is_proven
        chosen = below
        middle = (floor + chosen.cost) / 2.0
        if floor < middle < chosen.cost * (1.0 - BELOW):
            half = _try_budget(select, middle)
            if isinstance(half, Selection) and reaches(half.value, target):
                chosen = half
            else:
                floor = middle
    return chosen, chosen.cost == 0.0


@attrs.frozen
class _Ended:
    """How a run ended that has no answer."""

    stop_reason: str
    interrupted: bool = False
    failed: bool = False


def _try_budget(select: Callable[[float], Selection], budget: float) -> Selection | _Ended | None:
    """Return a selection, or None where no set is feasible."""
    try:
        found = select(budget)
    except InfeasibleError:
        return None
    except PartError as error:
        return _Ended(f"{FAILED}{error}", failed=True)
    except KeyboardInterrupt:
        return _Ended(INTERRUPTED, interrupted=True)
    if found.interrupted or found.failed:
        return _Ended(found.stop_reason, found.interrupted, found.failed)
    return found


def reaches(value: float, target: float) -> bool:
    """Return whether a value is as large as a target, up to rounding."""
    return value >= target - ROUNDING * abs(target)
