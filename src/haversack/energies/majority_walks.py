"""Walks whose majority votes are updated."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.majority_walks import Flips
    from haversack.kernels.vote_state import WalkState


@attrs.frozen(eq=False)
class MajorityWalks:
    """The distributions of right votes of panels that change a few members at a time.

    Losses agree with those of `MajorityVote.losses` up to 1e-9 of themselves, also after any number of flips.

    Parameters
    ----------
    accuracies
        Of the pool.
    tie_error
        The error of a tie.
    state
        The walks.
    """

    accuracies: FloatArray
    tie_error: float
    state: WalkState

    @classmethod
    def of(cls, accuracies: FloatArray, tie_error: float, sets: Sets) -> MajorityWalks:
        """Start one walk from each set."""
        walks, members = sets.shape
        # As wide as the window of the votes can be: a variance is at most a quarter of the number of members.
        width = min(members + 6, math.ceil(2.0 * (math.sqrt(18.5 * members) + 27.0 + 0.25 * math.sqrt(members))) + 3)
        state = kernels.vote_state.WalkState(
            sets=np.array(sets, dtype=np.bool_, order="C"),
            sizes=np.zeros(walks, dtype=np.int64),
            certain=np.zeros(walks, dtype=np.int64),
            usable=np.zeros(walks, dtype=np.bool_),
            windows=np.zeros((walks, 3), dtype=np.int64),
            tails=np.zeros((walks, width)),
            numbers=np.zeros((walks, 8)),
            noise=np.zeros((walks, kernels.vote_state.FREQUENCIES)),
        )
        started = cls(accuracies, tie_error, kernels.jit.plain(state))
        kernels.majority_walks.start_walks(accuracies, started.state)
        return started

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return the error that each proposal leads to."""
        errors = np.empty(len(rows))
        kernels.majority_walks.evaluate_walks(
            self.accuracies, self.state, self.tie_error, _collect_flips(rows, flips, lengths), errors
        )
        return errors

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Carry out proposals."""
        kernels.majority_walks.flip_walks(self.accuracies, self.state, _collect_flips(rows, flips, lengths))

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
        made, noted = kernels.majority_walks.make_moves(
            self.accuracies, self.state, self.tie_error, moves, positions, proposals, losses, schedule, best_loss, found
        )
        return made, noted


def _collect_flips(rows: IntArray, flips: IntArray, lengths: IntArray) -> Flips:
    return kernels.jit.plain(kernels.majority_walks.Flips(rows, np.ascontiguousarray(flips), lengths))
