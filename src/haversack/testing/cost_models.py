"""Promises of a cost model, and the functions that check all of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.accuracy import AccuracyModel
from haversack.api.cost import BoundsCosts, EstimatesSize, Resources, SetsBudget, SizeEstimate, UsesResources
from haversack.errors import HaversackError
from haversack.testing.batches import BATCHES, TOLERANCE, BatchCase
from haversack.testing.examples import every_set, make_plain_pool, pools, st
from haversack.testing.options import OPTIONS
from haversack.testing.pools_in_turn import POOLS_IN_TURN
from haversack.testing.preparation import list_preparation_checks
from haversack.testing.promises import NotKept, Promises, build_subject, repeat_subject, require_claim, run_checks
from haversack.validators import budget_check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.cost import CostModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import MakePool
    from haversack.testing.promises import PromiseCheck


@attrs.frozen
class CostCase(BatchCase):
    """A cost model."""

    @property
    def number(self) -> str:
        """Its numbers are costs."""
        return "cost"

    @property
    def method(self) -> str:
        """They come from `costs`."""
        return "costs"


COSTS: Promises[CostCase] = Promises()

_LARGE = 9


def cost_model_checks(
    cost_model: CostModel | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool
) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that a cost model makes.

    Parameters
    ----------
    cost_model
        The cost model, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    make_pool
        Makes a pool from accuracies and costs, for a cost model that needs other columns.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them. Capabilities that it does not offer are not checked.
    """
    make_fresh = repeat_subject("cost", cost_model)
    case = CostCase("cost", build_subject("cost", cost_model), make_pool, make_fresh)
    groups: tuple[Promises[Any], ...] = (BATCHES, POOLS_IN_TURN, COSTS)
    checks = tuple(check for promises in groups for check in promises.checks(case))
    return checks + OPTIONS.checks(case) + list_preparation_checks(case, groups)


def check_cost_model(
    cost_model: CostModel | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool
) -> None:
    """Check every promise of a cost model; the parameters are those of `cost_model_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_cost_model("parallel")
    """
    run_checks(cost_model_checks(cost_model, make_pool=make_pool))


@COSTS.add("no cost is negative")
def costs_are_not_negative(case: CostCase) -> None:
    """Check a few sets."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        costs = case.numbers(pool, sets)
        wrong = np.flatnonzero(costs < 0.0)
        return f"row {wrong[0]} costs {costs[wrong[0]]}" if wrong.size else None

    require_claim(case.batches(), claim)


@COSTS.add("the empty set costs 0")
def empty_set(case: CostCase) -> None:
    """Ask for the cost of the empty set."""

    def claim(pool: Pool) -> str | None:
        cost = case.numbers(pool, np.zeros((1, len(pool)), dtype=np.bool_))[0]
        return None if cost == 0.0 else f"the empty set costs {cost}"

    require_claim(pools(case.make_pool).map(lambda pool: {"pool": pool}), claim)


@COSTS.add(
    "a set never costs less than a set that it contains", when=lambda case: not isinstance(case.part, BoundsCosts)
)
def costs_are_monotone(case: CostCase) -> None:
    """Compare all pairs of nested sets, in pools of up to 9 members."""
    _require_monotone(case, case.numbers, "costs")


@COSTS.add("no superset of a set costs less than least_costs() of it, nor does the set", of=BoundsCosts)
def least_costs_bound_costs(case: CostCase) -> None:
    """Compare it with the costs of all sets, and the numbers of all pairs of nested sets, of up to 9 members."""

    def compute_least(pool: Pool, sets: Sets) -> FloatArray:
        return np.asarray(case.part.least_costs(pool, sets), dtype=np.float64)

    def claim(pool: Pool) -> str | None:
        sets = every_set(len(pool))
        costs, least = case.numbers(pool, sets), compute_least(pool, sets)
        if least.shape != costs.shape:
            return f"least_costs() of shape {least.shape}; expected {costs.shape}"
        wrong = np.flatnonzero(~(least <= costs + TOLERANCE * np.abs(costs)))
        if not wrong.size:
            return None
        row = wrong[0]
        return f"the set {np.flatnonzero(sets[row]).tolist()} costs {costs[row]}, and at least {least[row]}"

    require_claim(pools(case.make_pool).map(lambda pool: {"pool": pool}), claim)
    _require_monotone(case, compute_least, "costs at least")


def _require_monotone(case: CostCase, compute: Callable[[Pool, Sets], FloatArray], verb: str) -> None:
    """Raise `NotKept` if a set has a smaller number than one that it contains."""

    def claim(pool: Pool) -> str | None:
        sets = every_set(len(pool))
        costs = compute(pool, sets)
        # Two sets are nested if no member of the one is missing in the other.
        weights = sets.astype(np.float64)
        nested = weights @ (1.0 - weights.T) == 0.0
        cheaper = costs[np.newaxis, :] < (costs - TOLERANCE * np.abs(costs))[:, np.newaxis]
        wrong = np.argwhere(nested & cheaper)
        if not wrong.size:
            return None
        inner, outer = wrong[0]
        smaller, larger = (np.flatnonzero(sets[row]).tolist() for row in (inner, outer))
        return f"the set {smaller} {verb} {costs[inner]}, and {larger}, which contains it, {costs[outer]}"

    small = pools(case.make_pool).map(lambda pool: {"pool": pool})
    large = pools(case.make_pool, _LARGE, _LARGE).map(lambda pool: {"pool": pool})
    require_claim(small, claim)
    require_claim(large, claim, tries=4)


@COSTS.add(
    "expected_size() returns a SizeEstimate between 1 and the size of the pool, also for an infinite budget",
    of=EstimatesSize,
)
def size_is_estimated(case: CostCase) -> None:
    """Try budgets from very small to infinite; a `HaversackError` is an acceptable answer."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
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
            return f"{first!r} on the first call, {second!r} on the second"
        size: Any = first.size
        if not (isinstance(size, (int, np.integer)) and 1 <= size <= len(pool) and first.how):
            return f"{first!r}; expected a whole number between 1 and {len(pool)}, and how it was estimated"
        return None

    require_claim(draw_example(), claim)


