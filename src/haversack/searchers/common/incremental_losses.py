"""Losses of sets that differ little from where a walk stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.api.incremental import FollowsWalks

if TYPE_CHECKING:
    from haversack.api.incremental import Walks
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets

_RENEW_AFTER = 1_000


@attrs.define(eq=False)
class FollowedWalks:
    """The walks of an energy that follows them, kept beside the sets that a searcher walks through.

    Sums that are brought up to date again and again gather rounding errors, so the walks are started anew now and then.

    Parameters
    ----------
    problem
        Whose energy follows the walks.
    sets
        Where the walks stand. Changed by the searcher, which then calls `settle`.
    """

    problem: Problem
    sets: Sets
    _walks: Walks = attrs.field(init=False)
    _rows: IntArray = attrs.field(init=False)
    _flips: IntArray = attrs.field(init=False)
    _lengths: IntArray = attrs.field(init=False)
    _settled: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._rows = np.arange(len(self.sets))
        self._flips = np.zeros(self.sets.shape, dtype=np.int64)
        self._lengths = np.zeros(len(self.sets), dtype=np.int64)
        self._walks = _started(self.problem, self.sets)

    @classmethod
    def of(cls, problem: Problem, sets: Sets) -> FollowedWalks | None:
        """Follow walks that start from these sets, or return None if the energy cannot."""
        return cls(problem, sets) if isinstance(problem.energy, FollowsWalks) else None

    def losses(self, proposed: Sets) -> FloatArray:
        """Return the loss of one proposed set for each walk."""
        kernels.annealing_state.find_flips(self.sets, proposed, self._flips, self._lengths)
        width = int(self._lengths.max(initial=0))
        return np.asarray(self._walks.losses(self._rows, self._flips[:, :width], self._lengths), dtype=np.float64)

    def settle(self, accepted: Sets) -> bool:
        """Make the last proposals come true where `accepted` says so; returns whether the walks were started anew.

        The losses of the walks are then best computed anew, too.
        """
        self._settled += 1
        if self._settled % _RENEW_AFTER == 0:
            self._walks = _started(self.problem, self.sets)
            return True
        rows = np.flatnonzero(accepted)
        if rows.size:
            lengths = self._lengths[rows]
            self._walks.flip(rows, self._flips[rows, : int(lengths.max())], lengths)
        return False


def neighbour_losses(problem: Problem, start: Sets, neighbours: Sets) -> FloatArray:
    """Return the losses of sets that all differ little from one set, given as a matrix of one row."""
    if not isinstance(problem.energy, FollowsWalks) or len(neighbours) == 0:
        return problem.losses(neighbours)
    rows, flipped = np.nonzero(neighbours != start)
    lengths = np.bincount(rows, minlength=len(neighbours))
    flips = np.zeros((len(neighbours), int(lengths.max())), dtype=np.int64)
    flips[rows, np.arange(rows.size) - (np.cumsum(lengths) - lengths)[rows]] = flipped
    walks = _started(problem, start)
    return np.asarray(walks.losses(np.zeros(len(neighbours), dtype=np.int64), flips, lengths), dtype=np.float64)


def _started(problem: Problem, sets: Sets) -> Walks:
    assert isinstance(problem.energy, FollowsWalks)
    return problem.energy.walks(problem.pool, sets)
