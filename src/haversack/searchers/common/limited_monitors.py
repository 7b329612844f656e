"""Monitors that end a search after a number of steps, whatever the stopping rule says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.forwarding import ForwardingMonitor

if TYPE_CHECKING:
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


class StepLimit(ForwardingMonitor):
    """Lets a search make so many steps.

    Parameters
    ----------
    monitor
        The monitor to forward to.
    steps
        How many.
    """

    def __init__(self, monitor: Monitor, steps: int) -> None:
        super().__init__(monitor)
        self._left = steps

    @property
    def is_used_up(self) -> bool:
        """Whether all steps were made and the run goes on."""
        return self._left <= 0 and self.going

    def offer(self, sets: Sets, losses: FloatArray | None = None, *, steps: int | None = None, **counts: Any) -> bool:
        """Forward candidates; returns whether to go on."""
        going = super().offer(sets, losses, steps=steps, **counts)
        self._count_steps(len(sets) if steps is None else steps)
        return going and self._left > 0

    def _count_steps(self, steps: int) -> None:
        self._left -= steps


class Patience(StepLimit):
    """Lets a search make so many steps without a better set.

    Parameters
    ----------
    monitor
        The monitor to forward to.
    steps
        How many.
    """

    def __init__(self, monitor: Monitor, steps: int) -> None:
        super().__init__(monitor, steps)
        self._patience, self._best_loss = steps, monitor.best_loss

    def _count_steps(self, steps: int) -> None:
        if self.best_loss < self._best_loss:
            self._best_loss, self._left = self.best_loss, self._patience
        else:
            super()._count_steps(steps)
