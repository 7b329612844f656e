"""The problem that a searcher solves."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.cost import Resources, UsesResources
from haversack.api.energy import HasTraits, ShowsValue
from haversack.api.traits import Traits
from haversack.arrays import evaluate_single_sets
from haversack.errors import CostError, EnergyError

if TYPE_CHECKING:
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

ROUNDING = 1e-12
"""By what fraction a cost may pass the budget: ten costs of 0.1 do fit into 1."""


@attrs.frozen(slots=False)  # so that properties can be cached
class Problem:
    """A pool, an energy, a cost model and a budget: choose the feasible set with the smallest loss.

    Parameters
    ----------
    pool
        The members.
    energy
        What makes a set good.
    cost_model
        What a set costs.
    budget
        What a set may cost; infinite if nothing limits it.
    """

    pool: Pool
    energy: Energy
    cost_model: CostModel
    budget: float = math.inf

    @property
    def limit(self) -> float:
        """The budget with room for rounding: a set is feasible when its cost is at most this."""
        return self.budget * (1 + ROUNDING)

    @functools.cached_property
    def traits(self) -> Traits:
        """What the energy promises; nothing if it has no traits."""
        return self.energy.traits if isinstance(self.energy, HasTraits) else Traits()

    @functools.cached_property
    def is_probability(self) -> bool:
        """Whether the loss is an error probability and the value its complement."""
        return not isinstance(self.energy, ShowsValue)

    def losses(self, sets: Sets) -> FloatArray:
        """Return the loss of each set, or raise `EnergyError` where the energy breaks its contract."""
        losses = np.asarray(self.energy.losses(self.pool, sets), dtype=np.float64)
        if losses.shape != (len(sets),):
            raise EnergyError(
                f"energy {self.energy!r}: expected one loss per set, shape ({len(sets)},), got {losses.shape}"
            )
        if np.isnan(losses).any():
            row = int(np.flatnonzero(np.isnan(losses))[0])
            raise EnergyError(f"energy {self.energy!r}: loss of {_members(sets[row])} is not a number")
        return losses

    def costs(self, sets: Sets) -> FloatArray:
        """Return the cost of each set, or raise `CostError` where the cost model breaks its contract."""
        costs = np.asarray(self.cost_model.costs(self.pool, sets), dtype=np.float64)
        if costs.shape != (len(sets),):
            raise CostError(
                f"cost model {self.cost_model!r}: expected one cost per set, shape ({len(sets)},), got {costs.shape}"
            )
        if np.isnan(costs).any():
            row = int(np.flatnonzero(np.isnan(costs))[0])
            raise CostError(f"cost model {self.cost_model!r}: cost of {_members(sets[row])} is not a number")
        return costs

    def fits(self, sets: Sets) -> Sets:
        """Return for each set whether it is within the budget; equality is."""
        return self.costs(sets) <= self.limit

    def value(self, loss: float) -> float:
        """Return what to show for a loss; larger is better."""
        if self.is_probability:
            return 1.0 - loss
        assert isinstance(self.energy, ShowsValue)
        return self.energy.value(loss)

    def resources(self) -> Resources | None:
        """Return the budget as limits on sums, with room for rounding, or None if the cost model does not know them."""
        if not isinstance(self.cost_model, UsesResources):
            return None
        resources = self.cost_model.resources(self.pool, self.budget)
        # Copied into one layout, for which the kernels are compiled once.
        return Resources(np.array(resources.usage, order="C"), resources.limits * (1 + ROUNDING))

    def total_cost(self) -> float:
        """Return what all members together cost."""
        return float(self.costs(np.ones((1, len(self.pool)), dtype=np.bool_))[0])

    def single_costs(self) -> FloatArray:
        """Return what each member costs alone."""
        return evaluate_single_sets(self.costs, len(self.pool))

    def members_that_fit(self) -> Sets:
        """Return for each member whether it fits alone."""
        resources = self.resources()
        if resources is not None:
            return np.asarray((resources.usage <= resources.limits).all(axis=1))
        return self.single_costs() <= self.limit


def _members(row: Sets) -> str:
    return f"the set {np.flatnonzero(row).tolist()!s:.80}"
