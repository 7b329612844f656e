"""SHErLoCk: stochastic search for ensemble creation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack.api.cost import MemberCosts
from haversack.api.energy import CopiesLosses
from haversack.searchers.blocks import block_rows, streams
from haversack.searchers.efficiency import EfficiencyTable
from haversack.searchers.prefixes import offer_prefixes

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor


@attrs.frozen
class Sherlock:
    """Build sets member by member, each member drawn with probability proportional to its efficiency.

    The efficiency of a member is the value of a panel made of as many copies of it as what is left of the budget
    buys. One search step builds one set, until no member fits; the sets it passes through are candidates too.
    Without a budget every member counts as one unit and the pool's size as the budget.

    References ---------- Hajdu, Terdik, Tiba, Tomán, Algorithm 1. Its misprints are mended: efficiencies sum over
    majorities, a member that fits exactly is taken, and the probabilities are computed anew for every draw.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CopiesLosses,)
    cost_needs: ClassVar[tuple[type, ...]] = (MemberCosts,)

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Draw sets in blocks until the monitor says stop."""
        table = EfficiencyTable.of(problem, *_costs_and_limit(problem))
        rows = block_rows(problem.size)
        for stream in streams(rng):
            orders, lengths = table.draw(stream, rows)
            if not offer_prefixes(problem, monitor, orders, lengths):
                break
        return None


def _costs_and_limit(problem: Problem) -> tuple[FloatArray, float]:
    cost_model = problem.cost_model
    assert isinstance(cost_model, MemberCosts)
    costs = cost_model.member_costs(problem.pool)
    if math.isinf(problem.limit) or not costs.any():
        return np.ones(problem.size), float(problem.size)
    # A member for nothing could be bought without end; let a thousand million million do.
    return np.maximum(costs, problem.limit * 1e-15), problem.limit
