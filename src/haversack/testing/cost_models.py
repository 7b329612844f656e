"""What a cost model promises."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.accuracy import AccuracyModel
from haversack.api.cost import Resources, SetsBudget, SizeEstimate, UsesResources
from haversack.errors import HaversackError
from haversack.testing.batches import BATCHES, TOLERANCE, BatchCase
from haversack.testing.examples import every_set, plain_pool, pools, st
from haversack.testing.options import OPTIONS
from haversack.testing.promises import NotKept, Promises, made, run_all
from haversack.validators import budget_check

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.cost import CostModel
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import MakePool
    from haversack.testing.promises import Check


@attrs.frozen
class CostCase(BatchCase):
    """A cost model."""

    @property
    def number(self) -> str:
        """Its numbers are costs."""
        return "cost"

    def evaluate(self, pool: Pool, sets: Sets) -> Any:
        """Ask for costs."""
        return self.part.costs(pool, sets)


COSTS: Promises[CostCase] = Promises()


def cost_model_checks(
    cost_model: CostModel | type | str | Mapping[str, Any], *, make_pool: MakePool = plain_pool
) -> tuple[Check, ...]:
    """Return one check for each promise that a cost model makes.

    Parameters
    ----------
    cost_model
        The cost model, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    make_pool
        Makes a pool from accuracies and costs, for a cost model that needs further columns.

    Returns
    -------
    tuple of Check
        In the order in which they are best looked at. Capabilities that it does not offer are left out.
    """
    case = CostCase("cost", made("cost", cost_model), make_pool)
    return BATCHES.checks(case) + COSTS.checks(case) + OPTIONS.checks(case)


def check_cost_model(
    cost_model: CostModel | type | str | Mapping[str, Any], *, make_pool: MakePool = plain_pool
) -> None:
    """Check everything that a cost model promises; parameters are those of `cost_model_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_cost_model("parallel")
    """
    run_all(cost_model_checks(cost_model, make_pool=make_pool))


@COSTS.add("no cost is below 0")
def costs_are_not_negative(case: CostCase) -> None:
    """Look at a few sets."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        costs = case.numbers(pool, sets)
        wrong = np.flatnonzero(costs < 0.0)
        return f"row {wrong[0]} costs {costs[wrong[0]]}" if wrong.size else None

    case.holds(case.batches(), claim)


@COSTS.add("the empty set costs 0")
def empty_set(case: CostCase) -> None:
    """Ask for nobody."""

    def claim(pool: Pool) -> str | None:
        cost = case.numbers(pool, np.zeros((1, len(pool)), dtype=np.bool_))[0]
        return None if cost == 0.0 else f"it costs {cost}"

    case.holds(pools(case.make_pool).map(lambda pool: {"pool": pool}), claim)


@COSTS.add("adding a member never makes a set cheaper")
def costs_are_monotone(case: CostCase) -> None:
    """Add each member that is missing."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        cost = case.numbers(pool, sets)[0]
        for member in np.flatnonzero(~sets[0]):
            larger = sets.copy()
            larger[0, member] = True
            new_cost = case.numbers(pool, larger)[0]
            if new_cost < cost - TOLERANCE * abs(cost):
                return f"it costs {cost}, and {new_cost} with member {member}"
        return None

    case.holds(case.batches(1, 1), claim)


@COSTS.add("expected_size() returns a SizeEstimate from 1 to the size of the pool, for an infinite budget too")
def size_is_estimated(case: CostCase) -> None:
    """Ask for budgets from very small to infinite; a refusal in words is an answer as well."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool))
        return {"pool": pool, "budget": draw(st.sampled_from([math.inf, 1.0, 1e-9, 1e12]) | st.floats(0.01, 1e3))}

    def claim(pool: Pool, budget: float) -> str | None:
        estimates: list[Any] = []
        for _ in range(2):
            try:
                estimates.append(case.part.expected_size(pool, budget, _ACCURACY))
            except HaversackError:
                return None
        first, second = estimates
        if not isinstance(first, SizeEstimate):
            return f"{first!r} instead of haversack.capabilities.SizeEstimate"
        if first != second:
            return f"{first!r} at first, then {second!r}"
        size: Any = first.size
        if not (isinstance(size, (int, np.integer)) and 1 <= size <= len(pool) and first.how):
            return f"{first!r}; expected a whole number from 1 to {len(pool)}, and in words how it was found"
        return None

    case.holds(drawn(), claim)


_ACCURACY = AccuracyModel(mean=0.75, variance=0.01, fit="beta", alpha=13.3125, beta=4.4375)


@COSTS.add(
    "resources() returns what each member uses, shape (members, resources), and the limits; none is below 0",
    of=UsesResources,
)
def resources_have_shape(case: CostCase) -> None:
    """Look at shapes and signs."""

    def claim(pool: Pool, budget: float) -> str | None:
        told = case.part.resources(pool, budget)
        if not isinstance(told, Resources):
            return f"{told!r} instead of haversack.capabilities.Resources"
        usage, limits = np.asarray(told.usage), np.asarray(told.limits)
        if limits.ndim != 1 or usage.shape != (len(pool), len(limits)):
            return f"usage of shape {usage.shape} and limits of shape {limits.shape}"
        if not (np.isfinite(usage).all() and (usage >= 0.0).all() and (limits >= 0.0).all()):
            return f"usage {usage.tolist()} and limits {limits.tolist()}"
        return None

    case.holds(_budgets(case), claim)


@COSTS.add("a set keeps the limits of resources() exactly if it costs at most the budget", of=UsesResources)
def resources_say_the_same(case: CostCase) -> None:
    """Compare both for every set; costs that meet the budget but for rounding are left out."""

    def claim(pool: Pool, budget: float) -> str | None:
        told = case.part.resources(pool, budget)
        sets = every_set(len(pool))
        costs = case.numbers(pool, sets)
        used = sets @ np.asarray(told.usage, dtype=np.float64)
        keeps = np.all(used <= np.asarray(told.limits) * (1.0 + 1e-12), axis=1)
        with np.errstate(invalid="ignore"):
            clear = ~(np.abs(costs - budget) <= TOLERANCE * budget)
        wrong = np.flatnonzero(clear & (keeps != (costs <= budget)))
        if not wrong.size:
            return None
        row = wrong[0]
        members = np.flatnonzero(sets[row]).tolist()
        return f"the set {members} costs {costs[row]} and {'keeps' if keeps[row] else 'exceeds'} the limits"

    case.holds(_budgets(case), claim)


def _budgets(case: CostCase) -> st.SearchStrategy[dict[str, Any]]:
    """Pools with budgets that buy some of their sets, and an infinite one."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=5))
        share = draw(st.sampled_from([0.5, math.inf, 1.0]) | st.floats(0.05, 1.5))
        total = float(case.numbers(pool, np.ones((1, len(pool)), dtype=np.bool_))[0])
        return {"pool": pool, "budget": share * total if total > 0.0 else share}

    return drawn()


@COSTS.add("own_budget() returns a number above 0, the same every time", of=SetsBudget)
def own_budget(case: CostCase) -> None:
    """Ask twice."""
    first, second = case.part.own_budget(), case.part.own_budget()
    if not budget_check.accepts(first) or first != second:
        raise NotKept(f"{first!r} at first, {second!r} then", {})
