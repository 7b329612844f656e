"""The most frequent answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray


@attrs.frozen
class Plurality:
    """A vote by the number of answers.

    Parameters
    ----------
    labels
        Number of labels.
    ties
        How a tie counts.

    Examples
    --------
    >>> Plurality(labels=2).scores(np.array([[0, 1, 1], [-1, -1, 0]])).tolist()
    [[1.0, 2.0], [1.0, 0.0]]
    """

    labels: int
    ties: Literal["wrong", "coin"] = "wrong"

    def scores(self, answers: IntArray) -> FloatArray:
        """Return the number of answers for each label."""
        items = np.arange(len(answers))[:, None]
        counts = np.zeros((len(answers), self.labels + 1))
        # What is -1 is counted in the last column.
        np.add.at(counts, (np.broadcast_to(items, answers.shape), answers), 1.0)
        return counts[:, :-1]

    def extend(self, labels: int) -> Plurality:
        """Return the vote with so many labels: an answer that the pool does not have is counted like any other."""
        return attrs.evolve(self, labels=labels)
