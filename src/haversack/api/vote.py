"""How a panel decides: from the answers of its members to a verdict on each item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


@runtime_checkable
class Vote(Protocol):
    """A way of deciding by the answers of a fixed panel.

    Frozen, and free of the pool it was fitted to: it can be used on any answers of the same members.
    """

    @property
    def ties(self) -> Literal["wrong", "coin"]:
        """How a tie counts in which the right label has one of the highest scores; see `PluralityVote`."""

    def scores(self, answers: IntArray) -> FloatArray:
        """Return how much speaks for each label.

        Parameters
        ----------
        answers
            Of shape (items, members of the panel): the position of each answer among the labels of the pool that the
            vote was fitted to, -1 where there is none.

        Returns
        -------
        FloatArray
            Of shape (items, labels). The label with the highest score is the verdict; equal scores are a tie. An item
            that no member answered has no verdict, whatever its scores are.

        Notes
        -----
        Deterministic. Mutates nothing. The scores of an item do not depend on the other items.
        """


@runtime_checkable
class FitsVote(Protocol):
    """An energy that says how the panels it is asked about decide.

    It makes an accuracy on items that had no part in the choice possible (`Selection.expected`), and verdicts on new
    items (`Selection.decide`).
    """

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> Vote:
        """Return the vote of these members, fitted to the recorded votes of the pool where it learns from them.

        Parameters
        ----------
        pool
            A pool with recorded votes, which may be a sample of the items of another.
        members
            Indices of the panel; the columns of the answers that the vote is used on.
        """


@runtime_checkable
class ExtendsLabels(Protocol):
    """A vote that can decide for labels that the pool does not have, such as a vote by the most frequent answer."""

    def extend(self, labels: int) -> Vote:
        """Return the vote with so many labels, of which the first are those of the pool."""


@runtime_checkable
class HasProbabilities(Protocol):
    """A vote that says how probable each label is."""

    def probabilities(self, answers: IntArray) -> FloatArray:
        """Return the probability of each label to be the right one, of the shape of the scores; rows add up to 1."""


@runtime_checkable
class HasItemLosses(Protocol):
    """An energy whose loss is the mean of losses of recorded items, by the item weights of the pool.

    Without it, the loss of an item is whether the vote of `FitsVote` is wrong on it. Differences between two panels
    and their standard errors are computed from these: the stopping rule ``noise`` and the option ``frugal`` do so.
    """

    def item_losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the loss of each item for each set, of shape (rows, items); see `Energy.losses` for `sets`."""
