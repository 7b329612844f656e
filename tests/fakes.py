"""Tiny parts for tests, instead of mocks."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import attrs
import numpy as np

from haversack.validators import one_of, optional, positive_finite, whole


@attrs.frozen
class ConstantEnergy:
    """Every set has the same loss."""

    loss: float = 0.25

    def losses(self, pool, sets):
        return np.full(len(sets), self.loss)


@attrs.frozen
class WrongShare:
    """The loss is one minus the mean accuracy of the members: an energy with the one required method."""

    def losses(self, pool, sets):
        sizes = sets.sum(axis=1)
        return 1.0 - np.divide(sets @ pool.accuracies, sizes, out=np.zeros(len(sets)), where=sizes > 0)


@attrs.frozen
class Bonuses:
    """An energy that reads its file whenever it is asked, as it may for the first time in another process."""

    path: Path = attrs.field(converter=Path)

    def losses(self, pool, sets):
        return -(sets @ np.loadtxt(self.path))

    def value(self, loss):
        return -loss


@attrs.frozen
class Profit:
    """An energy that is not a probability: the sum of the accuracies."""

    def losses(self, pool, sets):
        return -(sets @ pool.accuracies)

    def value(self, loss):
        return -loss


@attrs.frozen
class WeightedColumn:
    """The sum of a column of metadata, which is parsed once for each pool.

    Parameters
    ----------
    column
        The column.
    """

    column: str = "weight"

    def prepare(self, pool):
        return PreparedWeights(tuple(float(cell) for cell in pool.metadata[self.column]))

    def losses(self, pool, sets):
        return self.prepare(pool).losses(pool, sets)

    def value(self, loss):
        return -loss


@attrs.frozen
class PreparedWeights:
    """What `WeightedColumn` prepares."""

    weights: tuple[float, ...]

    def losses(self, pool, sets):
        return -(sets @ np.array(self.weights))

    def value(self, loss):
        return -loss


def pair_gains(members):
    """A symmetric table of whole numbers, some below 0."""
    rows = np.arange(members)
    return (np.multiply.outer(rows + 1, rows + 1) % 11 - 4.0).round()


@attrs.frozen
class PairProfit:
    """An energy that is not a probability: the gains of all pairs of members, computed from scratch."""

    def losses(self, pool, sets):
        return -np.einsum("ri,ij,rj->r", sets.astype(float), pair_gains(len(pool)), sets.astype(float))

    def value(self, loss):
        return -loss


@attrs.frozen
class FollowedPairProfit(PairProfit):
    """The same, with incremental losses in plain numpy."""

    def walks(self, pool, sets):
        return PairWalks(sets, pair_gains(len(pool)))


class PairWalks:
    """Keeps the set and the profit of each walk."""

    def __init__(self, sets, gains):
        self.sets, self.gains = sets.astype(float), gains
        self.profits = np.einsum("ri,ij,rj->r", self.sets, gains, self.sets)
        self.calls = 0

    def losses(self, rows, flips, lengths):
        self.calls += 1
        changes = self._changes(rows, flips, lengths)
        own = np.einsum("pi,ij,pj->p", changes, self.gains, 2.0 * self.sets[rows] + changes)
        return -(self.profits[rows] + own)

    def flip(self, rows, flips, lengths):
        assert len(set(rows.tolist())) == len(rows)
        self.profits[rows] = -self.losses(rows, flips, lengths)
        self.sets[rows] += self._changes(rows, flips, lengths)

    def _changes(self, rows, flips, lengths):
        changes = np.zeros((len(rows), self.sets.shape[1]))
        proposal, place = np.nonzero(np.arange(flips.shape[1]) < lengths[:, None])
        member = flips[proposal, place]
        changes[proposal, member] = 1.0 - 2.0 * self.sets[rows[proposal], member]
        return changes


@attrs.frozen
class SlowestMember:
    """A cost model that does not add up, without optional capabilities."""

    def costs(self, pool, sets):
        return np.where(sets, pool.costs, 0.0).max(axis=1, initial=0.0)


@attrs.frozen
class ListSearcher:
    """Offers given sets one by one, then ends."""

    sets: tuple = ()
    reason: str | None = None

    def search(self, problem, monitor, rng):
        for members in self.sets:
            row = np.zeros((1, len(problem.pool)), dtype=bool)
            row[0, list(members)] = True
            if not monitor.offer(row):
                break
        return self.reason


@attrs.frozen
class StubbornSearcher:
    """Keeps offering, whatever the monitor answers."""

    def search(self, problem, monitor, rng):
        while True:
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])


class MeanLoss:
    """The loss is the mean error of the members. It keeps every promise of an energy; subclasses break one."""

    def __repr__(self):
        return type(self).__name__

    def losses(self, pool, sets):
        return self.mean_errors(pool, sets)

    def mean_errors(self, pool, sets):
        sizes = sets.sum(axis=1)
        return 1.0 - np.divide(sets @ pool.accuracies, sizes, out=np.zeros(len(sets)), where=sizes > 0)


class PatientSearcher:
    """Offers every member, then random sets. It keeps every promise of a searcher; subclasses break one."""

    def __repr__(self):
        return type(self).__name__

    def search(self, problem, monitor, rng):
        singles = np.eye(len(problem.pool), dtype=bool)
        if not monitor.offer(singles, problem.losses(singles)):
            return None
        for _ in range(30):
            sets = rng.random((4, len(problem.pool))) < 0.5
            if not monitor.offer(sets):
                return None
        return "30 batches offered"


@attrs.frozen
class Cooling:
    """An invented schedule.

    Parameters
    ----------
    factor
        What the temperature is multiplied with,
        step by step.
    start, end
        The range.
    private
        Kept to itself.

    Examples
    --------
    none
        Not a parameter.
    """

    factor: float = attrs.field(validator=positive_finite)
    start: int = attrs.field(default=5, validator=[whole(1), attrs.validators.le(9)])
    end: int | None = attrs.field(default=None, validator=optional(whole(2)))
    shape: Literal["line", "curve"] = attrs.field(default="line", validator=one_of("line", "curve"))
    names: list[str] = attrs.field(factory=lambda: ["a"])
    half: float = attrs.field(default=attrs.Factory(lambda self: self.factor / 2, takes_self=True))
    _private: bool = True
    derived: int = attrs.field(init=False, default=3)


@attrs.frozen
class NoisyShare:
    """`WrongShare` with noise around it, drawn from the stream of the run; an energy that says so."""

    rng: np.random.Generator | None = None
    spread: float = 0.1
    repeats: int = 16

    def draw_from(self, rng):
        return attrs.evolve(self, rng=rng)

    def losses(self, pool, sets):
        return WrongShare().losses(pool, sets) + self.spread * self.rng.normal(size=len(sets))
