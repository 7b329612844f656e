"""Energies with diminishing returns, or with bounds of their own, to be compared with enumeration."""

from __future__ import annotations

import attrs
import numpy as np

from haversack import Traits

DIMINISHING = Traits(diminishing_returns=True)


@attrs.frozen(eq=False)
class Coverage:
    """The weight of the items that a set covers, less a price per member: submodular, falling if prices are high."""

    covers: np.ndarray
    weights: np.ndarray
    prices: np.ndarray
    traits = DIMINISHING

    def losses(self, pool, sets):
        return sets @ self.prices - (sets.astype(float) @ self.covers > 0) @ self.weights

    def value(self, loss):
        return -loss


@attrs.frozen(eq=False)
class NobodySees:
    """The probability that no member finds it: a product, which may be tiny."""

    chances: np.ndarray
    traits = DIMINISHING

    def losses(self, pool, sets):
        return np.prod(np.where(sets, 1.0 - self.chances, 1.0), axis=1)


@attrs.frozen(eq=False)
class DirectedCut:
    """The weight of arrows that leave a set: submodular and not monotone."""

    arrows: np.ndarray
    traits = DIMINISHING

    def losses(self, pool, sets):
        inside = sets.astype(float)
        return -np.einsum("ri,ij,rj->r", inside, self.arrows, 1.0 - inside)

    def value(self, loss):
        return -loss


@attrs.frozen(eq=False)
class BoundedPairs:
    """The gains of pairs, some below 0, with a bound of its own: every pair that may be in a set counts if positive."""

    gains: np.ndarray

    def losses(self, pool, sets):
        inside = sets.astype(float)
        return -np.einsum("ri,ij,rj->r", inside, self.gains, inside)

    def value(self, loss):
        return -loss

    def loss_bounds(self, problem, required, allowed):
        may, must = allowed.astype(float), required.astype(float)
        sure = np.einsum("ri,ij,rj->r", must, self.gains, must)
        most = np.einsum("ri,ij,rj->r", may, np.maximum(self.gains, 0.0), may)
        return -(sure + most - np.einsum("ri,ij,rj->r", must, np.maximum(self.gains, 0.0), must))


@attrs.frozen(eq=False)
class BoundedCoverage(Coverage):
    """Both: diminishing returns, and a bound of its own that is weak."""

    def loss_bounds(self, problem, required, allowed):
        return np.full(len(required), -float(self.weights.sum()))


@attrs.frozen
class SomebodyIsRight:
    """The probability that no member is right, for any pool with accuracies."""

    traits = DIMINISHING

    def losses(self, pool, sets):
        return np.prod(np.where(sets, 1.0 - pool.accuracies, 1.0), axis=1)


def draw_energy(generator, members):
    """One of these energies with ties, members without a gain, and losses of all kinds."""
    whole = generator.random() < 0.5
    weights = generator.integers(1, 4, 10).astype(float) if whole else generator.exponential(1.0, 10)
    covers = (generator.random((members, 10)) < generator.choice([0.1, 0.3])).astype(float)
    prices = np.zeros(members) if generator.random() < 0.6 else generator.choice([0.0, 0.5, 1.0], members)
    chances = generator.choice([0.0, 0.3, 0.9, 1.0 - 1e-6], members) if whole else generator.random(members)
    arrows = generator.integers(0, 4, (members, members)).astype(float)
    pairs = generator.integers(-4, 5, (members, members)).astype(float)
    kinds = (
        Coverage(covers, weights, prices),
        NobodySees(chances),
        DirectedCut(arrows),
        BoundedPairs(pairs + pairs.T),
        BoundedCoverage(covers, weights, prices),
    )
    return kinds[generator.integers(len(kinds))]
