"""What a searcher promises about what it proves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError
from haversack.testing.batches import TOLERANCE
from haversack.testing.examples import pools, refuted, st
from haversack.testing.promises import NotKept, Promises
from haversack.testing.searcher_runs import best_loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.testing.searcher_case import SearcherCase

_NEVER = 10**15  # As a limit on steps.

PROOFS: Promises[SearcherCase] = Promises()


@PROOFS.add("what it proves is true: no feasible set has a smaller loss")
def bounds_are_true(case: SearcherCase) -> None:
    """Compare with all sets of small pools; a searcher that proves nothing keeps this too."""
    proving: list[Problem] = []

    def claim(problem: Problem) -> str | None:
        bounds = case.run(problem).spy.bounds
        if not bounds:
            return None
        proving.append(problem)
        best = best_loss(problem)
        if max(bounds) <= best + TOLERANCE * max(1e-12, abs(best)):
            return None
        return f"it proved {max(bounds)!r}, and the best set within {problem.budget!r} has the loss {best!r}"

    case.everywhere(claim)
    if proving:
        _on_drawn_problems(case, claim)


def _on_drawn_problems(case: SearcherCase, claim: Callable[[Problem], str | None]) -> None:
    """Try a claim on small pools of all kinds, for what a few situations may not show."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=5))
        buys = draw(st.sets(st.integers(0, len(pool) - 1), min_size=1))
        return {"pool": pool, "buys": sorted(buys)}

    found = refuted(drawn(), lambda pool, buys: claim(case.problem(pool, tuple(buys))), tries=30)
    if found is not None:
        example, complaint, cause = found
        raise NotKept(complaint, example) from cause


@PROOFS.add(
    "proves_optimality: a search that is not stopped finds the best set and ends with a proof of it",
    when=lambda case: bool(getattr(case.part, "proves_optimality", False)),
)
def ends_with_a_proof(case: SearcherCase) -> None:
    """Compare with all sets of small pools; a refusal in words is an answer as well."""

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(problem, steps=_NEVER)
        except HaversackError:
            return None
        best, found = best_loss(problem), run.monitor.best_loss
        room = TOLERANCE * max(1e-12, abs(best))
        if not found <= best + room:
            return f"it ended with a set of loss {found!r}, and the best one has {best!r}"
        proved = max(run.spy.bounds, default=-math.inf)
        return None if proved >= best - room else f"it ended, and proved {proved!r} where the best loss is {best!r}"

    case.everywhere(claim)
    _on_drawn_problems(case, claim)
