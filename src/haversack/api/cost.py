"""The cost of a set.

Only `CostModel` is required. The other protocols are optional capabilities of one method each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class SizeEstimate:
    """How many members a budget is expected to buy.

    Parameters
    ----------
    size
        From 1 to the number of members of the pool.
    how
        The rule by which it was estimated, in a few words.
    """

    size: int
    how: str


@runtime_checkable
class CostModel(Protocol):
    """The cost of a set; a set is feasible when it is at most the budget. Costs need not be additive."""

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the cost of each set.

        Shapes and promises are those of `Energy.losses`: (rows, len(pool)) in, (rows,) out, finite, at least 0,
        deterministic, nothing mutated. The empty set costs 0. Adding a member never makes a set cheaper, unless the
        cost model offers `BoundsCosts`.
        """


@runtime_checkable
class EstimatesSize(Protocol):
    """A cost model that estimates how many members a budget buys. Stopping rules that need a forecast need it."""

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Estimate how many members the budget buys: the paper's l-hat.

        Parameters
        ----------
        pool
            The pool.
        budget
            The budget; may be infinite.
        accuracy
            The distribution fitted to the accuracies of the pool.

        Returns
        -------
        SizeEstimate
            From 1 to ``len(pool)`` members.
        """


@runtime_checkable
class SetsBudget(Protocol):
    """A cost model with a budget of its own, for runs that give none; or an energy, for run files that give none."""

    def own_budget(self) -> float:
        """Return the budget."""


@runtime_checkable
class BoundsCosts(Protocol):
    """A cost model under which a set may cost less than one that it contains.

    Searchers leave out the supersets of a set by this bound instead of by its cost, so that their proofs hold.
    Heuristics that take removals to save money still return feasible sets, but may miss good ones.
    """

    def least_costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return for each set a number that neither its cost nor that of any of its supersets is below.

        Shapes and promises are those of `CostModel.costs`. Adding a member never lowers it.
        """


@attrs.frozen(eq=False)
class Resources:
    """A budget as a list of limits: a set is feasible when its members together exceed none of them.

    Parameters
    ----------
    usage
        Of shape (members, resources), at least 0: the amount of each resource that each member uses.
    limits
        Of shape (resources,): the amount available. Without any resource every set is feasible.
    """

    usage: FloatArray
    limits: FloatArray


@runtime_checkable
class UsesResources(Protocol):
    """A cost model whose budget is a list of limits on sums. SHErLoCk needs it; other searchers are faster with it."""

    def resources(self, pool: Pool, budget: float) -> Resources:
        """Return usage and limits, such that the feasible sets are those that cost at most `budget`."""
