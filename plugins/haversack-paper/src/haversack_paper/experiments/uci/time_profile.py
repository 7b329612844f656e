"""Whether members cost what the paper's model says: an exponential time of rate 1 - p, times a scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack import FloatArray

_SAMPLES = 9_999


def time_profile(costs: FloatArray, accuracies: FloatArray, rng: np.random.Generator) -> dict[str, float | None]:
    """Compare costs t and accuracies p with t (1 - p) being exponential.

    Parameters
    ----------
    costs, accuracies
        Of each member; costs above 0.
    rng
        For the test.

    Returns
    -------
    dict
        ``spearman``: the rank correlation of cost and accuracy, None if either is the same for all. ``variation``: the
        standard deviation of t (1 - p) divided by its mean; 1 if it is exponential. ``p_value``: of an Anderson-Darling
        test that it is, the unknown scale being divided out of the sample and of simulated ones alike. The latter two
        are None if nobody is ever wrong.
    """
    from scipy.stats import spearmanr

    times = costs * (1.0 - accuracies)
    differ = len(np.unique(costs)) > 1 and len(np.unique(accuracies)) > 1
    found: dict[str, float | None] = {
        "spearman": float(spearmanr(costs, accuracies).statistic) if differ else None,
        "variation": None,
        "p_value": None,
    }
    if times.sum() > 0.0:
        simulated = _anderson_darling(rng.exponential(size=(_SAMPLES, len(times))))
        reached = int((simulated >= _anderson_darling(times[None, :])[0]).sum())
        found["variation"] = float(times.std(ddof=1) / times.mean())
        found["p_value"] = (1 + reached) / (1 + _SAMPLES)
    return found


def _anderson_darling(samples: FloatArray) -> FloatArray:
    """Return the statistic of each row for an exponential distribution with the row's own mean."""
    size = samples.shape[1]
    scaled = np.sort(samples / samples.mean(axis=1, keepdims=True), axis=1)
    weights = 2.0 * np.arange(1, size + 1) - 1.0
    # A time of 0 has no logarithm; it is as unlikely as the smallest that has one.
    below = np.log(np.maximum(-np.expm1(-scaled), np.finfo(float).tiny))
    above = -scaled[:, ::-1]
    return np.asarray(-size - (weights * (below + above)).sum(axis=1) / size)
