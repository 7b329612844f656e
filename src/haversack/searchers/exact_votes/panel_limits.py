"""What a panel may use, what it must have, and who may join it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.feasibility import list_inequalities

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets


@attrs.frozen(eq=False)
class PanelLimits:
    """Rows that a panel must keep: the sum over its members is at most the limit.

    Parameters
    ----------
    usage, limits
        By member and row, and by row: rows in which no member adds less than 0. A panel that exceeds one of them
        cannot be extended to one that does not.
    demands, demand_limits
        Rows in which some members add less than 0: further members may bring the sum down to the limit.
    inside
        The members that every panel has.
    fitting
        Whether a member may join them.
    """

    usage: FloatArray
    limits: FloatArray
    demands: FloatArray
    demand_limits: FloatArray
    inside: Sets
    fitting: Sets

    @classmethod
    def of(cls, problem: Problem) -> PanelLimits:
        """Return the limits of a problem whose constraints are linear and whose budget is a list of limits."""
        conditions = problem.conditions
        if conditions.has_demands:
            rows, most, _ = list_inequalities(problem, with_fixed=False)
            only_limits = (rows >= 0.0).all(axis=0)
            usage, limits = rows[:, only_limits], most[only_limits]
            demands, demand_limits = rows[:, ~only_limits], most[~only_limits]
        else:
            resources = problem.resources()
            assert resources is not None
            usage, limits = resources.usage, resources.limits
            demands, demand_limits = np.zeros((len(usage), 0)), np.zeros(0)
        inside = conditions.inside
        left = limits - inside @ usage
        fitting = (usage <= left).all(axis=1) & ~inside & ~conditions.outside
        return cls(
            np.ascontiguousarray(usage, dtype=np.float64),
            np.asarray(limits, dtype=np.float64),
            np.ascontiguousarray(demands),
            demand_limits,
            inside,
            np.asarray(fitting & (left >= 0.0).all() & ~(inside & conditions.outside).any()),
        )

    @property
    def left(self) -> FloatArray:
        """What the members that every panel has leave of the limits."""
        return np.asarray(self.limits - self.inside @ self.usage)

    @property
    def spare(self) -> FloatArray:
        """By how much these members stay below the limits of the demands; negative where something is lacking."""
        return np.asarray(self.demand_limits - self.inside @ self.demands)
