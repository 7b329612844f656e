"""Promises of an energy that bounds the losses of many sets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.bounds import BoundsLosses
from haversack.api.problem import Problem
from haversack.costs import Additive, NoCost
from haversack.testing.batches import TOLERANCE, find_difference
from haversack.testing.examples import every_set, pools, rows, st
from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.energy_case import EnergyCase

BOUNDS: Promises[EnergyCase] = Promises()


def _draw_examples(case: EnergyCase) -> st.SearchStrategy[dict[str, Any]]:
    """Return small pools with a budget and pairs of sets, the first a feasible subset of the second."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool))
        allowed = draw(rows(len(pool)))
        required = draw(rows(len(pool), len(allowed), len(allowed))) & allowed
        share = draw(st.sampled_from([math.inf, 0.2, 0.5, 0.8]))
        budget = math.inf if pool.costs is None or math.isinf(share) else share * float(pool.costs.sum())
        fits = _pose_problem(case, pool, budget or math.inf).fits(required)
        required[~fits] = False
        return {"pool": pool, "budget": budget or math.inf, "required": required, "allowed": allowed}

    return draw_example()


def _pose_problem(case: EnergyCase, pool: Pool, budget: float) -> Problem:
    return Problem(pool, case.part, NoCost() if pool.costs is None else Additive(), budget)


def _call(problem: Problem, required: Sets, allowed: Sets) -> FloatArray:
    assert isinstance(problem.energy, BoundsLosses)
    return np.asarray(problem.energy.loss_bounds(problem, required, allowed), dtype=np.float64)


@BOUNDS.add("loss_bounds() returns one number per row, which does not depend on the other rows", of=BoundsLosses)
def bounds_row_by_row(case: EnergyCase) -> None:
    """Call it for all rows at once, for none, and for each row alone."""

    def claim(pool: Pool, budget: float, required: Sets, allowed: Sets) -> str | None:
        problem = _pose_problem(case, pool, budget)
        before = required.copy(), allowed.copy()
        bounds = _call(problem, required, allowed)
        if bounds.shape != (len(required),) or np.isnan(bounds).any():
            return f"{bounds.tolist()} for {len(required)} rows"
        if not np.array_equal(required, before[0]) or not np.array_equal(allowed, before[1]):
            return "after the call, the sets were different"
        none = _call(problem, required[:0], allowed[:0])
        if none.shape != (0,):
            return f"shape {none.shape} for no rows"
        pairs = zip(required, allowed, strict=True)
        alone = np.array([_call(problem, must[None, :], may[None, :])[0] for must, may in pairs])
        place = find_difference(bounds, alone, 1.0)
        return None if place is None else f"{bounds[place]} in one call, {alone[place]} alone"

    require_claim(_draw_examples(case), claim)


@BOUNDS.add(
    "loss_bounds() is true: no feasible set with the required members, and otherwise only allowed ones, has a "
    "smaller loss",
    of=BoundsLosses,
)
def bounds_are_below(case: EnergyCase) -> None:
    """Compare with all feasible sets in between; rounding is allowed."""

    def claim(pool: Pool, budget: float, required: Sets, allowed: Sets) -> str | None:
        problem = _pose_problem(case, pool, budget)
        sets = every_set(len(pool))[1:]
        sets = sets[problem.fits(sets)]
        losses = problem.losses(sets)
        bounds = _call(problem, required, allowed)
        for row, (must, may) in enumerate(zip(required, allowed, strict=True)):
            inside = np.flatnonzero((must <= sets).all(axis=1) & (sets <= may).all(axis=1))
            if not inside.size:
                continue
            best = inside[np.argmin(losses[inside])]
            scale = abs(losses[best]) if case.is_probability else float(np.abs(losses).max(initial=1.0))
            if bounds[row] > losses[best] + TOLERANCE * scale:
                members = np.flatnonzero(sets[best]).tolist()
                return f"the bound of row {row} is {bounds[row]}, but the set {members} has the loss {losses[best]}"
        return None

    require_claim(_draw_examples(case), claim, tries=80)
