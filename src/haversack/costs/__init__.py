"""Built-in cost models: what a set costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.costs.additive import Additive
from haversack.costs.composed import Costs
from haversack.costs.none import NoCost
from haversack.costs.parallel import Parallel
from haversack.costs.part import CostPart
from haversack.costs.sequential import Sequential
from haversack.costs.setup import Setup
from haversack.costs.tiers import Tiers
from haversack.costs.vector import Vector
from haversack.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Additive", "CostPart", "Costs", "NoCost", "Parallel", "Sequential", "Setup", "Tiers", "Vector"]


@hookimpl
def haversack_cost_models() -> Iterable[Registration]:
    """Offer the cost models of this package."""
    yield Registration("additive", Additive, "a set costs the sum of its members' costs")
    yield Registration("costs", Costs, "several costs, sums and maxima, each with its own budget")
    yield Registration("none", NoCost, "no costs; every set is feasible")
    yield Registration("parallel", Parallel, "a set costs as much as its most expensive member")
    yield Registration("sequential", Sequential, "what it costs to ask in order until the vote is decided")
    yield Registration("setup", Setup, "the sum of costs, and a fee for each group")
    yield Registration("tiers", Tiers, "a price per unit that depends on the amount")
    yield Registration("vector", Vector, "several additive costs, each with its own budget")
