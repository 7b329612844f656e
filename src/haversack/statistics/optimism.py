"""How much of what a choice shows on its own items is owed to having chosen by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray

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


def correct_by_bootstrap(shown: Measured, outside: Sequence[Measured]) -> Measured:
    """Return the .632 estimate: the items that samples contained look too good, those that they did not too bad.

    References
    ----------
    Efron, "Estimating the error rate of a prediction rule: improvement on cross-validation", Journal of the American
    Statistical Association 78 (1983).
    """
    mean = Measured.average(outside, [1.0] * len(outside))
    return Measured.average([shown, mean], [1.0 - OUT_OF_BAG, OUT_OF_BAG])
