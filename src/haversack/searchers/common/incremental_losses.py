"""Losses of sets that differ little from a set whose loss is known."""

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

_RESTART_AFTER = 1_000


@attrs.define(eq=False)
class IncrementalLosses:
    """Losses of proposed moves, from an energy that follows walks.

    Sums that are updated many times accumulate rounding errors, so the walks are restarted now and then.

    Parameters
    ----------
    problem
        Whose energy follows the walks.
    sets
        The sets that the walks are at. Changed by the searcher, which then calls `settle`.
    """

    problem: Problem
    sets: Sets
    _walks: Walks = attrs.field(init=False)
    _rows: IntArray = attrs.field(init=False)
    _flips: IntArray = attrs.field(init=False)
    _lengths: IntArray = attrs.field(init=False)
    _count: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._rows = np.arange(len(self.sets))
        self._flips = np.zeros(self.sets.shape, dtype=np.int64)
        self._lengths = np.zeros(len(self.sets), dtype=np.int64)
        self._walks = _follow(self.problem, self.sets)

    @classmethod
    def of(cls, problem: Problem, sets: Sets) -> IncrementalLosses | None:
        """Follow walks that start from these sets, or return None if the energy cannot."""
        return cls(problem, sets) if isinstance(problem.energy, FollowsWalks) else None

    def compute(self, proposed: Sets) -> FloatArray:
        """Return the loss of one proposed set for each walk."""
        kernels.incremental_losses.find_flips(self.sets, proposed, self._flips, self._lengths)
        width = int(self._lengths.max(initial=0))
        return np.asarray(self._walks.losses(self._rows, self._flips[:, :width], self._lengths), dtype=np.float64)

    def settle(self, accepted: Sets) -> bool:
        """Carry out the last proposals where `accepted` is set; return whether the walks were restarted.

        The losses of the walks should then be recomputed, too.
        """
        self._count += 1
        if self._count % _RESTART_AFTER == 0:
            self._walks = _follow(self.problem, self.sets)
            return True
        rows = np.flatnonzero(accepted)
        if rows.size:
            lengths = self._lengths[rows]
            self._walks.flip(rows, self._flips[rows, : int(lengths.max())], lengths)
        return False


def compute_neighbour_losses(problem: Problem, start: Sets, neighbours: Sets) -> FloatArray:
    """Return the losses of sets that all differ little from one set, given as a matrix of one row."""
    if not isinstance(problem.energy, FollowsWalks) or len(neighbours) == 0:
        return problem.losses(neighbours)
    rows, flipped = np.nonzero(neighbours != start)
    lengths = np.bincount(rows, minlength=len(neighbours))
    flips = np.zeros((len(neighbours), int(lengths.max())), dtype=np.int64)
    flips[rows, np.arange(rows.size) - (np.cumsum(lengths) - lengths)[rows]] = flipped
    walks = _follow(problem, start)
    return np.asarray(walks.losses(np.zeros(len(neighbours), dtype=np.int64), flips, lengths), dtype=np.float64)


def _follow(problem: Problem, sets: Sets) -> Walks:
    assert isinstance(problem.energy, FollowsWalks)
    return problem.energy.walks(problem.pool, sets)
