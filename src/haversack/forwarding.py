"""Monitors in front of other monitors, for searchers that wrap other searchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets


class ForwardingMonitor:
    """Forwards everything to another monitor; the base class for searchers that wrap other searchers.

    Parameters
    ----------
    monitor
        The monitor to forward to.
    """

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self.going = True
        """What the monitor last answered."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._monitor.best_loss

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None before the first."""
        return self._monitor.best_set

    @property
    def loss_bound(self) -> float:
        """The strongest proved bound on the loss of every feasible set; minus infinity before the first."""
        return self._monitor.loss_bound

    @property
    def seconds_left(self) -> float:
        """How many seconds the stopping rule allows at most from now on."""
        return self._monitor.seconds_left

    @property
    def steps_left(self) -> float:
        """How many steps the stopping rule allows at most from now on."""
        return self._monitor.steps_left

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
        loss_bound: float | None = None,
    ) -> bool:
        """Forward candidates. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.offer(
            sets, losses, steps=steps, at=at, evaluations=evaluations, loss_bound=loss_bound
        )
        return self.going

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Forward a bound. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.prove(loss, gap=gap)
        return self.going
