"""All feasible sets, in batches, without compiled code."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets

_BATCH_CELLS, _BATCH_ROWS = 2**20, 4_096
_MOST_WAITING = 2**20
_SLACK = 1e-12


@attrs.frozen(eq=False)
class _Batch:
    """Sets of one size, as positions in the order of the members.

    Parameters
    ----------
    places
        Of shape (rows, size), rising along each row.
    left
        Of shape (rows, resources): what each set leaves of the limits.
    """

    places: IntArray
    left: FloatArray


class FeasibleSets:
    """The non-empty feasible sets of a problem.

    Supersets of sets that exceed a limit are infeasible, so only the others are extended. Each set is generated once.

    Parameters
    ----------
    problem
        The problem.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        resources = problem.resources()
        self._has_resources = resources is not None
        usage = np.zeros((len(problem.pool), 0)) if resources is None else resources.usage
        limits = np.zeros(0) if resources is None else resources.limits
        members = np.flatnonzero(problem.members_that_fit())
        if usage.shape[1]:
            # The cheapest first: those that still fit are then the ones up to some place.
            members = members[np.argsort(usage[members, 0], kind="stable")]
        self._members, self._usage, self._limits = members, usage[members], limits
        self._rows = max(1, min(_BATCH_ROWS, _BATCH_CELLS // len(problem.pool)))

    def __iter__(self) -> Iterator[Sets]:
        """Yield batches of sets, small sets first unless that takes too much memory.

        Where the budget is not known as a list of limits, some of the sets may be infeasible.
        """
        for batch in self._generate():
            sets = self._to_sets(batch)
            yield sets if self._problem.limits_suffice else sets[self._problem.fits(sets)]

    def is_at_most(self, most: int) -> bool:
        """Return whether there are at most so many sets; where this is expensive to count, False."""
        members = len(self._members)
        if members < most.bit_length():
            return True
        if not self._has_resources or members > most:
            return False
        count = 0
        for batch in self._generate():
            count += len(batch.places)
            if count > most:
                return False
        return True

    def _generate(self) -> Iterator[_Batch]:
        root = _Batch(np.zeros((1, 0), dtype=np.int64), self._limits[None, :])
        waiting, rows = deque([root]), 1
        while waiting:
            # In the order of sizes; the last first, which keeps few waiting, where there are too many.
            parents = waiting.popleft() if rows <= _MOST_WAITING else waiting.pop()
            rows -= len(parents.places)
            for children in self._extend(parents):
                yield children
                waiting.append(children)
                rows += len(children.places)

    def _extend(self, parents: _Batch) -> Iterator[_Batch]:
        """Yield the feasible sets with one further member, behind all others in the order."""
        count = len(self._members)
        first = parents.places[:, -1] + 1 if parents.places.shape[1] else np.zeros(len(parents.places), dtype=np.int64)
        end = np.full(len(first), count)
        if self._usage.shape[1]:
            room = parents.left[:, 0] + _SLACK * self._limits[0]
            end = np.searchsorted(self._usage[:, 0], room, side="right")
        widths = np.maximum(end - first, 0)
        ends = np.cumsum(widths)
        for start in range(0, int(ends[-1]), self._rows):
            numbers = np.arange(start, min(start + self._rows, int(ends[-1])))
            rows = np.searchsorted(ends, numbers, side="right")
            added = first[rows] + numbers - (ends - widths)[rows]
            children = _Batch(
                np.concatenate([parents.places[rows], added[:, None]], axis=1), parents.left[rows] - self._usage[added]
            )
            kept = self._find_feasible(children)
            if kept.any():
                yield _Batch(children.places[kept], children.left[kept])

    def _find_feasible(self, batch: _Batch) -> Sets:
        if not self._has_resources:
            return self._problem.are_limits_kept(self._to_sets(batch))
        # Room for the rounding of differences; their cost is checked when they are evaluated.
        return np.asarray((batch.left >= -_SLACK * self._limits).all(axis=1))

    def _to_sets(self, batch: _Batch) -> Sets:
        sets = np.zeros((len(batch.places), len(self._problem.pool)), dtype=np.bool_)
        np.put_along_axis(sets, self._members[batch.places], True, axis=1)
        return sets