_ACCURACY = AccuracyModel(mean=0.75, variance=0.01, fit="beta", alpha=13.3125, beta=4.4375)


@COSTS.add(
    "resources() returns the usage of each member, shape (members, resources), and the limits; none is negative",
    of=UsesResources,
)
def resources_have_shape(case: CostCase) -> None:
    """Check shapes and signs."""

    def claim(pool: Pool, budget: float) -> str | None:
        resources = case.part.resources(pool, budget)
        if not isinstance(resources, Resources):
            return f"{resources!r} instead of haversack.capabilities.Resources"
        usage, limits = np.asarray(resources.usage), np.asarray(resources.limits)
        if limits.ndim != 1 or usage.shape != (len(pool), len(limits)):
            return f"usage of shape {usage.shape} and limits of shape {limits.shape}"
        if not (np.isfinite(usage).all() and (usage >= 0.0).all() and (limits >= 0.0).all()):
            return f"usage {usage.tolist()} and limits {limits.tolist()}"
        return None

    require_claim(_pools_with_budgets(case), claim)


@COSTS.add("a set keeps the limits of resources() if and only if it costs at most the budget", of=UsesResources)
def resources_match_costs(case: CostCase) -> None:
    """Compare both for every set, except for costs that equal the budget up to rounding."""

    def claim(pool: Pool, budget: float) -> str | None:
        resources = case.part.resources(pool, budget)
        sets = every_set(len(pool))
        costs = case.numbers(pool, sets)
        used = sets @ np.asarray(resources.usage, dtype=np.float64)
        keeps = np.all(used <= np.asarray(resources.limits) * (1.0 + 1e-12), axis=1)
        with np.errstate(invalid="ignore"):
            clear = ~(np.abs(costs - budget) <= TOLERANCE * budget)
        wrong = np.flatnonzero(clear & (keeps != (costs <= budget)))
        if not wrong.size:
            return None
        row = wrong[0]
        members = np.flatnonzero(sets[row]).tolist()
        return f"the set {members} costs {costs[row]} and {'keeps' if keeps[row] else 'exceeds'} the limits"

    require_claim(_pools_with_budgets(case), claim)


def _pools_with_budgets(case: CostCase) -> st.SearchStrategy[dict[str, Any]]:
    """Pools with finite budgets that some sets fit, and with an infinite budget."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=5))
        share = draw(st.sampled_from([0.5, math.inf, 1.0]) | st.floats(0.05, 1.5))
        total = float(case.numbers(pool, np.ones((1, len(pool)), dtype=np.bool_))[0])
        return {"pool": pool, "budget": share * total if total > 0.0 else share}

    return draw_example()


@COSTS.add("own_budget() returns a number above 0, equal on every call", of=SetsBudget)
def own_budget(case: CostCase) -> None:
    """Call it twice."""
    first, second = case.part.own_budget(), case.part.own_budget()
    if not budget_check.accepts(first) or first != second:
        raise NotKept(f"{first!r} on the first call, {second!r} on the second", {})
