"""Local search over orders: move a member, swap two, drop one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.policies.envelope import find_slope
from haversack.policies.plans import THRESHOLDS, keep_envelope, plan_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.policies.plans import AskingPlan, Valuer

_ROUNDS = 3
_PATIENCE = 300
_WIDTH = 12  # Later places matter to few items.
_LEAST_GAIN = 0.15
"""In standard errors of a share of 1/2, doubled: a third or so of the standard error of a usual accuracy."""


def improve_orders(
    records: Valuer, plans: Sequence[AskingPlan], budget: float, items: float, trials: int, rng: np.random.Generator
) -> list[AskingPlan]:
    """Return the envelope of plans and of better orders for a mean cost.

    What a unit of cost is worth is the slope of the envelope at the budget; the order with the most accuracy less cost
    lifts the envelope there, and the slope is found again. A move must gain as much as a part of the standard error of
    the accuracy: on a few hundred items smaller gains are luck.

    Parameters
    ----------
    records
        The records.
    plans
        The envelope of what is known.
    budget
        The mean cost at which the envelope is to be lifted.
    items
        Number of items.
    trials
        Moves to try in each of three rounds.
    rng
        Source of the moves.
    """
    known = list(plans)
    least = _LEAST_GAIN / np.sqrt(items)
    for _ in range(_ROUNDS):
        slope = find_slope(np.array([p.cost for p in known]), np.array([p.accuracy for p in known]), budget)
        starts = [plan for plan in known if plan.threshold is not None and not plan.adaptive]
        if not starts:
            break
        start = max(starts, key=lambda plan: plan.accuracy - slope * plan.cost)
        rest = sorted(set(range(records.members)) - set(start.order))
        order = _climb(records, [*start.order, *rest], slope, least, trials, rng)
        better = keep_envelope([*known, *plan_order(records, order)])
        if better == known:
            break
        known = better
    return known


def _climb(
    records: Valuer, start: list[int], slope: float, least: float, trials: int, rng: np.random.Generator
) -> list[int]:
    order, best, idle = start, _rate(records, start, slope), 0
    for _ in range(trials):
        moved = _move(order, rng)
        rated = _rate(records, moved, slope)
        if rated > best + least:
            order, best, idle = moved, rated, 0
        else:
            idle += 1
            if idle == _PATIENCE:
                break
    return order


def _rate(records: Valuer, order: list[int], slope: float) -> float:
    """Return the most accuracy less cost of any beginning of an order with any threshold."""
    costs, accuracies = records.value_order(order, THRESHOLDS)
    return float(np.max(accuracies - slope * costs))


def _move(order: list[int], rng: np.random.Generator) -> list[int]:
    """Return the order with two members swapped, or one moved; moved to the end, it is dropped."""
    moved, size = list(order), len(order)
    early = int(rng.integers(min(size, _WIDTH)))
    other = int(rng.integers(size - 1))
    other += other >= early
    kind = int(rng.integers(3))
    if kind == 0:
        moved[early], moved[other] = moved[other], moved[early]
    elif kind == 1:
        moved.insert(early, moved.pop(other))
    else:
        moved.append(moved.pop(early))
    return moved
