"""Walks that start from what `sweep` finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import CapabilityError
from haversack.forwarding import ForwardingMonitor
from haversack.needs import find_missing_capabilities
from haversack.searchers.sweep import Sweep

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


class _Recorder(ForwardingMonitor):
    """Records the candidates that it forwards."""

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(monitor)
        self.sets: list[Sets] = []

    def offer(self, sets: Sets, losses: FloatArray | None = None, **counts: Any) -> bool:
        self.sets.append(sets)
        return super().offer(sets, losses, **counts)


def find_sweep_sets(problem: Problem, monitor: Monitor, rng: np.random.Generator) -> Sets | None:
    """Let `sweep` search and return the feasible sets that it offered, the best first, or None if the run is over.

    Raises
    ------
    CapabilityError
        If the energy or the cost model lacks what `sweep` needs.
    """
    missing = find_missing_capabilities(Sweep, problem)
    if missing:
        raise CapabilityError(
            f"searcher 'annealing' cannot start from 'sweep' here: {' and '.join(missing)}; "
            "start = 'random' needs nothing"
        )
    recorder = _Recorder(monitor)
    Sweep().search(problem, recorder, rng)
    if not recorder.going:
        return None
    sets = np.unique(np.concatenate(recorder.sets), axis=0)
    sets = sets[sets.any(axis=1)]
    sets = sets[problem.fits(sets)]
    return sets[np.argsort(problem.losses(sets), kind="stable")]
