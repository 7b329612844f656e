"""On how many items two members are wrong together, against what independent members would show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray
    from haversack.pools.votes import RecordedVotes


@attrs.frozen(eq=False)
class SharedMistakes:
    """The mistakes that pairs of members share; NaN for pairs that answered no item together.

    Parameters
    ----------
    both
        Of shape (members, members): the share of the items, of those that both answered, on which both are wrong.
    expected
        The product of their shares of wrong answers on the same items: what independence predicts.
    items
        The number of items that both answered.
    """

    both: FloatArray
    expected: FloatArray
    items: FloatArray

    @property
    def ratio(self) -> FloatArray:
        """How many times as often as independence predicts; NaN where it predicts none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio: FloatArray = np.where(self.expected > 0.0, self.both / self.expected, np.nan)
        return ratio

    def find_worst_pair(self) -> tuple[int, int] | None:
        """Return the pair that is wrong together on the most items beyond what independence predicts, or None."""
        excess = np.where(np.isfinite(self.both), self.both - self.expected, -np.inf)
        excess[np.tril_indices(len(excess))] = -np.inf
        if len(excess) < 2 or not excess.max() > 0.0:
            return None
        first, second = np.unravel_index(int(np.argmax(excess)), excess.shape)
        return int(first), int(second)


def compute_shared_mistakes(votes: RecordedVotes, members: Sequence[int]) -> SharedMistakes:
    """Compare the mistakes of each pair of members with independence.

    Examples
    --------
    >>> from haversack import Pool
    >>> answers = [["b", "b"], ["b", "b"], ["a", "a"], ["a", "a"]]
    >>> mistakes = compute_shared_mistakes(Pool.from_votes(answers, truth=["a"] * 4).votes, [0, 1])
    >>> float(mistakes.both[0, 1]), float(mistakes.expected[0, 1]), float(mistakes.ratio[0, 1])
    (0.5, 0.25, 2.0)
    """
    answers = votes.answers[:, list(members)]
    answered = (answers >= 0).astype(np.float64)
    wrong = answered * (answers != votes.truth[:, None])
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
    weighted = wrong * weights[:, None]
    together = (answered * weights[:, None]).T @ answered
    with np.errstate(invalid="ignore"):
        both = weighted.T @ wrong / together
        # Row i, column j: how often i is wrong where j has answered as well.
        alone = weighted.T @ answered / together
    return SharedMistakes(both, alone * alone.T, answered.T @ answered)
