"""The monitor of a run whose losses are noisy."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.noise import count_repeats
from haversack.monitor import RunMonitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.arrays import FloatArray, Sets


_FEWEST = 2


@attrs.frozen
class LossEstimate:
    """The mean of several evaluations of one set.

    Parameters
    ----------
    mean
        Their mean.
    standard_error
        Of that mean.
    repeats
        Their number.
    """

    mean: float
    standard_error: float
    repeats: int

    @classmethod
    def of(cls, losses: FloatArray) -> LossEstimate:
        """Return the mean of at least two losses."""
        return cls(float(losses.mean()), float(losses.std(ddof=1)) / math.sqrt(losses.size), int(losses.size))


class NoisyMonitor(RunMonitor):
    """Evaluates a claimed best set several times before it replaces the incumbent.

    The evaluation that made the claim does not count: it was the luckiest of many. A set whose mean stays below that of
    the incumbent lets the incumbent be evaluated as often again, and then the lower mean wins. Parameters are those of
    `RunMonitor`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._repeats = count_repeats(self._problem.energy)
        self._incumbent_losses = np.zeros(0)

    def prove(self, loss: float, *, gap: float | None = None) -> bool:  # noqa: ARG002 - the interface's signature
        """Return whether to go on; nothing can be proved from noisy losses."""
        return super().prove(-math.inf)

    def _improvements(self, sets: Sets, losses: FloatArray | None) -> Iterator[tuple[int, float, float]]:
        """Yield row, mean loss and cost of each candidate that replaces the incumbent."""
        rows = np.arange(len(sets)) if losses is None else np.flatnonzero(losses < self._best.loss)
        rows = rows[self._problem.fits(sets[rows])]
        claims = self._problem.losses(sets[rows]) if losses is None else losses[rows]
        for row, claim in zip(rows.tolist(), claims.tolist(), strict=True):
            if claim < self._best.loss and not self._is_incumbent(sets[row]):
                found = self._challenge(sets[row])
                if found is not None:
                    self._incumbent_losses = found
                    yield row, float(found.mean()), float(self._problem.costs(sets[row : row + 1])[0])

    def _is_incumbent(self, row: Sets) -> bool:
        return self._best.row is not None and bool((row == self._best.row).all())

    def _challenge(self, row: Sets) -> FloatArray | None:
        """Return the losses of a set, evaluated again, if their mean is below that of the incumbent."""
        losses = np.zeros(0)
        while losses.size < self._repeats:
            # Few at first: most claims are luck, and show it soon.
            more = min(max(1, losses.size), self._repeats - losses.size)
            losses = np.append(losses, self._draw(row, more))
            if losses.mean() >= self._best.loss:
                return None
        if self._best.row is not None:
            again = np.append(self._incumbent_losses, self._draw(self._best.row, self._repeats))
            self._incumbent_losses = again
            self._set_loss(float(again.mean()))
        return losses if losses.mean() < self._best.loss else None

    def estimate_answer(self, seconds: float = math.inf) -> LossEstimate:
        """Evaluate the best set again and take the mean of these evaluations alone, which is not biased.

        When the time is over, two evaluations suffice.
        """
        assert self._best.row is not None
        end, losses = time.perf_counter() + seconds, np.zeros(0)
        while losses.size < self._repeats and (losses.size < _FEWEST or time.perf_counter() < end):
            losses = np.append(losses, self._draw(self._best.row, 1))
        estimate = LossEstimate.of(losses)
        self._set_loss(estimate.mean)
        return estimate

    def _draw(self, row: Sets, count: int) -> FloatArray:
        return self._problem.losses(np.repeat(row[None, :], count, axis=0))

    def _set_loss(self, loss: float) -> None:
        self._best = attrs.evolve(self._best, loss=loss, value=self._problem.value(loss))
