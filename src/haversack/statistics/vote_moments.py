"""Mean and standard deviation of a counted vote over random members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.api.energy import Moments

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_NEGLIGIBLE = 1e-18
_LARGE = 0.25  # Above this, so many degrees contribute that the recurrence is unstable.


def compute_vote_moments(weights: FloatArray, accuracy_mean: float, accuracy_variance: float) -> Moments:
    """Return the moments of q if k correct votes of l = len(weights) - 1 err with probability ``weights[k]``.

    For a pair of panels whose members are right together with correlation rho = s2 / (mu (1 - mu)), the numbers X, Y of
    right votes are binomial with E[w(X) w(Y)] = sum_j rho^j c_j^2, where c_j = E[w(X) phi_j(X)] and phi_j are the
    orthonormal (Krawtchouk) polynomials of Binomial(l, mu). That is the second moment of the error; its part of degree
    j = 0 is the squared mean, so the variance is the rest of the sum: O(l) for each degree, without subtraction. If rho
    is large, many degrees contribute, and the covariance is computed by conditioning instead.

    Examples
    --------
    >>> moments = compute_vote_moments(np.array([1.0, 1.0, 0.0, 0.0]), 0.7, 0.01)
    >>> round(moments.mean_error, 6)
    0.216
    """
    size = len(weights) - 1
    root_chances = np.exp(0.5 * _log_chances(size, accuracy_mean))
    mean_error = float(np.sum(weights * root_chances**2))
    spread = accuracy_mean * (1.0 - accuracy_mean)
    if spread <= 0.0 or accuracy_variance <= 0.0:
        return Moments(mean_error, 0.0)
    rho = min(1.0, accuracy_variance / spread)
    if rho > _LARGE:
        return Moments(mean_error, _deviation_by_conditioning(weights, root_chances**2, mean_error, accuracy_mean, rho))
    right = np.arange(size + 1)
    weighted = weights * root_chances
    before, current = np.zeros(size + 1), root_chances  # phi_j times the root of the chances
    variance, factor = 0.0, 1.0
    for degree in range(size):
        centre = accuracy_mean * (size - degree) + (1.0 - accuracy_mean) * degree
        falling = np.sqrt(spread * degree * (size - degree + 1))
        rising = np.sqrt(spread * (degree + 1) * (size - degree))
        before, current = current, ((right - centre) * current - falling * before) / rising
        factor *= rho
        variance += factor * float(np.sum(weighted * current)) ** 2
        # The remaining terms sum to at most rho^j times the second moment.
        if factor * rho * float(np.sum(weighted**2)) < _NEGLIGIBLE * variance:
            break
    return Moments(mean_error, float(np.sqrt(variance)))


def _deviation_by_conditioning(
    weights: FloatArray, chances: FloatArray, mean_error: float, accuracy_mean: float, rho: float
) -> float:
    """Return the standard deviation as the root of Cov(w(X), w(Y)) = E[(w(X) - m) E[w(Y) - m | X]].

    Given X = k, each of k members is right again with probability mu + rho (1 - mu), and each of the others with
    mu (1 - rho). The mean of w(Y) is then the k-th Bernstein coefficient of w on the interval between the two: two
    passes of de Casteljau's algorithm, O(l^2), convex combinations only.
    """
    low, high = accuracy_mean * (1.0 - rho), accuracy_mean + rho * (1.0 - accuracy_mean)
    given = weights - mean_error
    size = len(given) - 1
    for step in range(1, size + 1):
        given[step:] = (1.0 - high) * given[step - 1 : -1] + high * given[step:]
    share = low / high
    for step in range(1, size + 1):
        given[: size - step + 1] = (1.0 - share) * given[: size - step + 1] + share * given[1 : size - step + 2]
    return float(np.sqrt(max(0.0, float(np.sum(chances * (weights - mean_error) * given)))))


def _log_chances(size: int, probability: float) -> FloatArray:
    """Return log P(Binomial(size, probability) = k) for all k."""
    from scipy.special import betaln, xlog1py, xlogy

    right = np.arange(size + 1)
    choices = -np.log1p(size) - betaln(size - right + 1, right + 1)
    return np.asarray(choices + xlogy(right, probability) + xlog1py(size - right, -probability))
