"""How good a set is.

Only `Energy` is needed. The other protocols are capabilities: each has one method, and whoever wants it asks with
``isinstance``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from haversack.api.traits import Traits
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


@runtime_checkable
class Energy(Protocol):
    """The loss of a set, to be made as small as possible.

    For an energy that is the probability q of being right, the loss is the error 1 - q, computed directly so that 1e-20
    and 1e-22 differ, and the value shown is q: larger is better. An energy whose loss is no error probability says how
    to show it with `ShowsValue`.
    """

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the loss of each set.

        Parameters
        ----------
        pool
            The pool that the columns of `sets` stand for.
        sets
            Boolean, of shape (rows, len(pool)); rows may be zero in number, and a row may be empty.

        Returns
        -------
        FloatArray
            Of shape (rows,), finite; smaller is better. The empty set has a loss too: 1 for a probability.

        Notes
        -----
        Deterministic. Mutates nothing; `sets` may be read-only and lie in memory in any order. A row's loss does not
        depend on the other rows. Several threads may ask at once.
        """


@runtime_checkable
class ShowsValue(Protocol):
    """An energy whose loss is no error probability: `value` tells how to show it, and a selection's error is None."""

    def value(self, loss: float) -> float:
        """Return what to show for a loss; larger is better, for example ``-loss``."""


@runtime_checkable
class BringsPool(Protocol):
    """An energy that knows what there is to choose from, for run files without a pool.

    If it also offers `haversack.capabilities.SetsBudget`, that is the budget of a run file without one.
    """

    def own_pool(self) -> Pool:
        """Return the pool."""


@runtime_checkable
class CopiesLosses(Protocol):
    """An energy that knows the loss of a panel made of copies of one member. SHErLoCk needs it."""

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return, for each pair of a member and a number of copies, the loss of that many copies of that member.

        `members` and `copies` have one shape, which is the result's. No copies at all is the empty set.
        """


@runtime_checkable
class PrefixLosses(Protocol):
    """An energy that can follow sets as they grow at less cost than evaluating each of them."""

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return the loss of every beginning of every order.

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
    """An energy that promises something about itself."""

    @property
    def traits(self) -> Traits:
        """What holds on every pool."""


@runtime_checkable
class CountsVotes(Protocol):
    """An energy that depends on the number of right votes alone: loss = sum_k w(l, k) P(k of l members are right).

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
    """An energy that knows its mean and variance over random members. Without it they are estimated by sampling."""

    def moments(self, size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
        """Return the moments for `size` members whose accuracies are independent draws with that mean and variance."""
