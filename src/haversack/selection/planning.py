"""The first half of Algorithm 2: what can be said about the energy before any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.cost import SizeEstimate
from haversack.api.energy import HasMoments, Moments
from haversack.api.forecast import Forecast
from haversack.errors import CapabilityError
from haversack.statistics.accuracies import accuracy_model

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.api.forecast import FitChoice
    from haversack.api.problem import Problem

_SAMPLES = 4_096
_SAMPLE_CELLS = 4_000_000


@attrs.frozen
class ProblemForecaster:
    """Makes the forecast for one problem.

    Parameters
    ----------
    problem
        The problem.
    seeds
        Where the randomness of the goodness-of-fit test and of sampled moments comes from.
    """

    problem: Problem
    seeds: np.random.SeedSequence

    def __call__(self, *, fit: FitChoice = "auto", odd_size: bool = False) -> Forecast:
        """Fit the accuracies, estimate the size, and take the moments of the energy there."""
        problem = self.problem
        if not problem.is_probability:
            raise CapabilityError(
                f"the stopping rule reckons with an energy that is a probability, and {problem.energy!r} is none; "
                "stopping rules that work with it: max-step, stagnation, target, time-limit"
            )
        fit_seeds, sample_seeds = self.seeds.spawn(2)
        accuracy = accuracy_model(problem.pool.require_accuracies(), np.random.default_rng(fit_seeds), fit)
        size = problem.cost_model.expected_size(problem.pool, problem.budget, accuracy)
        # Whatever a cost model estimates, a panel has at least one member and at most all.
        size = SizeEstimate(min(max(1, int(size.size)), problem.size), size.how)
        if odd_size and size.size % 2 == 0:
            # Upwards, unless that would be more than there are.
            rounded = size.size + 1 if size.size < problem.size else size.size - 1
            size = SizeEstimate(max(1, rounded), f"{size.how}, made odd")
        moments = self._moments(size.size, accuracy, np.random.default_rng(sample_seeds))
        return Forecast(problem.size, accuracy, size, moments)

    def _moments(self, size: int, accuracy: AccuracyModel, rng: np.random.Generator) -> Moments:
        energy = self.problem.energy
        if isinstance(energy, HasMoments):
            return energy.moments(size, accuracy.mean, accuracy.variance)
        return sample_moments(self.problem, size, rng)


def sample_moments(problem: Problem, size: int, rng: np.random.Generator) -> Moments:
    """Estimate the moments of an energy from random sets of one size, whatever they cost."""
    losses = []
    rows = max(1, min(_SAMPLES, _SAMPLE_CELLS // problem.size))
    for start in range(0, _SAMPLES, rows):
        keys = rng.random((min(rows, _SAMPLES - start), problem.size))
        sets = np.zeros(keys.shape, dtype=np.bool_)
        np.put_along_axis(sets, np.argpartition(keys, size - 1, axis=1)[:, :size], True, axis=1)
        losses.append(problem.losses(sets))
    sample = np.concatenate(losses)
    # Rounding makes the mean of equal numbers another one, and their spread more than nothing.
    spread = 0.0 if sample.min() == sample.max() else float(sample.std(ddof=1))
    return Moments(float(sample.mean()), spread)
