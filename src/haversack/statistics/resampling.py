"""Samples of items: on one part a panel is chosen, on the other it is valued."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

RESAMPLES = 25
FOLDS, REPETITIONS = 5, 3
HELD_OUT = 0.3


@attrs.frozen(eq=False)
class Sample:
    """Items to choose by, and items to value the choice on.

    Parameters
    ----------
    inside
        Positions of the items to choose by, rising.
    counts
        How many times each of them was drawn.
    outside
        Positions of the other items, rising.
    """

    inside: IntArray
    counts: IntArray
    outside: IntArray

    def weigh(self, weights: FloatArray) -> FloatArray:
        """Return the weights of the items to choose by: how often each was drawn, times its own."""
        return np.asarray(self.counts * weights[self.inside], dtype=np.float64)


def draw_bootstrap(items: int, seeds: np.random.SeedSequence) -> Sample:
    """Draw as many items as there are, with replacement, until at least one is left over; there must be two."""
    rng = np.random.default_rng(seeds)
    while True:
        counts = np.bincount(rng.integers(items, size=items), minlength=items)
        if not counts.all():
            return _split(counts)


def draw_folds(items: int, folds: int, seeds: np.random.SeedSequence) -> list[Sample]:
    """Divide the items at random into parts of equal size, each of which is left out once."""
    places = np.random.default_rng(seeds).permutation(items) % min(folds, items)
    return [_split((places != fold).astype(np.int64)) for fold in range(min(folds, items))]


def draw_holdout(items: int, seeds: np.random.SeedSequence, share: float = HELD_OUT) -> Sample:
    """Leave out a share of the items, at random; at least one is inside and one outside, of two or more."""
    outside = min(items - 1, max(1, round(share * items)))
    order = np.random.default_rng(seeds).permutation(items)
    return _split((order >= outside).astype(np.int64))


def _split(counts: IntArray) -> Sample:
    inside = np.flatnonzero(counts)
    return Sample(inside, counts[inside], np.flatnonzero(counts == 0))
