"""Parts that fail at a given call, each right until then."""

from __future__ import annotations

import numpy as np

from haversack.capabilities import SizeEstimate


class Countdown:
    """Raises an error at the k-th call and at every later one."""

    def __init__(self, calls, error=ValueError):
        self.calls, self.error = calls, error

    def tick(self):
        self.calls -= 1
        if self.calls <= 0:
            raise self.error("out of order")


class Named:
    """Its name is the same in every process."""

    def __repr__(self):
        return type(self).__name__


class FailingEnergy(Named):
    def __init__(self, calls, error=ValueError):
        self.countdown = Countdown(calls, error)

    def losses(self, pool, sets):
        self.countdown.tick()
        sizes = sets.sum(axis=1)
        return 1.0 - np.divide(sets @ pool.accuracies, sizes, out=np.zeros(len(sets)), where=sizes > 0)


class FailingValue(FailingEnergy):
    """Fails when asked what to show."""

    def losses(self, pool, sets):
        return -(sets @ pool.accuracies)

    def value(self, loss):
        self.countdown.tick()
        return -loss


class FailingNotes(FailingEnergy):
    def losses(self, pool, sets):
        return 1.0 - (sets @ pool.accuracies) / 100.0

    def notes(self, pool, chosen):
        self.countdown.tick()
        return ()


class FailingWalks(FailingEnergy):
    """Fails in the object that follows walks, not in the energy itself."""

    def losses(self, pool, sets):
        return 1.0 - (sets @ pool.accuracies) / 100.0

    def walks(self, pool, sets):
        return _Walks(self, pool, sets)


class _Walks:
    def __init__(self, energy, pool, sets):
        self.energy, self.pool, self.sets = energy, pool, sets.copy()

    def losses(self, rows, flips, lengths):
        self.energy.countdown.tick()
        return self.energy.losses(self.pool, self._flipped(rows, flips, lengths))

    def flip(self, rows, flips, lengths):
        self.sets[rows] = self._flipped(rows, flips, lengths)

    def _flipped(self, rows, flips, lengths):
        sets = self.sets[rows]
        for row in range(len(rows)):
            sets[row, flips[row, : lengths[row]]] ^= True
        return sets


class FailingCost(Named):
    def __init__(self, calls, error=ValueError):
        self.countdown = Countdown(calls, error)

    def costs(self, pool, sets):
        self.countdown.tick()
        return sets @ pool.costs

    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(1, "always")


class FailingSearcher(Named):
    def __init__(self, calls, error=ValueError):
        self.countdown = Countdown(calls, error)

    def search(self, problem, monitor, rng):
        for _ in range(40):
            self.countdown.tick()
            if not monitor.offer(rng.random((3, len(problem.pool))) < 0.4):
                return None
        return "40 batches"


class FailingRule(Named):
    def __init__(self, calls, error=ValueError):
        self.countdown = Countdown(calls, error)

    def __call__(self, progress):
        self.countdown.tick()
        return "60 steps" if progress.steps >= 60 else None


FAILING = {"energy": FailingEnergy, "cost": FailingCost, "searcher": FailingSearcher, "stopping": FailingRule}
WORDS = {"energy": "energy", "cost": "cost model", "searcher": "searcher", "stopping": "stopping rule"}
