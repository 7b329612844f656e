"""Sets whose members add scores to items; the losses are updated as members join and leave."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.api.notes import Note
    from haversack.api.vote import Vote
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.item_scores import Model, State
    from haversack.pools.pool import Pool


@attrs.frozen(eq=False, repr=False)
class ItemScores:
    """What members add to the numbers of items, and what these make of an item.

    Parameters
    ----------
    model
        As `haversack.kernels.item_scores` takes it.
    """

    model: Model

    def losses(self, sets: Sets) -> FloatArray:
        """Return the weighted mean loss of each set."""
        errors = np.empty(len(sets))
        kernels.item_scores.write_set_errors(self.model, np.ascontiguousarray(sets, dtype=np.bool_), errors)
        return errors

    def item_losses(self, sets: Sets) -> FloatArray:
        """Return the loss of each item, of shape (sets, items)."""
        lost = np.empty((len(sets), self.model[1].shape[1]))
        kernels.item_scores.write_set_losses(self.model, np.ascontiguousarray(sets, dtype=np.bool_), lost)
        return lost

    def walks(self, sets: Sets) -> ItemScoreWalks:
        """Start one walk from each set."""
        start = self.model[1]
        state = np.array(sets, dtype=np.bool_, order="C"), np.empty((len(sets), *start.shape), dtype=start.dtype)
        kernels.item_scores.start_walks(self.model, state)
        return ItemScoreWalks(self.model, state)


@attrs.frozen(eq=False, repr=False)
class ItemScoreWalks:
    """The numbers of each walk.

    Parameters
    ----------
    model
        What members add.
    state
        The walks.
    """

    model: Model
    state: State

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return the loss of the set that each proposal leads to."""
        errors = np.empty(len(rows))
        proposals = rows, np.ascontiguousarray(flips), lengths
        kernels.item_scores.write_proposed_errors(self.model, self.state, proposals, errors)
        return errors

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Carry out proposals."""
        kernels.item_scores.flip_walks(self.model, self.state, (rows, np.ascontiguousarray(flips), lengths))

    def make_moves(
        self,
        moves: Moves,
        positions: Positions,
        proposals: Proposals,
        losses: FloatArray,
        schedule: tuple[FloatArray, bool],
        best_loss: float,
        found: Found,
    ) -> tuple[int, int]:
        """Make many moves in one call."""
        made, noted = kernels.item_scores.make_moves(
            self.model, self.state, moves, positions, proposals, losses, schedule, best_loss, found
        )
        return made, noted


class ScoresItems(ABC):
    """An energy whose members add scores to items; `prepare` computes what they add."""

    @abstractmethod
    def prepare(self, pool: Pool) -> PreparedScores:
        """Return the energy with the scores for this pool."""

    @abstractmethod
    def fit_vote(self, pool: Pool, members: Sequence[int]) -> Vote:
        """Return the vote of these members."""

    @abstractmethod
    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Return the notes on a set."""

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return 1 - q of each set."""
        return self.prepare(pool).losses(pool, sets)

    def item_losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the loss of each item, of shape (sets, items)."""
        return self.prepare(pool).item_losses(pool, sets)

    def walks(self, pool: Pool, sets: Sets) -> ItemScoreWalks:
        """Follow walks; each flipped member takes time proportional to the numbers of items and of scores."""
        return self.prepare(pool).walks(pool, sets)


@attrs.frozen(eq=False)
class PreparedScores:
    """An energy with the scores for a pool.

    Parameters
    ----------
    energy
        The energy.
    model
        What each member adds to the scores of each item.
    """

    energy: ScoresItems
    model: ItemScores = attrs.field(repr=False)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return 1 - q of each set."""
        return self.model.losses(sets)

    def item_losses(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002
        """Return the loss of each item, of shape (sets, items)."""
        return self.model.item_losses(sets)

    def walks(self, pool: Pool, sets: Sets) -> ItemScoreWalks:  # noqa: ARG002
        """Follow walks."""
        return self.model.walks(sets)

    def fit_vote(self, pool: Pool, members: Sequence[int]) -> Vote:
        """Return the vote of these members."""
        return self.energy.fit_vote(pool, members)

    def notes(self, pool: Pool, chosen: Sets) -> tuple[Note, ...]:
        """Return the notes on a set."""
        return self.energy.notes(pool, chosen)
