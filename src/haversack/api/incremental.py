"""Sets that change a few members at a time.

A searcher that walks from set to set changes few members in a step. Where the loss of a set is expensive to compute
from scratch and cheap to update, an energy offers `FollowsWalks`, and searchers use it; the answers are the same with
and without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


class Walks(Protocol):
    """Many walks from set to set, with the state that makes their losses cheap to compute.

    The working state of one searcher: it is used by one thread at a time. Both methods take proposals, which are about
    some of the walks:

    - ``rows``, of shape (proposals,), holds the number of the walk that each proposal is about;
    - ``flips``, of shape (proposals, width), and ``lengths``, of shape (proposals,), hold what changes: the first
      ``lengths[i]`` entries of row i are distinct members, which join if they are outside and leave if they are
      inside. The entries behind them are ignored.
    """

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return the loss that each proposal leads to.

        The walks do not move. Several proposals may be about one walk, and a proposal may change nothing
        (``lengths[i] == 0``).

        Returns
        -------
        FloatArray
            Of shape (proposals,): what `Energy.losses` gives for these sets, up to rounding.
        """

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Carry out proposals, at most one per walk; the other walks do not move."""


@runtime_checkable
class FollowsWalks(Protocol):
    """An energy that updates the losses of sets as they change, faster than evaluating each of them."""

    def walks(self, pool: Pool, sets: Sets) -> Walks:
        """Start one walk from each set.

        Parameters
        ----------
        pool
            The pool; its members are the columns of `sets`.
        sets
            Boolean, of shape (walks, len(pool)). Must not be written to, nor kept without a copy.
        """
