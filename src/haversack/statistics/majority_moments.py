"""Mean and standard deviation of the majority vote over random members."""

from __future__ import annotations

import math

from haversack.api.energy import Moments
from haversack.statistics.binomial import compute_majority_errors
from haversack.statistics.vote_moments import compute_vote_moments

_NEGLIGIBLE = 1e-18
_LARGE = 0.5
_RESCALED_FROM = 1e100


def compute_majority_moments(size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
    """Return the moments of q for `size` members whose accuracies are independent draws.

    With mu, s2 the mean and variance of an accuracy, q is a polynomial in the accuracies of degree one in each.
    Expanded about mu, its terms are uncorrelated, and those of degree j add up to a variance of

        rho^j l mu (1 - mu) / j  *  b^2  *  phi_{j-1}(K - 1)^2,     rho = s2 / (mu (1 - mu)),

    with K = floor(l/2) + 1, b = P(Binomial(l - 1, mu) = K - 1), and phi_j the orthonormal (Krawtchouk) polynomials of
    Binomial(l - 1, mu). The sum over j = 1..l equals the paper's triple sum, but takes O(l) operations and no
    subtraction, so it is as precise at an error of 1e-200 as at 0.1.

    Examples
    --------
    >>> moments = compute_majority_moments(9, 17 / 22, 17 * 5 / (22**2 * 23))
    >>> f"{1 - moments.mean_error:.10f} {moments.standard_deviation ** 2:.9e}"
    '0.9666940589 3.274098354e-04'
    """
    import numpy as np

    mean_error = float(compute_majority_errors(np.array(size), np.array(accuracy_mean)))
    spread = accuracy_mean * (1.0 - accuracy_mean)
    if spread <= 0.0 or accuracy_variance <= 0.0:
        return Moments(mean_error, 0.0)
    # The largest variance of a variable in [0, 1] with this mean; a sample variance (n - 1) can exceed it.
    rho = min(1.0, accuracy_variance / spread)
    if rho > _LARGE:
        # The recurrence below is unstable if very many degrees contribute.
        return compute_vote_moments(
            (2 * np.arange(size + 1) <= size).astype(np.float64), accuracy_mean, accuracy_variance
        )
    others, votes = size - 1, size // 2
    log_sum = _log_polynomial_sum(others, votes, accuracy_mean, rho)
    log_variance = math.log(rho * size * spread) + 2.0 * _log_binomial(others, votes, accuracy_mean) + log_sum
    return Moments(mean_error, math.exp(0.5 * log_variance))


def _log_binomial(trials: int, successes: int, probability: float) -> float:
    """Return log P(Binomial(trials, probability) = successes)."""
    from scipy.special import betaln

    log_choices = -math.log1p(trials) - float(betaln(trials - successes + 1, successes + 1))
    return log_choices + successes * math.log(probability) + (trials - successes) * math.log1p(-probability)


def _log_polynomial_sum(trials: int, at: int, probability: float, rho: float) -> float:
    """Return log sum_{j=0}^{trials} rho^j / (j + 1) phi_j(at)^2 by the three-term recurrence."""
    root = math.sqrt(rho)
    spread = probability * (1.0 - probability)
    before, current = 0.0, 1.0  # rho^(j/2) phi_j for j - 1 and j
    total, log_scale = 1.0, 0.0
    for degree in range(trials):
        centre = probability * (trials - degree) + (1.0 - probability) * degree
        falling = math.sqrt(spread * degree * (trials - degree + 1))
        rising = math.sqrt(spread * (degree + 1) * (trials - degree))
        before, current = current, root * ((at - centre) * current - root * falling * before) / rising
        total += current * current / (degree + 2)
        # Two terms in a row, because one of them may be close to a zero of the polynomial.
        if current * current + before * before < _NEGLIGIBLE * total and rho < 1.0:
            break
        if abs(current) > _RESCALED_FROM:
            before, current, total = before / _RESCALED_FROM, current / _RESCALED_FROM, total / _RESCALED_FROM**2
            log_scale += 2.0 * math.log(_RESCALED_FROM)
    return math.log(total) + log_scale
