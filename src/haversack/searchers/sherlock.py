"""SHErLoCk: stochastic search for ensemble creation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.energy import CopiesLosses
from haversack.searchers.common.efficiency import EfficiencyTable
from haversack.searchers.common.parts import offer_in_parts
from haversack.searchers.common.prefixes import build_prefix_sets, compute_prefix_losses, offer_prefixes
from haversack.searchers.common.repair import Repair
from haversack.searchers.common.workers import MOST_WORKERS, Workers, count_block_rows, spawn_streams
from haversack.validators import to_whole, whole

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray

_REPAIRED_AT_ONCE = 64


@attrs.frozen
class Sherlock:
    """Build sets member by member, each member drawn with probability proportional to its efficiency.

    The efficiency of a member is the value of a panel made of as many copies of it as what is left of the budget
    buys. One search step builds one set, until no member fits; the sets it passes through are candidates too.
    Without a budget every member counts as one unit and the pool's size as the budget. Where a constraint demands
    something, such as a size, one prefix of each set, of random length, is repaired to meet it.

    Parameters
    ----------
    workers
        Threads. Their number changes the speed and never the answer.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, Algorithm 1. Misprints are corrected: efficiencies sum over majorities, a member
    that fits exactly is taken, and the probabilities are recomputed for every draw.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CopiesLosses,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)

    workers: int = attrs.field(default=1, converter=to_whole, validator=whole(1, MOST_WORKERS))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Draw sets in blocks until the monitor says stop."""
        resources = problem.resources()
        assert resources is not None
        rows = count_block_rows(len(problem.pool))

        def is_over() -> bool:
            return monitor.seconds_left <= 0.0

        if problem.conditions.has_demands:
            return self._search_repaired(problem, monitor, rng)
        table = EfficiencyTable.of(problem, resources, is_over=is_over)

        def block(stream: np.random.Generator) -> tuple[IntArray, FloatArray]:
            assert table is not None
            orders, lengths = table.draw(stream, rows, is_over)
            # In a pool of thousands one set takes long; when time runs out, what has been drawn of it counts.
            begun = max(1, int(np.count_nonzero(lengths)))
            orders, lengths = orders[:begun, : lengths.max()], lengths[:begun]
            return orders, compute_prefix_losses(problem, orders, lengths, is_over)

        if table is None:
            monitor.prove(-math.inf)
            return None
        with Workers(self.workers) as workers:
            for orders, losses in workers.run_in_order(block, spawn_streams(rng)):
                if not offer_prefixes(problem, monitor, orders, losses):
                    break
        return None

    def _search_repaired(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Draw sets within the limits, and repair those that lack what a constraint demands."""
        resources = problem.resources()
        assert resources is not None
        table = EfficiencyTable.of(problem, resources, is_over=lambda: monitor.seconds_left <= 0.0)
        if table is None:
            monitor.prove(-math.inf)
            return None
        repair, members = Repair.of(problem), len(problem.pool)
        rows = max(1, min(_REPAIRED_AT_ONCE, count_block_rows(members)))
        for stream in spawn_streams(rng):
            orders, lengths = table.draw(stream, rows)
            # A random length of each, so that smaller sets come up too.
            lengths = np.maximum(1, np.ceil(lengths * stream.random(rows))).astype(np.int64)
            sets = repair(build_prefix_sets(orders, np.arange(rows), lengths, members), stream)
            if not offer_in_parts(problem, monitor, sets):
                break
        return None
