"""Promises of a searcher about what it needs of an energy and a cost model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import ShowsValue
from haversack.api.problem import Problem
from haversack.errors import HaversackError
from haversack.testing.promises import Promises

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.searcher_case import SearcherCase

NEEDS: Promises[SearcherCase] = Promises()


@NEEDS.add("it uses only the capabilities that its energy_needs and cost_needs name")
def needs_are_declared(case: SearcherCase) -> None:
    """Pass an energy and a cost model that offer nothing else; a `HaversackError` is an acceptable answer."""
    # Without value() the loss would have to be a probability.
    methods = ("losses", "value") if isinstance(case.energy, ShowsValue) else ("losses",)
    energy = restrict_part(case.energy, methods, getattr(case.part, "energy_needs", ()))
    cost = restrict_part(case.cost, ("costs",), getattr(case.part, "cost_needs", ()))

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(Problem(problem.pool, energy, cost, problem.budget))
        except HaversackError:
            return None
        return "it found no feasible set" if run.monitor.best_set is None else None

    case.check_everywhere(claim)


@NEEDS.add(
    "without energy_needs, it works with losses that are not probabilities and are negative",
    when=lambda case: not getattr(case.part, "energy_needs", ()),
)
def any_energy(case: SearcherCase) -> None:
    """Maximise a weighted number of members."""

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(Problem(problem.pool, Profit(), case.cost, problem.budget))
        except HaversackError:
            return None
        return "it found no feasible set" if run.monitor.best_set is None else None

    case.check_everywhere(claim)


def restrict_part(part: Any, methods: tuple[str, ...], capabilities: tuple[type, ...]) -> Any:
    """Return a part with the given methods and capabilities of another part, and no others.

    Examples
    --------
    >>> from haversack.capabilities import CopiesLosses, HasTraits
    >>> from haversack.energies import MajorityVote
    >>> energy = restrict_part(MajorityVote(), ("losses",), (CopiesLosses,))
    >>> isinstance(energy, CopiesLosses), isinstance(energy, HasTraits)
    (True, False)
    """
    inherited = [name for capability in capabilities for name in vars(capability) if not name.startswith("_")]
    names = {name: property(lambda _, name=name: getattr(part, name)) for name in (*methods, *inherited)}  # type: ignore[misc]
    return type(f"Only{type(part).__name__}", (), names)()


class Profit:
    """An energy that is not a probability: the loss is minus a weighted number of members."""

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return minus the sum of the weights."""
        return np.asarray(-(sets @ np.linspace(2.0, 1.0, len(pool))))

    def value(self, loss: float) -> float:
        """Return the sum."""
        return -loss
