"""How good a set is.

Only `Energy` is required. The other protocols are optional capabilities of one method each; other parts find out with
``isinstance``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.traits import Traits
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


@runtime_checkable
class Energy(Protocol):
    """The loss of a set, to be minimised.

    For an energy that is the probability q of being right, the loss is the error 1 - q, computed directly so that 1e-20
    and 1e-22 differ, and the value shown is q: larger is better. An energy whose loss is not an error probability
    says how to show it with `ShowsValue`.
    """

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the loss of each set.

        Parameters
        ----------
        pool
            The pool; its members are the columns of `sets`.
        sets
            Boolean, of shape (rows, len(pool)); there may be no rows, and a row may be empty.

        Returns
        -------
        FloatArray
            Of shape (rows,), finite; smaller is better. The loss of the empty set is 1 for a probability.

        Notes
        -----
        Deterministic. Mutates nothing; `sets` may be read-only and lie in memory in any order. A row's loss does not
        depend on the other rows. Several threads may call it at once.
        """


@runtime_checkable
class ShowsValue(Protocol):
    """An energy whose loss is not an error probability: `value` says how to show it; a selection's error is None."""

    def value(self, loss: float) -> float:
        """Return the value shown for a loss; larger is better, for example ``-loss``."""


@runtime_checkable
class BringsPool(Protocol):
    """An energy that provides the pool, for run files without one.

    If it also offers `haversack.capabilities.SetsBudget`, that is the budget of a run file without one.
    """

    def own_pool(self) -> Pool:
        """Return the pool."""


@runtime_checkable
class ChoosesEnergy(Protocol):
    """An energy that stands for one of several others; a run uses the chosen one and records it.

    Where several are offered, the run chooses panels by each on a part of the items, and takes the energy whose panels
    are right more often on the other items, by the vote of `haversack.capabilities.FitsVote`.
    """

    def offer_energies(self, pool: Pool) -> Sequence[Energy]:
        """Return the energies to choose from for this pool, at least one; the first wins where none is better."""


@runtime_checkable
class CopiesLosses(Protocol):
    """An energy that can compute the loss of a panel of copies of one member. SHErLoCk needs it."""

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return, for each pair of a member and a number of copies, the loss of that many copies of that member.

        `members`, `copies` and the result have the same shape. Zero copies are the empty set.
        """


@runtime_checkable
class PrefixLosses(Protocol):
    """An energy that evaluates sets as they grow faster than one by one."""

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return the loss of every prefix of every order.

        Parameters
        ----------
        pool
            The pool.
        orders
            Of shape (rows, width); row i holds ``lengths[i]`` distinct members, in the order in which they join.
        lengths
            Of shape (rows,), each from 0 to width.

        Returns
        -------
        FloatArray
            Of shape (rows, width): entry (i, s) is the loss of the first s + 1 members of row i. Entries beyond a row's
            length, and sizes that the energy's traits rule out, hold infinity.
        """


@runtime_checkable
class HasTraits(Protocol):
    """An energy that promises properties which searchers can use."""

    @property
    def traits(self) -> Traits:
        """The properties that hold on every pool."""


@runtime_checkable
class CountsVotes(Protocol):
    """An energy that depends only on the number of right votes: loss = sum_k w(l, k) P(k of l members are right).

    Members are right independently of each other, each with its accuracy. The exact search needs it.
    """

    def error_weights(self, size: int) -> FloatArray:
        """Return w(size, 0), ..., w(size, size), none of which exceeds the one before it."""


@attrs.frozen
class Moments:
    """Mean and spread of an energy that is a probability, over random members.

    Parameters
    ----------
    mean_error
        Mean of 1 - q.
    standard_deviation
        Of q, which is also that of 1 - q. Not the variance: for small errors that would underflow.
    """

    mean_error: float
    standard_deviation: float


@runtime_checkable
class HasMoments(Protocol):
    """An energy that can compute its mean and variance over random members; otherwise they are sampled."""

    def moments(self, size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
        """Return the moments for `size` members whose accuracies are independent draws with that mean and variance."""
