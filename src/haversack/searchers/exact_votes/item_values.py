"""Whole values of items, so that sums and bounds are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from fractions import Fraction

    from haversack.api.ballots import Ballots
    from haversack.arrays import IntArray

_BITS = 50  # What all items together are worth: fewer bits than a float has.
_MOST_SCALE = 2**32


@attrs.frozen(eq=False)
class ItemValues:
    """What each item is worth.

    Where a coin decides ties an item is taken twice, with half of its value each: once with the need 1, won by a lead,
    and once with the need 0, won also by a tie.

    Parameters
    ----------
    items
        The items, some of them twice.
    values, needs
        The value and the need of each of them.
    total
        The value of all items together.
    grid
        The values of all sets are multiples of this; 1 if they are only known up to rounding.
    """

    items: IntArray
    values: IntArray
    needs: IntArray
    total: int
    grid: int

    @classmethod
    def of(cls, ballots: Ballots) -> ItemValues:
        """Choose values in proportion to the weights."""
        count = ballots.answers.shape[1]
        weights = ballots.weights if len(ballots.weights) else np.ones(count)
        is_whole = bool((weights == np.rint(weights)).all()) and weights.sum() < 2.0 ** (_BITS - 2)
        # Even, so that it can be halved.
        scale = min(_MOST_SCALE, 2 ** (_BITS - int(weights.sum()).bit_length())) if is_whole else 0
        values = weights.astype(np.int64) * scale if is_whole else _round_weights(weights / weights.sum())
        total = int(values.sum())
        if ballots.ties == "wrong":
            return cls(np.arange(count), values, np.ones(count, dtype=np.int64), total, scale if is_whole else 1)
        has_thirds = int(ballots.answers.max(initial=0)) > 1
        return cls(
            items=np.repeat(np.arange(count), 2),
            values=np.repeat(values // 2, 2),
            needs=np.tile(np.array([1, 0]), count),
            total=total,
            grid=scale // 2 if is_whole and not has_thirds else 1,
        )

    @property
    def least_gain(self) -> int:
        """By how much a set must be better to be certainly better."""
        return self.grid if self.grid > 1 else 8 * len(self.values)

    def find_most_value(self, loss: Fraction) -> int:
        """Return the largest value of a set whose loss is at least this."""
        return int(self.total * (1 - loss)) // self.grid * self.grid

    def bound_loss(self, value: int) -> float:
        """Return a loss that no set of at most this value falls below."""
        if self.grid > 1:
            return max(0.0, (self.total - value // self.grid * self.grid) / self.total)
        return max(0.0, (self.total - value - 8 * len(self.values)) / self.total)


def _round_weights(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> IntArray:
    return 2 * np.rint(shares * 2.0 ** (_BITS - 1)).astype(np.int64)
