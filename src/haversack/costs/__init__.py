"""Built-in cost models: what a set costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.costs.additive import Additive
from haversack.costs.none import NoCost
from haversack.costs.parallel import Parallel
from haversack.costs.vector import Vector
from haversack.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Additive", "NoCost", "Parallel", "Vector"]


@hookimpl
def haversack_cost_models() -> Iterable[Registration]:
    """Offer the cost models of this package."""
    yield Registration("additive", Additive, "a set costs the sum of its members' costs")
    yield Registration("none", NoCost, "no costs; every set is feasible")
    yield Registration("parallel", Parallel, "a set costs as much as its most expensive member")
    yield Registration("vector", Vector, "several additive costs, each with its own budget")
