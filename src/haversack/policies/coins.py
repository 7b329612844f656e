"""Members of whom only the accuracy is known: they err independently between two answers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.policies.answer_model import UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, IntArray

EXACT_MEMBERS = 15
EXACT = 2**EXACT_MEMBERS
"""So many states keep so many members exact, whatever their accuracies."""
_LEAST = 1e-6  # As in a session: no answer is taken for a proof.
_APART, _NEVER = 1e-9, 1.0 - 1e-12


@attrs.frozen(eq=False, slots=False)  # with a dict, for cached properties
class Coins:
    """What orders of such members cost and how right they are.

    Parameters
    ----------
    accuracies, prices
        Of the members.
    most
        The largest number of states of an item; with more, log-odds are rounded.
    """

    accuracies: FloatArray
    prices: FloatArray
    most: int = EXACT

    @property
    def members(self) -> int:
        """Number of members."""
        return len(self.accuracies)

    @functools.cached_property
    def weights(self) -> IntArray:
        """The log-odds of each member in whole units, as a session adds them up."""
        clipped = np.clip(self.accuracies, _LEAST, 1.0 - _LEAST)
        return np.rint((np.log(clipped) - np.log1p(-clipped)) / UNIT).astype(np.int64)

    def list_thresholds(self, order: Sequence[int]) -> FloatArray:
        """Return one threshold for each way to tell the answers apart after which to stop, for few members."""
        scores = np.zeros(1)
        reached = [scores]
        for weight in self.weights[np.array(order[:-1], dtype=np.int64)].tolist():
            scores = np.concatenate([scores - weight, scores + weight])
            reached.append(scores)
        posteriors = np.unique(1.0 / (1.0 + np.exp(-np.abs(np.concatenate(reached)) * UNIT)))
        between = (posteriors[:-1] + posteriors[1:]) / 2.0
        return np.append(between[np.diff(posteriors) > _APART], _NEVER)

    def walk(self, order: Sequence[int], thresholds: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, int]:
        """Return what `kernels.coins.walk_coins` returns for an order."""
        places = np.array(order, dtype=np.int64)
        return kernels.coins.walk_coins(
            self.weights[places], self.accuracies[places], self.prices[places], thresholds, self.most
        )

    def value_order(self, order: Sequence[int], thresholds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return mean costs and accuracies of the Bayes vote by number of members asked and by threshold."""
        costs, rights, _, _ = self.walk(order, thresholds)
        return costs, rights

    def walk_votes(self, panel: Sequence[int]) -> tuple[float, float, FloatArray]:
        """Return mean cost and accuracy of the majority of a panel, and how often it ends after each question."""
        places = np.array(panel, dtype=np.int64)
        return kernels.coins.walk_coin_votes(self.accuracies[places], self.prices[places])

    def value_votes(self, panel: Sequence[int]) -> tuple[float, float]:
        """Return mean cost and accuracy of the majority of a panel, asked until it is decided."""
        cost, right, _ = self.walk_votes(panel)
        return cost, right

    def measure_information(self) -> FloatArray:
        """Return how much the answer of each member says about the right one on average, in nats."""
        p = np.clip(self.accuracies, _LEAST, 1.0 - _LEAST)
        return np.asarray(np.log(2.0) + p * np.log(p) + (1.0 - p) * np.log1p(-p))
