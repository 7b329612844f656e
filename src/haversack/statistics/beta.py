"""The beta distribution: fitting it, and testing whether it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_BOOTSTRAPS = 999
_BLOCK_ROWS = 111
_LARGEST_TESTED = 5_000


@attrs.frozen
class BetaFit:
    """A fitted beta distribution."""

    alpha: float
    beta: float

    @property
    def mean(self) -> float:
        """Its mean."""
        return self.alpha / (self.alpha + self.beta)

    @property
    def variance(self) -> float:
        """Its variance."""
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total * total * (total + 1.0))


def fit_beta(sample: FloatArray) -> BetaFit | None:
    """Fit a beta distribution by maximum likelihood.

    Returns None if there is no fit: for fewer than two different values, or a value of exactly 0 or 1, for which the
    likelihood has no finite maximum.
    """
    sample = np.asarray(sample, dtype=np.float64)
    if sample.size < 2 or np.ptp(sample) == 0 or sample.min() <= 0 or sample.max() >= 1:
        return None
    with np.errstate(all="ignore"):  # Values next to 0, 1 or each other may have no finite maximum.
        alpha, beta = _maximum_likelihood(sample[None, :])
    if not (np.isfinite(alpha[0]) and np.isfinite(beta[0])):
        return None
    return BetaFit(float(alpha[0]), float(beta[0]))


def measure_goodness_of_fit(
    sample: FloatArray, fit: BetaFit, rng: np.random.Generator, *, level: float = 0.05
) -> float:
    """Return the p-value of the Anderson-Darling test of a fitted beta distribution.

    The parameters were estimated from the same sample, so the usual tables do not apply. The statistic is compared with
    that of samples drawn from the fit and fitted again (parametric bootstrap). Drawing ends early once the p-value is
    certain to exceed `level`. Of a sample of more than 5,000 values, a random 5,000 are tested.
    """
    if sample.size > _LARGEST_TESTED:
        sample = rng.choice(sample, _LARGEST_TESTED, replace=False)
    observed = _anderson_darling(sample[None, :], np.array([fit.alpha]), np.array([fit.beta]))[0]
    enough = int(np.ceil(level * (_BOOTSTRAPS + 1)))
    drawn = exceeded = 0
    while drawn < _BOOTSTRAPS and exceeded < enough:
        rows = min(_BLOCK_ROWS, _BOOTSTRAPS - drawn)
        replicas = rng.beta(fit.alpha, fit.beta, (rows, sample.size))
        # A draw that rounds to 0 or 1 would have no likelihood.
        replicas = np.clip(replicas, np.finfo(float).tiny, 1.0 - np.finfo(float).epsneg)
        # A row of equal draws has no finite fit; its statistic is NaN and does not count as exceeding.
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            alpha, beta = _maximum_likelihood(replicas)
        exceeded += int(np.count_nonzero(_anderson_darling(replicas, alpha, beta) >= observed))
        drawn += rows
    return (exceeded + 1) / (drawn + 1)


def _maximum_likelihood(samples: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Fit each row by Newton's method on the logarithms of the parameters, which keeps them positive."""
    from scipy.special import digamma, zeta

    mean_log = np.log(samples).mean(axis=1)
    mean_log_rest = np.log1p(-samples).mean(axis=1)
    mean, variance = samples.mean(axis=1), samples.var(axis=1)
    total = np.maximum(mean * (1.0 - mean) / np.maximum(variance, np.finfo(float).tiny) - 1.0, 1e-3)
    alpha, beta = mean * total, (1.0 - mean) * total
    for _ in range(100):
        both = digamma(alpha + beta)
        slope_alpha = alpha * (mean_log - digamma(alpha) + both)
        slope_beta = beta * (mean_log_rest - digamma(beta) + both)
        shared = zeta(2, alpha + beta)
        # Second derivatives with respect to log alpha and log beta; zeta(2, x) is the trigamma function.
        aa = alpha * alpha * (zeta(2, alpha) - shared) - np.minimum(slope_alpha, 0.0)
        bb = beta * beta * (zeta(2, beta) - shared) - np.minimum(slope_beta, 0.0)
        ab = -alpha * beta * shared
        determinant = aa * bb - ab * ab
        step_alpha = np.clip((bb * slope_alpha - ab * slope_beta) / determinant, -1.0, 1.0)
        step_beta = np.clip((aa * slope_beta - ab * slope_alpha) / determinant, -1.0, 1.0)
        alpha, beta = alpha * np.exp(step_alpha), beta * np.exp(step_beta)
        if max(np.abs(step_alpha).max(), np.abs(step_beta).max()) < 1e-9:
            break
    return alpha, beta


def _anderson_darling(samples: FloatArray, alpha: FloatArray, beta: FloatArray) -> FloatArray:
    """Return the Anderson-Darling distance of each row from its beta distribution."""
    from scipy.special import betainc

    ordered = np.sort(samples, axis=1)
    below = betainc(alpha[:, None], beta[:, None], ordered)
    above = 1.0 - below
    # Subtraction loses a small upper tail, so it is computed directly.
    row, place = np.nonzero(above < 1e-3)
    above[row, place] = betainc(beta[row], alpha[row], 1.0 - ordered[row, place])
    tiny = np.finfo(float).tiny
    below, above = np.maximum(below, tiny), np.maximum(above, tiny)
    count = samples.shape[1]
    weights = (2.0 * np.arange(1, count + 1) - 1.0) / count
    distances = -count - (weights * (np.log(below) + np.log(above[:, ::-1]))).sum(axis=1)
    return np.asarray(distances)
