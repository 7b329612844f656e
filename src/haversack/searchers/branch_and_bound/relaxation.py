"""The budget as one limit on a sum, and the most that additive gains can reach within it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets


@attrs.frozen(eq=False)
class Relaxation:
    """A limit that every feasible set keeps; sets that keep it need not be feasible.

    Parameters
    ----------
    costs
        Of shape (members,), at least 0.
    limit
        No feasible set has a larger sum of costs.
    """

    costs: FloatArray
    limit: float

    def fill(self, costs: FloatArray, left: FloatArray) -> FloatArray:
        """Return the share of each member that fits, the first members first, at most one of them in part.

        Parameters
        ----------
        costs
            Costs of members in some order, of shape (rows, members).
        left
            What is left of the limit, of shape (rows,).
        """
        room = left[:, None] - (np.cumsum(costs, axis=1) - costs)
        # No room for a share of less than nothing; what costs nothing fits.
        return np.clip(np.where(costs > 0.0, room, 1.0) / np.where(costs > 0.0, costs, 1.0), 0.0, 1.0)


def sort_by_rate(gains: FloatArray, costs: FloatArray) -> IntArray:
    """Return the places of gains above 0, the best gain per cost first, and of equal ones the first."""
    places = np.flatnonzero(gains > 0.0)
    with np.errstate(divide="ignore", over="ignore"):
        rates = gains[places] / costs[places]
    return places[np.argsort(-rates, kind="stable")]


def list_relaxations(problem: Problem) -> list[Relaxation]:
    """Return the limits of a problem: one per resource and, if there are several, their sum first.

    Without limits on sums, one that limits nothing.
    """
    resources = problem.resources()
    members = len(problem.pool)
    if resources is None:
        return [Relaxation(np.zeros(members), 0.0)]
    bounding = np.isfinite(resources.limits) & (resources.limits > 0.0)
    usage, limits = resources.usage[:, bounding], resources.limits[bounding]
    # Members that exceed a limit alone are in no feasible set; their usage would only make numbers infinite.
    usage = np.minimum(usage, 2.0 * limits)
    single = [Relaxation(np.ascontiguousarray(usage[:, place]), float(limit)) for place, limit in enumerate(limits)]
    if not single:
        return [Relaxation(np.zeros(members), 0.0)]
    total = [Relaxation((usage / limits).sum(axis=1), float(len(limits)))] if len(single) > 1 else []
    return total + single


def bound_additive_gains(
    relaxation: Relaxation, gains: FloatArray, order: IntArray, sets: Sets, left: FloatArray
) -> FloatArray:
    """Return for each set of candidates the most that gains can add up to within what is left of the limit.

    Parameters
    ----------
    relaxation
        The limit.
    gains
        Of shape (members,).
    order
        The members with a gain above 0, the best gain per cost first.
    sets
        Candidates, of shape (rows, members).
    left
        What is left, of shape (rows,).
    """
    candidates = sets[:, order]
    shares = relaxation.fill(candidates * relaxation.costs[order], left)
    return np.asarray((shares * candidates) @ gains[order])
