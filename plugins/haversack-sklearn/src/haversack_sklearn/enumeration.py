"""Every panel there is."""

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
    """Look at every panel, the small ones first, so that of equally good panels a smallest one is chosen.

    For pools of a dozen members at most: each further member doubles the work. The empty panel is left out, for it
    cannot vote. What is best is proved, whatever the energy.
    """

    proves_optimality: ClassVar[bool] = True

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Offer all panels and prove that there are no others; nothing is drawn."""
        sets = _all_panels(problem.size)
        for start in range(0, len(sets), _BATCH):
            if not monitor.offer(sets[start : start + _BATCH]):
                return None
        monitor.prove(monitor.best_loss)
        return f"all {len(sets):,} panels were looked at" if len(sets) > 1 else "there is one panel"

    def trace_frontier(self, problem: Problem, monitor: FrontierMonitor) -> None:
        """Do the same for all budgets at once."""
        sets = _all_panels(problem.size)
        for start in range(0, len(sets), _BATCH):
            monitor.offer(sets[start : start + _BATCH])
        monitor.prove(problem.budget)


def _all_panels(size: int) -> Sets:
    numbers = np.arange(1, 2**size)
    sets = ((numbers[:, None] >> np.arange(size)) & 1).astype(np.bool_)
    return sets[np.argsort(sets.sum(axis=1), kind="stable")]
