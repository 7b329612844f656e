"""Tiny parts for tests, instead of mocks."""

from __future__ import annotations

import attrs
import numpy as np

from haversack import SizeEstimate


@attrs.frozen
class ConstantEnergy:
    """Every set has the same loss."""

    loss: float = 0.25

    def losses(self, pool, sets):
        return np.full(len(sets), self.loss)


@attrs.frozen
class WrongShare:
    """The loss is one minus the mean accuracy of the members: an energy with the one method it needs and no more."""

    def losses(self, pool, sets):
        sizes = sets.sum(axis=1)
        return 1.0 - np.divide(sets @ pool.accuracies, sizes, out=np.zeros(len(sets)), where=sizes > 0)


@attrs.frozen
class Profit:
    """An energy that is no probability: the summed accuracies."""

    def losses(self, pool, sets):
        return -(sets @ pool.accuracies)

    def value(self, loss):
        return -loss


@attrs.frozen
class SlowestMember:
    """A cost model that is no sum and offers nothing beyond the interface."""

    def costs(self, pool, sets):
        return np.where(sets, pool.costs, 0.0).max(axis=1, initial=0.0)

    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(int(max(1, (pool.costs <= budget).sum())), "counting who fits")


@attrs.frozen
class ListSearcher:
    """Offers given sets one by one, then ends."""

    sets: tuple = ()
    reason: str | None = None

    def search(self, problem, monitor, rng):
        for members in self.sets:
            row = np.zeros((1, problem.size), dtype=bool)
            row[0, list(members)] = True
            if not monitor.offer(row):
                break
        return self.reason


@attrs.frozen
class StubbornSearcher:
    """Goes on offering whatever the monitor says."""

    def search(self, problem, monitor, rng):
        while True:
            monitor.offer(np.eye(problem.size, dtype=bool)[:1])
