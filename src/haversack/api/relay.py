"""A monitor between a searcher and its monitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.api.arrays import FloatArray, IntArray, Sets
    from haversack.api.searcher import Monitor


class MonitorRelay:
    """Hands everything on, for those who let another searcher search and want to listen in to build upon.

    Parameters
    ----------
    monitor
        To whom.
    """

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self.going = True
        """What the monitor last said."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""
        return self._monitor.best_loss

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, or None before the first."""
        return self._monitor.best_set

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
    ) -> bool:
        """Hand candidates on. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.offer(sets, losses, steps=steps, at=at, evaluations=evaluations)
        return self.going

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Hand a bound on. See `haversack.api.searcher.Monitor`."""
        self.going = self._monitor.prove(loss, gap=gap)
        return self.going
