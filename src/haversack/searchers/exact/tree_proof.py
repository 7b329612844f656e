"""The tree of all panels, size by size, as a second program searches it: here in floats, to see how large it is.

At a fixed size every row is a budget, whatever the signs of its usage: one number more for each member changes nothing.
So the accuracies of a panel are bounded by rank in every row, and a member that is as accurate as another and uses no
more in any row is never left out in favour of it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import CountsVotes
from haversack.errors import CertificateError
from haversack.feasibility import list_inequalities

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray

_MOST_MEMBERS = 5_000
MOST_NODES = 50_000
"""More would take the checker, which is plain Python, longer than about a minute."""
MOST_WORK = 1_000_000_000
"""Additions, at all nodes: some seconds here, and up to a minute for the checker."""


def write_tree_proof(problem: Problem, bound: Fraction) -> dict[str, Any]:
    """Return the proof, which is the name of the method: the checker searches the tree again.

    Raises
    ------
    CertificateError
        If the tree is too large for that.
    """
    if len(problem.pool) > _MOST_MEMBERS:
        raise CertificateError(f"certificate: the tree of panels by size is written for up to {_MOST_MEMBERS} members")
    tree = _PanelTree(problem, float(bound))
    conditions = problem.conditions
    fixed = int(conditions.inside.sum())
    only_odd = problem.traits.plain_majority and problem.traits.odd_sizes_suffice
    for size in range(max(1, fixed), len(problem.pool) - int(conditions.outside.sum()) + 1):
        if size % 2 or not only_odd:
            tree.search(size, size - fixed)
            if tree.is_too_large:
                excess = f"{MOST_NODES:,} nodes" if tree.nodes > MOST_NODES else f"{MOST_WORK:,} additions"
                raise CertificateError(
                    f"certificate: the tree of panels by size has more than {excess}, too many to be checked by plain "
                    "Python"
                )
    return {"method": "tree"}


class _PanelTree:
    def __init__(self, problem: Problem, target: float) -> None:
        usage, limits, _ = list_inequalities(problem, with_fixed=False)
        accuracies, conditions = problem.pool.require_accuracies(), problem.conditions
        assert isinstance(problem.energy, CountsVotes)
        self._energy, self._target = problem.energy, target
        self.nodes, self.work = 0, 0
        finite = np.isfinite(limits)
        usage, limits = usage[:, finite], limits[finite]
        order = np.lexsort((*usage.T[::-1], -accuracies))
        self._order = order[~(conditions.inside | conditions.outside)[order]]
        free = usage[self._order]
        self._accuracies = accuracies[self._order].tolist()
        self._usage = free.T.tolist()
        self._limits = tuple((limits - conditions.inside @ usage).tolist())
        self._free, self._dominated = free, dict[int, int]()
        self._votes = [1.0]
        for accuracy in accuracies[conditions.inside].tolist():
            self._votes = _join(self._votes, accuracy)

    @property
    def is_too_large(self) -> bool:
        """Whether it would take the checker too long."""
        return self.nodes > MOST_NODES or self.work > MOST_WORK

    def search(self, size: int, places: int) -> None:
        """Close every branch with an error of at least the target, until there are too many nodes."""
        weights: FloatArray | None = None
        stack = [(places, self._votes, self._limits, 0, 0)]
        while stack and not self.is_too_large:
            places, votes, left, start, excluded = stack.pop()
            self.nodes += 1
            candidates = [i for i in range(start, len(self._order)) if not excluded >> i & 1]
            self.work += len(candidates) * (10 + places * len(left))
            best = self._find_best(candidates, places, left)
            if best is None:
                continue
            self.work += 10 * places * size
            if weights is None:
                weights = np.trim_zeros(self._energy.error_weights(size), "b")
            joined = votes
            for place in best:
                joined = _join(joined, self._accuracies[place])[: len(weights)]
            if not best or sum(map(float.__mul__, weights.tolist(), joined)) >= self._target:
                continue
            first, votes = candidates[0], votes[: len(weights)]
            rest = tuple(limit - row[first] for limit, row in zip(left, self._usage, strict=True))
            stack.append((places, votes, left, first + 1, excluded | self._find_dominated(first)))
            stack.append((places - 1, _join(votes, self._accuracies[first]), rest, first + 1, excluded))

    def _find_dominated(self, place: int) -> int:
        """Return, as bits, the later members that use at least as much in every row."""
        if place not in self._dominated:
            later = (self._free[place] <= self._free).all(axis=1)
            later[: place + 1] = False
            self._dominated[place] = int.from_bytes(np.packbits(later, bitorder="little").tobytes(), "little")
        return self._dominated[place]

    def _find_best(self, candidates: list[int], places: int, left: Sequence[float]) -> list[int] | None:
        if places > len(candidates):
            return None
        best = list(range(places))
        for row, limit in zip(self._usage, left, strict=True):
            earliest = _find_earliest([row[i] for i in candidates], places, limit)
            if earliest is None:
                return None
            best = list(map(max, best, earliest))
        return [candidates[place] for place in best]


def _join(votes: list[float], accuracy: float) -> list[float]:
    """Return the distribution of right votes after a member joins."""
    return [
        accuracy * fewer + (1.0 - accuracy) * same for fewer, same in zip([0.0, *votes], [*votes, 0.0], strict=True)
    ]


def _find_earliest(costs: list[float], places: int, limit: float) -> list[int] | None:
    """Return the earliest place that the first, second, ... of so many can have; None if none fit.

    So many with j of the first members cost least if these j are the cheapest there, and the others the cheapest of the
    rest. In j that is convex, and least at the number that the cheapest of all have there.
    """
    earlier: list[float] = []
    later = sorted(costs)
    if sum(later[:places]) > limit:
        return None
    cheapest = set(sorted(range(len(costs)), key=costs.__getitem__)[:places])
    earliest: list[int] = []
    inside = 0
    for place, cost in enumerate(costs):
        if len(earliest) == places:
            break
        insort(earlier, cost)
        del later[bisect_left(later, cost)]
        inside += place in cheapest
        possible = max(inside, len(earliest))
        while possible < min(places, len(earlier)):
            if sum(earlier[: possible + 1]) + sum(later[: places - possible - 1]) > limit:
                break
            possible += 1
        earliest += [place] * (possible - len(earliest))
    return earliest
