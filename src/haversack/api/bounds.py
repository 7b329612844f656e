"""How an energy bounds the losses of many sets at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets


@runtime_checkable
class BoundsLosses(Protocol):
    """An energy that can bound the loss of all feasible sets between two sets.

    The searcher ``branch-and-bound`` turns such bounds into an optimality gap or a proof. An energy whose value is
    submodular needs no method: it promises `haversack.Traits.diminishing_returns`.
    """

    def loss_bounds(self, problem: Problem, required: Sets, allowed: Sets) -> FloatArray:
        """Return for each row a number that no feasible set S with ``required <= S <= allowed`` has a loss below.

        Parameters
        ----------
        problem
            Pool, cost model and budget. A bound may ignore the budget; it is then weaker.
        required, allowed
            Boolean, of shape (rows, len(pool)). Each required set keeps the budget and all
            limits, and is a subset of the allowed one.

        Returns
        -------
        FloatArray
            Of shape (rows,); minus infinity where nothing is known, infinity where no such set is feasible.

        Notes
        -----
        Deterministic. Mutates nothing. The bound of a row does not depend on the other rows.
        """
