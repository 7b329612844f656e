"""Enumeration of all panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack import Monitor, Problem, Sets
    from haversack.capabilities import FrontierMonitor

_BATCH = 4_096


@attrs.frozen
class Enumeration:
    """Evaluate every panel, small ones first, so that a smallest of equally good panels is chosen.

    For pools of up to a dozen members: each further member doubles the work. The empty panel cannot vote and is not
    evaluated. The best panel is proved optimal, for any energy.
    """

    proves_optimality: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Offer all panels, then prove the best one optimal; deterministic."""
        sets = _list_panels(len(problem.pool))
        for start in range(0, len(sets), _BATCH):
            if not monitor.offer(sets[start : start + _BATCH]):
                return None
        monitor.prove(monitor.best_loss)
        return f"all {len(sets):,} panels evaluated" if len(sets) > 1 else "the only panel evaluated"

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Do the same for all budgets at once."""
        sets = _list_panels(len(problem.pool))
        for start in range(0, len(sets), _BATCH):
            monitor.offer(sets[start : start + _BATCH])
        monitor.prove(problem.budget)


def _list_panels(size: int) -> Sets:
    numbers = np.arange(1, 2**size)
    sets = ((numbers[:, None] >> np.arange(size)) & 1).astype(np.bool_)
    return sets[np.argsort(sets.sum(axis=1), kind="stable")]
