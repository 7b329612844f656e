"""The problem that a searcher solves."""

from __future__ import annotations

import functools
import math
import sys
from typing import TYPE_CHECKING, Any, Protocol

import attrs
import numpy as np

from haversack.api.conditions import Conditions
from haversack.api.cost import BoundsCosts, Resources, UsesResources
from haversack.api.energy import HasTraits, ShowsValue
from haversack.api.preparation import Preparation, prepare_cost_model, prepare_energy
from haversack.api.traits import Traits
from haversack.arrays import evaluate_single_sets, lock
from haversack.errors import CostError, EnergyError, SearchError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

ROUNDING = 1e-12
"""By what fraction a cost may pass the budget: ten costs of 0.1 do fit into 1."""


class Evaluator(Protocol):
    """Evaluates sets on behalf of one run."""

    @property
    def rows_at_once(self) -> int:
        """How many sets are evaluated in a moment."""

    def serves(self, problem: Problem) -> bool:
        """Return whether the losses are those of this problem."""

    def watch(self, watcher: Callable[[], float]) -> None:
        """Ask from now on, between calls that take long, how many seconds are left."""

    def __call__(self, sets: Sets) -> FloatArray:
        """Return the loss of each set."""

    def find_best(self) -> Sets | None:
        """Return the best feasible set that took long to evaluate."""

    def forget_best(self) -> None:
        """Find only sets that are evaluated from now on."""


