"""Sets that change a few members at a time.

A searcher that goes from set to set changes few members in a step. Where the loss of a set is dear to compute from
nothing and cheap to bring up to date, an energy offers `FollowsWalks`, and searchers use it; the answers are the same
with and without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


class Walks(Protocol):
    """Many walks from set to set, and whatever it takes to know their losses at little cost.

    The working state of one searcher: it is used by one thread at a time. Both methods take proposals, which are about
    some of the walks:

    - ``rows``, of shape (proposals,), holds the number of the walk that each proposal is about;
    - ``flips``, of shape (proposals, width), and ``lengths``, of shape (proposals,), hold what changes: the first
      ``lengths[i]`` entries of row i are distinct members, who join if they are outside and leave if they are inside.
      What stands behind them means nothing.
    """

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return the loss that each proposal leads to.

        The walks stay where they are. Several proposals may be about one walk, and nothing may change at all
        (``lengths[i] == 0``).

        Returns
        -------
        FloatArray
            Of shape (proposals,): what `Energy.losses` gives for these sets, up to rounding.
        """

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Make proposals come true. At most one of them is about any walk; the other walks stay where they are."""


@runtime_checkable
class FollowsWalks(Protocol):
    """An energy that can follow sets as they change, at less cost than evaluating each of them."""

    def walks(self, pool: Pool, sets: Sets) -> Walks:
        """Start one walk from each set.

        Parameters
        ----------
        pool
            The pool that the columns of `sets` stand for.
        sets
            Boolean, of shape (walks, len(pool)). Not to be written to, nor to be kept without a copy.
        """
