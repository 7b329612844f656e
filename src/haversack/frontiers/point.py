"""The best set for one budget, its bound, and what changes from one budget to the next."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.gap import measure_gap
from haversack.api.problem import ROUNDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.frontier import BudgetBound


@attrs.frozen
class FrontierPoint:
    """The best set known for a budget, its value, and what a larger budget would change.

    Parameters
    ----------
    budget
        The budget that `bound`, `gap` and `proven` are about. In `Frontier.points` it is the cost of the set: the
        budget from which on this set is the best one.
    cost
        What the set costs.
    members, names
        The members of the set.
    loss
        The quantity that the search minimised.
    value
        What the set is worth; larger is better.
    error
        1 - value with full relative precision where the value is a probability, otherwise None.
    bound, error_bound
        Upper bound on the value and lower bound on the error of any set within the budget, if known.
    gap
        Optimality gap: the largest share of the error that another set could remove, if a bound is known.
    proven
        Whether it is proved that no set within the budget is better, by more than rounding.
    failed
        Whether a part raised an exception in the search at this budget; the set is the best one found in spite of it.
    enters, leaves
        Names of the members in this set and not in that of the point before, and the other way round.
    next_budget
        The budget of the next point; None at the last.
    value_gain, digits_gain
        What the next unit of budget buys: by how much the value rises, and by how many powers of ten the error falls,
        per unit of budget, on the way to the next point. None at the last, and where costs are so tiny that the number
        would be infinite.
    """

    budget: float
    cost: float
    members: tuple[int, ...]
    names: tuple[str, ...]
    loss: float = attrs.field(repr=False)
    value: float
    error: float | None
    bound: float | None = None
    error_bound: float | None = None
    gap: float | None = None
    proven: bool = False
    failed: bool = False
    enters: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    next_budget: float | None = None
    value_gain: float | None = None
    digits_gain: float | None = None

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.members)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        plain = attrs.asdict(self, filter=attrs.filters.exclude("loss"))
        plain |= {key: list(plain[key]) for key in ("members", "names", "enters", "leaves")}
        return plain | {"size": self.size}


def bound_point(point: FrontierPoint, budget: float, bound: BudgetBound | None) -> FrontierPoint:
    """Return a point with its bound for a budget."""
    if bound is None:
        return attrs.evolve(point, budget=budget, bound=None, error_bound=None, gap=None, proven=False)
    proven = bound.loss >= point.loss - ROUNDING * abs(point.loss)
    loss, value = (point.loss, point.value) if proven else (bound.loss, bound.value)
    return attrs.evolve(
        point,
        budget=budget,
        bound=value,
        error_bound=None if point.error is None else loss,
        gap=measure_gap(point.loss, loss),
        proven=proven,
    )


def link_points(points: Sequence[FrontierPoint]) -> tuple[FrontierPoint, ...]:
    """Return the points with what changes from each to the next."""
    return tuple(
        attrs.evolve(point, **_changes(before, point), **_gains(point, after))
        for before, point, after in zip([None, *points], points, [*points[1:], None], strict=False)
    )


def _changes(before: FrontierPoint | None, point: FrontierPoint) -> dict[str, Any]:
    old, new = set(() if before is None else before.names), set(point.names)
    return {
        "enters": tuple(name for name in point.names if name not in old),
        "leaves": () if before is None else tuple(name for name in before.names if name not in new),
    }


def _gains(point: FrontierPoint, after: FrontierPoint | None) -> dict[str, Any]:
    if after is None:
        return {"next_budget": None, "value_gain": None, "digits_gain": None}
    way = after.budget - point.budget
    if point.error is None or after.error is None:
        gain = _divide(after.value - point.value, way)
        return {"next_budget": after.budget, "value_gain": gain, "digits_gain": None}
    # From the errors: values near 1 would leave nothing of the difference.
    digits = math.log10(point.error) - math.log10(after.error) if after.error > 0.0 else None
    return {
        "next_budget": after.budget,
        "value_gain": _divide(point.error - after.error, way),
        "digits_gain": None if digits is None else _divide(digits, way),
    }


def _divide(gain: float, way: float) -> float | None:
    """Return the gain per unit; None where that exceeds every number, on the way between tiny costs."""
    rate = gain / way
    return rate if math.isfinite(rate) else None
