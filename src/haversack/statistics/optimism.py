"""How much of what a choice shows on its own items is owed to having chosen by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, IntArray

OUT_OF_BAG = 1.0 - np.exp(-1.0)
"""The share of the items that a bootstrap sample contains, about .632: the weight of those that it does not."""


@attrs.frozen(eq=False)
class Measured:
    """How right several panels were on the same items.

    Parameters
    ----------
    accuracies
        Of each panel; NaN for one that does not exist.
    squares
        The mean squared difference by item between the first panel and each.
    """

    accuracies: FloatArray
    squares: FloatArray

    @classmethod
    def of(cls, rightness: FloatArray, weights: FloatArray) -> Measured:
        """Measure panels by how right each was on each item, of shape (panels, items)."""
        shares = weights / weights.sum()
        return cls(rightness @ shares, (rightness - rightness[0]) ** 2 @ shares)

    @classmethod
    def average(cls, several: Sequence[Measured], weights: Sequence[float]) -> Measured:
        """Return the weighted mean."""
        shares = np.asarray(weights, dtype=np.float64) / np.sum(weights)
        return cls(
            shares @ np.array([each.accuracies for each in several]),
            shares @ np.array([each.squares for each in several]),
        )


def correct_by_bootstrap(shown: Measured, outside: Measured, chances: FloatArray) -> Measured:
    """Return the .632+ estimate: items that samples contained look too good, those that they did not too bad.

    Parameters
    ----------
    shown
        On all items.
    outside
        The mean over samples, on the items outside of each.
    chances
        The accuracy of each panel if its verdicts had nothing to do with the items: the more of the way from `shown` to
        there is lost outside, the more weight the outside gets, from .632 to 1.

    References
    ----------
    Efron, Tibshirani, "Improvements on cross-validation: the .632+ bootstrap method", Journal of the American
    Statistical Association 92 (1997).
    """
    most_lost = np.maximum(0.0, shown.accuracies - chances)
    lost = np.clip(shown.accuracies - outside.accuracies, None, most_lost)
    overfitting = np.divide(lost, most_lost, out=np.zeros(len(lost)), where=lost > 0.0)
    weights = OUT_OF_BAG / (1.0 - (1.0 - OUT_OF_BAG) * overfitting)
    squares = (1.0 - weights[0]) * shown.squares + weights[0] * outside.squares
    return Measured(shown.accuracies - weights * lost, squares)


def compute_chance_accuracy(verdicts: IntArray, truth: IntArray, labels: int, weights: FloatArray) -> float:
    """Return the accuracy that verdicts have on average when they are dealt out to the items at random.

    Examples
    --------
    >>> compute_chance_accuracy(np.array([0, 0, 1, -1]), np.array([0, 1, 1, 1]), 2, np.ones(4))
    0.3125
    """
    decided = verdicts >= 0
    given = np.bincount(verdicts[decided], weights=weights[decided], minlength=labels)
    right = np.bincount(truth, weights=weights, minlength=labels)
    return float(given @ right / weights.sum() ** 2)
