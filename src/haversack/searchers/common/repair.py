"""Sets that constraints do not allow, changed until they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.feasibility import UnknownFeasibilityError, find_feasible_set, list_inequalities

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets

_MOST_CELLS = 4_000_000
_LEAST_GAIN = 1e-12
_NOISE = 1e-6


@attrs.frozen(eq=False)
class Repair:
    """Changes sets, one member or group of members at a time, until they are feasible.

    Each change is the one after which limits are exceeded least; of equals, one that adds a good member or drops a bad
    one. Members that belong together change together. A set for which that fails is replaced by a known feasible one.

    Parameters
    ----------
    problem
        The problem.
    units
        For each member, its group: members with one number are all in, or all out.
    usage, limits
        The rows, of groups.
    inside, outside
        Groups that are fixed.
    merits
        What each group is worth, from 0 to 1.
    fallback
        A feasible set, or None if none is known.
    """

    problem: Problem
    units: IntArray
    usage: FloatArray
    limits: FloatArray
    inside: Sets
    outside: Sets
    merits: FloatArray
    fallback: Sets | None

    @classmethod
    def of(cls, problem: Problem) -> Repair:
        """Prepare repairs for a problem."""
        conditions, size = problem.conditions, len(problem.pool)
        units = join_members(problem)
        count = int(units.max()) + 1
        usage, limits, _ = list_inequalities(problem)
        finite = np.isfinite(limits)
        scale = np.maximum(np.abs(usage).max(axis=0, initial=0.0), 1e-300)
        by_unit = np.zeros((count, usage.shape[1]))
        np.add.at(by_unit, units, usage / scale)
        inside, outside = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        inside[units[conditions.inside]] = True
        outside[units[conditions.outside]] = True
        accuracies = np.zeros(size) if problem.pool.accuracies is None else problem.pool.accuracies
        merits = np.bincount(units, accuracies, count) / np.bincount(units, minlength=count)
        try:
            fallback = find_feasible_set(problem)
        except UnknownFeasibilityError:
            fallback = None
        with np.errstate(over="ignore"):
            # A limit beyond the range of numbers, such as 1e300 / 1e-9, is infinite: no set exceeds it.
            shares = (limits / scale)[finite]
        return cls(problem, units, by_unit[:, finite], shares, inside, outside & ~inside, merits, fallback)

    def __call__(self, sets: Sets, rng: np.random.Generator | None = None) -> Sets:
        """Return as many sets, feasible where one is known; ties are broken at random if `rng` is given."""
        fixed = sets.copy()
        rows = max(1, _MOST_CELLS // max(1, self.usage.size))
        for start in range(0, len(sets), rows):
            fixed[start : start + rows] = self._repair(sets[start : start + rows], rng)
        return fixed

    def _repair(self, sets: Sets, rng: np.random.Generator | None) -> Sets:
        count = len(self.merits)
        members = np.zeros((len(sets), count))
        np.add.at(members.T, self.units, sets.T)
        chosen = 2.0 * members >= np.bincount(self.units, minlength=count)
        chosen = (chosen & (members > 0.0) | self.inside) & ~self.outside
        noise = np.zeros((len(sets), count)) if rng is None else rng.random((len(sets), count))
        movable = ~(self.inside | self.outside)
        going = np.arange(len(sets))
        for _ in range(count + 1):
            sums = chosen[going] @ self.usage
            excess = np.maximum(sums - self.limits, 0.0).sum(axis=1)
            is_empty = ~chosen[going].any(axis=1)
            going, sums, excess = (each[(excess > 0.0) | is_empty] for each in (going, sums, excess))
            if not len(going) or not movable.any():
                break
            signs = np.where(chosen[going], -1.0, 1.0)
            changed = np.maximum(sums[:, None, :] + signs[:, :, None] * self.usage - self.limits, 0.0).sum(axis=2)
            # An empty set is not feasible either.
            changed += (signs < 0.0) & (chosen[going].sum(axis=1, keepdims=True) == 1)
            changed[:, ~movable] = np.inf
            ranked = changed - _NOISE * (signs * self.merits + noise[going])
            best = np.argmin(ranked, axis=1)
            improves = changed[np.arange(len(going)), best] < excess + ~chosen[going].any(axis=1) - _LEAST_GAIN
            going, best = going[improves], best[improves]
            chosen[going, best] ^= True
        repaired = chosen[:, self.units]
        failing = ~(self.problem.fits(repaired) & repaired.any(axis=1))
        if self.fallback is not None:
            repaired[failing] = self.fallback
        return np.asarray(repaired)


def join_members(problem: Problem) -> IntArray:
    """Return a number for each member, the same for members that constraints keep together."""
    conditions = problem.conditions
    root = np.arange(len(problem.pool))
    is_equation = (np.abs(conditions.least) < 1e-9) & (np.abs(conditions.most) < 1e-9)
    for row in np.flatnonzero(is_equation):
        column = conditions.usage[:, row]
        pair = np.flatnonzero(column)
        if len(pair) == 2 and column[pair].sum() == 0.0:
            first, second = root[pair]
            root[root == second] = first
    return np.unique(root, return_inverse=True)[1]
