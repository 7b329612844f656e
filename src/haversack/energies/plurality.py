"""The plain vote of a panel: every answer counts one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.validators import one_of, whole

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray


@attrs.frozen
class PluralityCount:
    """The number of votes for each label. Learns nothing from recorded votes.

    Parameters
    ----------
    labels
        How many labels there are.
    ties
        As in `haversack.energies.PluralityVote`.

    Examples
    --------
    >>> PluralityCount(labels=3).scores(np.array([[2, 0, 2], [1, -1, -1]])).tolist()
    [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]
    """

    labels: int = attrs.field(validator=whole(0))
    ties: Literal["wrong", "coin"] = attrs.field(default="wrong", validator=one_of("wrong", "coin"))

    def scores(self, answers: IntArray) -> FloatArray:
        """Return the number of votes. See `haversack.capabilities.Vote`."""
        rows, columns = np.nonzero(answers >= 0)
        cells = rows * self.labels + answers[rows, columns]
        counts = np.bincount(cells, minlength=len(answers) * self.labels)
        return counts.reshape(len(answers), self.labels).astype(np.float64)

    def extend(self, labels: int) -> PluralityCount:
        """Return the vote with so many labels: an answer that the pool does not have is counted like any other."""
        return attrs.evolve(self, labels=labels)
