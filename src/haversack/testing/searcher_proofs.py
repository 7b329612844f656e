"""Promises of a searcher about the bounds that it proves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.build import build_part
from haversack.errors import HaversackError
from haversack.needs import find_missing_capabilities
from haversack.plugins import default_catalog
from haversack.testing.batches import TOLERANCE
from haversack.testing.examples import pools, st
from haversack.testing.promises import NotKept, Promises, require_claim
from haversack.testing.searcher_runs import find_best_loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.testing.searcher_case import SearcherCase

_NO_LIMIT = 10**15  # Steps.

PROOFS: Promises[SearcherCase] = Promises()


@PROOFS.add("a bound that it proves is true: no feasible set has a smaller loss")
def bounds_are_true(case: SearcherCase) -> None:
    """Compare with all sets of small pools; a searcher that proves nothing keeps this promise."""
    proving: list[Problem] = []

    def claim(problem: Problem) -> str | None:
        bounds = case.run(problem).spy.bounds
        if not bounds:
            return None
        proving.append(problem)
        best = find_best_loss(problem)
        if max(bounds) <= best + TOLERANCE * max(1e-12, abs(best)):
            return None
        return (
            f"it proved the bound {max(bounds)!r}, but within the budget {problem.budget!r} a set has the loss {best!r}"
        )

    case.check_everywhere(claim)
    if proving:
        _check_random_problems(case, claim)


@PROOFS.add("under a constraint it offers an allowed set or none, and the bounds that it proves are true")
def keeps_constraints(case: SearcherCase) -> None:
    """Demand two members, and at most three; what it says it cannot search is not checked."""
    constraint = build_part("constraint", {"kind": "size", "least": 2, "most": 3}, default_catalog())

    def claim(problem: Problem) -> str | None:
        constrained = attrs.evolve(problem, constraints=(constraint,))
        if find_missing_capabilities(case.part, constrained):
            return None
        try:
            run = case.run(constrained)
        except HaversackError:
            return None
        found, best = run.monitor.best_set, find_best_loss(constrained)
        if found is not None and not 2 <= found.sum() <= 3:
            return f"it ended with a set of {found.sum()} members, and 2 to 3 are allowed"
        proved = max(run.spy.bounds, default=-math.inf)
        if proved <= best + TOLERANCE * max(1e-12, abs(best)):
            return None
        return f"with 2 to 3 members, it proved the bound {proved!r}, but an allowed set has the loss {best!r}"

    case.check_everywhere(claim)


def _check_random_problems(case: SearcherCase, claim: Callable[[Problem], str | None]) -> None:
    """Check a claim on many small pools, for what a few situations may not show."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=5))
        buys = draw(st.sets(st.integers(0, len(pool) - 1), min_size=1))
        return {"pool": pool, "buys": sorted(buys)}

    require_claim(draw_example(), lambda pool, buys: claim(case.build_problem(pool, tuple(buys))), tries=30)


@PROOFS.add(
    "proves_optimality: a search that is not stopped finds an optimal set and ends with a proof of it",
    when=lambda case: bool(getattr(case.part, "proves_optimality", False)),
)
def ends_with_a_proof(case: SearcherCase) -> None:
    """Compare with all sets of small pools; a `HaversackError` is an acceptable answer."""

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(problem, steps=_NO_LIMIT)
        except HaversackError:
            return None
        best, found = find_best_loss(problem), run.monitor.best_loss
        tolerance = TOLERANCE * max(1e-12, abs(best))
        if not found <= best + tolerance:
            return f"it ended with a set of loss {found!r}, but the smallest loss is {best!r}"
        proved = max(run.spy.bounds, default=-math.inf)
        return (
            None
            if proved >= best - tolerance
            else f"it ended with the bound {proved!r}, but the smallest loss is {best!r}"
        )

    case.check_everywhere(claim)
    _check_random_problems(case, claim)


@PROOFS.add(
    "proves_bounds: a search that is not stopped reports a bound",
    when=lambda case: bool(getattr(case.part, "proves_bounds", False)),
)
def reports_a_bound(case: SearcherCase) -> None:
    """Look for a bound in any of the small problems; none is expected in all of them."""
    for _, problem in case.situations():
        try:
            run = case.run(problem, steps=_NO_LIMIT)
        except HaversackError:
            continue
        except Exception as error:
            raise NotKept(f"it raised {type(error).__name__}: {error}", {"pool": problem.pool}) from error
        if any(bound > -math.inf for bound in run.spy.bounds):
            return
    raise NotKept("it reported no bound in any of the small problems", {})