@attrs.frozen(slots=False)  # so that properties can be cached
class Problem:
    """A pool, an energy, a cost model, a budget and constraints: choose the feasible set with the smallest loss.

    An energy or a cost model that offers `haversack.capabilities.PreparesForPool` is prepared for the pool: the
    attributes `energy` and `cost_model` hold what it prepared, `original_energy` and `original_cost_model` the parts
    themselves. ``attrs.evolve`` prepares again only what another pool or part requires.

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
    constraints
        What else a set must meet.
    """

    pool: Pool
    original_energy: Energy = attrs.field(alias="energy")
    original_cost_model: CostModel = attrs.field(alias="cost_model")
    budget: float = math.inf
    constraints: tuple[Constraint, ...] = ()
    # Passed on by attrs.evolve, so that a problem with another budget need not prepare again.
    _preparations: tuple[Preparation, ...] = attrs.field(default=(), kw_only=True, eq=False, repr=False)
    # Set by a run, for which it remembers losses and watches the clock.
    evaluator: Evaluator | None = attrs.field(default=None, kw_only=True, eq=False, repr=False)
    energy: Energy = attrs.field(init=False, eq=False, repr=False)
    cost_model: CostModel = attrs.field(init=False, eq=False, repr=False)
    conditions: Conditions = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        energy = self._prepare(self.original_energy, prepare_energy)
        cost_model = self._prepare(self.original_cost_model, prepare_cost_model)
        conditions = self._prepare(self.constraints, lambda constraints, pool: Conditions.of(pool, constraints))
        for name, content in {
            "energy": energy.result,
            "cost_model": cost_model.result,
            "conditions": conditions.result,
            "_preparations": (energy, cost_model, conditions),
        }.items():
            object.__setattr__(self, name, content)

    def _prepare(self, part: Any, prepare: Callable[[Any, Pool], Any]) -> Preparation:
        known = (each for each in self._preparations if each.serves(part, self.pool))
        return next(known, None) or Preparation(part, self.pool, prepare(part, self.pool))

    @property
    def limit(self) -> float:
        """The budget with room for rounding: a set is feasible when its cost is at most this."""
        return self.budget * (1 + ROUNDING)

    @functools.cached_property
    def traits(self) -> Traits:
        """What the energy promises of the sets that are allowed; nothing if it has no traits.

        Where a member may be needed to meet a constraint, or to make a set cheaper, it cannot be dropped to make the
        size odd.
        """
        traits = self.energy.traits if isinstance(self.energy, HasTraits) else Traits()
        return traits if self.limits_suffice else attrs.evolve(traits, odd_sizes_suffice=False)

    @property
    def limits_suffice(self) -> bool:
        """Whether every set that `are_limits_kept` returns True for is feasible."""
        return not self.conditions.has_demands and not isinstance(self.cost_model, BoundsCosts)

    @functools.cached_property
    def is_probability(self) -> bool:
        """Whether the loss is an error probability and the value its complement."""
        return not isinstance(self.energy, ShowsValue)

    @property
    def rows_at_once(self) -> int:
        """How many sets to evaluate before reporting: so many that it takes a moment, by the speed measured so far.

        A searcher that reports more often by it must not choose by it what to try.
        """
        return sys.maxsize if self.evaluator is None else self.evaluator.rows_at_once

    def losses(self, sets: Sets) -> FloatArray:
        """Return the loss of each set, or raise `EnergyError` where the energy breaks its contract.

        In a run, a set that was evaluated before is not evaluated again, and the search ends here, by an exception that
        is not to be caught, when its time is over.
        """
        if self.evaluator is not None and self.evaluator.serves(self):
            return self.evaluator(sets)
        sets = self._lock(sets)
        losses = self.compute_losses(sets)
        if losses.shape != (len(sets),):
            raise EnergyError(
                f"{self._name_energy()}: expected one loss per set, shape ({len(sets)},), got {losses.shape}"
            )
        if np.isnan(losses).any():
            row = int(np.flatnonzero(np.isnan(losses))[0])
            raise EnergyError(f"{self._name_energy()}: loss of {_members(sets[row])} is not a number")
        return losses

    def compute_losses(self, sets: Sets) -> FloatArray:
        """Return what the energy returns for sets, unchecked: for searchers whose offers are checked in any case."""
        try:
            return np.asarray(self.energy.losses(self.pool, lock(sets)), dtype=np.float64)
        except StopIteration as error:
            # It would end a loop of the searcher without a trace.
            raise EnergyError(f"{self._name_energy()}: raised StopIteration") from error

    def costs(self, sets: Sets) -> FloatArray:
        """Return the cost of each set, or raise `CostError` where the cost model breaks its contract."""
        sets = self._lock(sets)
        try:
            costs = np.asarray(self.cost_model.costs(self.pool, sets), dtype=np.float64)
        except StopIteration as error:
            raise CostError(f"{self._name_cost_model()}: raised StopIteration") from error
        if costs.shape != (len(sets),):
            raise CostError(
                f"{self._name_cost_model()}: expected one cost per set, shape ({len(sets)},), got {costs.shape}"
            )
        if np.isnan(costs).any():
            row = int(np.flatnonzero(np.isnan(costs))[0])
            raise CostError(f"{self._name_cost_model()}: cost of {_members(sets[row])} is not a number")
        return costs

    def _name_energy(self) -> str:
        return f"energy {format_value(self.original_energy)}"

    def _name_cost_model(self) -> str:
        return f"cost model {format_value(self.original_cost_model)}"

    def _lock(self, sets: Sets) -> Sets:
        """Return sets that parts cannot write to, or raise `SearchError` if they are not sets of this pool."""
        sets = np.asarray(sets, dtype=np.bool_)
        if sets.ndim != 2 or sets.shape[1] != len(self.pool):
            raise SearchError(
                f"searcher asked about sets of shape {sets.shape}; expected (rows, {len(self.pool)}), a row per set"
            )
        return lock(sets)

    def fits(self, sets: Sets) -> Sets:
        """Return for each set whether it is feasible: within the budget, and allowed by all constraints."""
        fitting = self.costs(sets) <= self.limit
        return fitting & self.conditions.allow(self._lock(sets)) if self.constraints else fitting

    def are_limits_kept(self, sets: Sets) -> Sets:
        """Return for each set whether it keeps the budget and the constraints that only limit what a set has.

        If not, neither the set nor any of its supersets is feasible. A set that keeps them may lack something that a
        constraint demands, or that makes it cheaper; see `limits_suffice`.
        """
        kept = self._least_costs(sets) <= self.limit
        return kept & self.conditions.are_limits_kept(self._lock(sets)) if self.constraints else kept

    def _least_costs(self, sets: Sets) -> FloatArray:
        """Return what each set and all its supersets cost at least."""
        if isinstance(self.cost_model, BoundsCosts):
            return np.asarray(self.cost_model.least_costs(self.pool, self._lock(sets)), dtype=np.float64)
        return self.costs(sets)

    def value(self, loss: float) -> float:
        """Return what to show for a loss; larger is better."""
        if self.is_probability:
            return 1.0 - loss
        assert isinstance(self.energy, ShowsValue)
        return float(self.energy.value(loss))

    def resources(self) -> Resources | None:
        """Return the limits on sums, with room for rounding, or None if the cost model does not know its own.

        They are those of the budget, and those of constraints that only limit what a set has: the sets that exceed none
        of them are those that `are_limits_kept` returns True for.
        """
        if not isinstance(self.cost_model, UsesResources):
            return None
        resources = self.cost_model.resources(self.pool, self.budget)
        # Copied into one layout, for which the kernels are compiled once.
        usage, limits = resources.usage, resources.limits * (1 + ROUNDING)
        if self.constraints:
            further, further_limits = self.conditions.resources
            usage, limits = np.column_stack([usage, further]), np.concatenate([limits, further_limits])
        return Resources(np.array(usage, order="C"), limits)

    def total_cost(self) -> float:
        """Return what all members together cost."""
        return float(self.costs(np.ones((1, len(self.pool)), dtype=np.bool_))[0])

    def single_costs(self) -> FloatArray:
        """Return what each member costs alone."""
        return evaluate_single_sets(self.costs, len(self.pool))

    def members_that_fit(self) -> Sets:
        """Return for each member whether it exceeds no limit by itself; another cannot be in any feasible set."""
        resources = self.resources()
        if resources is not None:
            return np.asarray((resources.usage <= resources.limits).all(axis=1))
        fitting = evaluate_single_sets(self._least_costs, len(self.pool)) <= self.limit
        if self.constraints:
            usage, limits = self.conditions.resources
            fitting &= (usage <= limits).all(axis=1)
        return fitting


def _members(row: Sets) -> str:
    return f"the set {np.flatnonzero(row).tolist()!s:.80}"
