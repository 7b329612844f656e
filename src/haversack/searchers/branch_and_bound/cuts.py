"""Additive bounds that follow from diminishing returns, and their best combination."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.searchers.branch_and_bound.relaxation import bound_additive_gains, sort_by_rate

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.branch_and_bound.relaxation import Relaxation

_EPSILON = 4.0 * float(np.finfo(np.float64).eps)
_MOST_CUTS, _MOST_COMBINATIONS = 96, 8
_PATIENCE, _SHRINK = 8, 0.6
_LEAST_STEP = 1e-4
_LARGEST_EXPONENT = 20.0


@attrs.frozen(eq=False)
class Cut:
    """An additive function below the loss: no set S has a loss below ``constant - weights[S].sum()``.

    If a member lowers the loss of a set at most as much as that of its subsets, then for every set T
    ``loss(S) >= loss(T) - sum(gain of j at T for j in S - T) + sum(gain of j beside all others for j in T - S)``.

    Parameters
    ----------
    constant, weights
        A number, and one number per member.
    """

    constant: float
    weights: FloatArray

    @classmethod
    def at(cls, chosen: Sets, loss: float, gains: FloatArray, least_gains: FloatArray) -> Cut:
        """Return the cut of one set.

        Parameters
        ----------
        chosen
            The set T, of shape (members,).
        loss
            Its loss.
        gains
            By how much each member that is not in T lowers its loss.
        least_gains
            By how much each member lowers the loss of all others together.
        """
        return cls(float(loss + least_gains[chosen].sum()), np.where(chosen, least_gains, gains))


@attrs.frozen(eq=False)
class Combination:
    """A weighted mean of cuts, which is a cut too, with a limit within which its weights are collected.

    Parameters
    ----------
    cut
        The mean.
    relaxation
        The limit.
    order
        The members with a weight above 0, the best weight per cost first.
    """

    cut: Cut
    relaxation: Relaxation
    order: IntArray

    @classmethod
    def of(cls, cut: Cut, relaxation: Relaxation) -> Combination:
        """Return a cut with a limit."""
        return cls(cut, relaxation, sort_by_rate(cut.weights, relaxation.costs))

    def bound(self, required: Sets, candidates: Sets) -> FloatArray:
        """Return a bound on the loss of the sets that consist of required members and some candidates, row by row."""
        weights = self.cut.weights
        left = np.maximum(self.relaxation.limit - required @ self.relaxation.costs, 0.0)
        gains = bound_additive_gains(self.relaxation, weights, self.order, candidates, left)
        magnitude = abs(self.cut.constant) + required @ np.abs(weights) + gains
        return np.asarray(self.cut.constant - required @ weights - gains - _EPSILON * (16 + len(weights)) * magnitude)


class CutPool:
    """The cuts of a search, and the combinations that bound its nodes.

    Parameters
    ----------
    relaxations
        The limits of the problem.
    """

    def __init__(self, relaxations: list[Relaxation]) -> None:
        self._relaxations = relaxations
        self._cuts: list[Cut] = []
        self._kept: list[Combination] = []
        self._latest: list[Combination] = []
        self._recent: deque[Combination] = deque(maxlen=_MOST_COMBINATIONS * len(relaxations))

    def add(self, cut: Cut) -> None:
        """Add a cut; of too many, the second oldest goes: the oldest is that of the empty set."""
        self._cuts.append(cut)
        if len(self._cuts) > _MOST_CUTS:
            del self._cuts[1]

    def bound(self, required: Sets, candidates: Sets) -> FloatArray:
        """Return the strongest bound of all combinations, row by row."""
        bounds = np.full(len(required), -np.inf)
        for combination in (*self._kept, *self._recent):
            np.maximum(bounds, combination.bound(required, candidates), out=bounds)
        return bounds

    def keep_latest(self) -> None:
        """Keep the latest combinations for good, because they bound all nodes."""
        self._kept = self._latest

    def combine(self, required: Sets, candidates: Sets, target: float, rounds: int) -> FloatArray:
        """Search for the combination that bounds one node best, add it, and return the share of each member in it.

        For each limit, weights of the cuts are improved by exponentiated subgradient steps towards a target that is
        lowered where it is not reached.

        Parameters
        ----------
        required, candidates
            The node, each of shape (members,).
        target
            The loss that a bound need not exceed.
        rounds
            Number of steps.

        Returns
        -------
        FloatArray
            Of shape (members,), from 0 to 1: about how much of each candidate an optimal fractional set has.
        """
        shares = np.zeros(len(required))
        strongest = -np.inf
        self._latest = []
        for relaxation in self._relaxations:
            cut, bound, these = self._improve(relaxation, required, candidates, target, rounds)
            self._latest.append(Combination.of(cut, relaxation))
            if bound > strongest:
                strongest, shares = bound, these
        self._recent.extend(self._latest)
        return shares

    def _improve(
        self, relaxation: Relaxation, required: Sets, candidates: Sets, target: float, rounds: int
    ) -> tuple[Cut, float, FloatArray]:
        places = np.flatnonzero(candidates)
        costs, left = relaxation.costs[places], max(0.0, relaxation.limit - float(relaxation.costs[required].sum()))
        weights = np.array([cut.weights for cut in self._cuts])
        constants = np.array([cut.constant for cut in self._cuts]) - weights[:, required].sum(axis=1)
        inner = weights[:, places]

        def fill(gains: FloatArray) -> FloatArray:
            order, shares = sort_by_rate(gains, costs), np.zeros(len(gains))
            shares[order] = relaxation.fill(costs[order][None, :], np.array([left]))[0]
            return shares

        alone = np.array([constant - gains @ fill(gains) for constant, gains in zip(constants, inner, strict=True)])
        start = int(np.argmax(alone))
        mix = np.full(len(constants), 0.5 / len(constants))
        mix[start] += 0.5
        best_mix, best_bound = np.zeros(len(constants)), float(alone[start])
        best_mix[start] = 1.0
        distance, waiting = target - best_bound, 0
        total, steps = fill(inner[start]), 1
        for _ in range(rounds if distance > 0.0 and len(constants) > 1 else 0):
            shares = fill(mix @ inner)
            slopes = constants - inner @ shares
            bound = float(mix @ slopes)
            total, steps = total + shares, steps + 1
            if bound > best_bound + _LEAST_STEP * distance:
                best_mix, best_bound, waiting = mix, bound, 0
            else:
                waiting += 1
                if waiting >= _PATIENCE:
                    distance, waiting, mix = distance * _SHRINK, 0, best_mix
            deviations = slopes - bound
            spread = float(mix @ deviations**2)
            largest = float(np.abs(deviations).max())
            if spread <= 0.0 or largest <= 0.0:
                continue
            step = min((best_bound + distance - bound) / spread, _LARGEST_EXPONENT / largest)
            mix = mix * np.exp(step * (slopes - slopes.max()))
            # Each cut keeps a little, so that it can come back.
            mix = mix / mix.sum() + 1e-12
            mix /= mix.sum()
        cut = Cut(float(best_mix @ [cut.constant for cut in self._cuts]), best_mix @ weights)
        shares = np.zeros(len(candidates))
        shares[places] = total / steps
        return cut, best_bound, shares
