"""Energies that count recorded votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from haversack.arrays import FloatArray
    from haversack.pools.pool import Pool


@attrs.frozen(eq=False)
class Ballots:
    """What the members of a pool answered to each item.

    Parameters
    ----------
    answers
        Whole numbers of shape (members, items): 0 for the right answer, 1, 2, ... for the wrong ones of that item, and
        -1 for none.
    weights
        Weight of each item, at least 0; of length 0 if all are the same.
    ties
        How a tie counts in which the right answer is among the most frequent: ``wrong``, or ``coin``, right with
        probability 1/k if k answers tie.
    """

    answers: npt.NDArray[np.signedinteger[Any]]
    weights: FloatArray
    ties: Literal["wrong", "coin"]

    @property
    def is_complete(self) -> bool:
        """Whether every member answered every item, and no item has more than two different answers.

        Then odd sizes suffice: of an even panel some member can be dropped without a loss.
        """
        return bool(self.answers.size and self.answers.min() >= 0 and self.answers.max() <= 1)


@runtime_checkable
class HasBallots(Protocol):
    """An energy whose loss is the share of recorded items that the plurality vote of a set gets wrong.

    An item that no member of the set answered is wrong, and the share is weighted if the items have weights. The
    searcher ``exact-votes`` proves the best set of such an energy.
    """

    def ballots(self, pool: Pool) -> Ballots:
        """Return the answers that are counted, and how. Deterministic; mutates nothing."""
