"""Families of distributions for q, fitted by maximum likelihood.

Everything is computed from the errors e = 1 - q, because q itself has too few digits where it is close to 1. A density
of q is one of e, so likelihoods of families for q and for 1 - q can be compared as they are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack import FloatArray

_LARGE = 1e4  # From here on a few terms of Stirling's series are as good as the gamma function.
_STEEPEST = -1.0  # Below this shape a generalised extreme value density has no largest likelihood.


@attrs.frozen
class Fit:
    """A fitted distribution of q.

    Parameters
    ----------
    log_densities
        From errors to the logarithms of the density of q there.
    below
        From errors to the probabilities that q is at most 1 - e.
    """

    log_densities: Callable[[FloatArray], FloatArray]
    below: Callable[[FloatArray], FloatArray]


@attrs.frozen
class Family:
    """A family of distributions.

    Parameters
    ----------
    name
        As it is shown.
    parameters
        How many are fitted.
    fit
        From a sample of errors to the likeliest member of the family.
    """

    name: str
    parameters: int
    fit: Callable[[FloatArray], Fit]

    def measured(self, errors: FloatArray) -> dict[str, float]:
        """Return Akaike's criterion and the Kolmogorov-Smirnov distance of the family from a sample."""
        fit = self.fit(errors)
        likelihood = float(fit.log_densities(errors).sum())
        return {"aic": 2.0 * self.parameters - 2.0 * likelihood, "ks": distance(fit.below(np.sort(errors)[::-1]))}


def distance(below: FloatArray) -> float:
    """Return the Kolmogorov-Smirnov distance, given a distribution function at the sorted sample."""
    count = len(below)
    steps = np.arange(count + 1) / count
    return float(max((steps[1:] - below).max(), (below - steps[:-1]).max()))


def fit_beta_family(errors: FloatArray) -> Fit:
    """Fit a beta distribution; of e it is one too, with its parameters exchanged."""
    from scipy.special import betainc, betaln

    from haversack.statistics.beta import fit_beta

    fit = fit_beta(errors)
    assert fit is not None  # Errors of random panels differ, and are neither 0 nor 1.
    first, second = fit.alpha, fit.beta
    constant = float(betaln(first, second))
    return Fit(
        lambda e: (first - 1.0) * np.log(e) + (second - 1.0) * np.log1p(-e) - constant,
        lambda e: 1.0 - betainc(first, second, e),
    )


def fit_normal(errors: FloatArray) -> Fit:
    """Fit a normal distribution."""
    from scipy.special import ndtr

    mean, deviation = float(errors.mean()), float(errors.std())
    constant = math.log(deviation * math.sqrt(math.tau))
    return Fit(
        lambda e: -0.5 * ((e - mean) / deviation) ** 2 - constant,
        lambda e: ndtr((mean - e) / deviation),
    )


@attrs.frozen
class _Positive:
    """A positive variable, q or e, as a multiple x = 1 + d of its mean, with log x to full precision."""

    mean: float
    reflected: bool

    def excess(self, errors: FloatArray) -> FloatArray:
        """Return d."""
        return (errors - self.mean) / self.mean if self.reflected else (1.0 - self.mean - errors) / self.mean

    def logs(self, errors: FloatArray) -> FloatArray:
        """Return log x."""
        return np.log(errors / self.mean) if self.reflected else np.log1p(self.excess(errors))

    def below(self, lower_tails: FloatArray) -> FloatArray:
        """Return the probabilities that q is smaller, from those that the variable is."""
        return 1.0 - lower_tails if self.reflected else lower_tails


def _positive(errors: FloatArray, reflected: bool) -> _Positive:
    mean = float(errors.mean())
    return _Positive(mean if reflected else 1.0 - mean, reflected)


def fit_gamma(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a gamma distribution to q or, reflected, to 1 - q."""
    from scipy.special import digamma, gammainc, gammaln, polygamma

    variable = _positive(errors, reflected)
    spread = float((variable.excess(errors) - variable.logs(errors)).mean())
    shape = (3.0 - spread + math.sqrt((spread - 3.0) ** 2 + 24.0 * spread)) / (12.0 * spread)
    for _ in range(20 if shape < _LARGE else 0):
        slope = math.log(shape) - float(digamma(shape)) - spread
        shape /= 1.0 + slope / (1.0 - shape * float(polygamma(1, shape)))
    if shape < _LARGE:
        constant = shape * math.log(shape) - shape - float(gammaln(shape))
    else:
        shape = 1.0 / (2.0 * spread) + 1.0 / 6.0
        constant = 0.5 * math.log(shape / math.tau) - 1.0 / (12.0 * shape)
    constant -= math.log(variable.mean)
    return Fit(
        lambda e: constant - shape * (variable.excess(e) - variable.logs(e)) - variable.logs(e),
        lambda e: variable.below(gammainc(shape, shape * (1.0 + variable.excess(e)))),
    )


def fit_weibull(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a Weibull distribution to q or, reflected, to 1 - q."""
    from scipy.optimize import brentq

    variable = _positive(errors, reflected)
    logs = variable.logs(errors)
    top, mean_log = float(logs.max()), float(logs.mean())

    def slope(log_shape: float) -> float:
        shape = math.exp(log_shape)
        weights = np.exp(shape * (logs - top))
        return float((weights * (logs - mean_log)).sum() / weights.sum()) - 1.0 / shape

    guess = math.log(1.0 / float(logs.std()))
    shape = math.exp(brentq(slope, guess - 5.0, guess + 5.0, xtol=1e-12))
    log_scale = top + math.log(float(np.exp(shape * (logs - top)).mean())) / shape
    constant = math.log(shape) - log_scale - math.log(variable.mean)

    def log_densities(e: FloatArray) -> FloatArray:
        scaled = variable.logs(e) - log_scale
        return np.asarray(constant + (shape - 1.0) * scaled - np.exp(shape * scaled))

    return Fit(
        log_densities,
        lambda e: variable.below(-np.expm1(-np.exp(shape * (variable.logs(e) - log_scale)))),
    )


def fit_gumbel(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a Gumbel distribution: of maxima, with its long tail on the right of q, or reflected, on the left."""
    from scipy.optimize import brentq

    standard, sign, deviation = _standardised(errors, reflected)
    values = standard(errors)
    least = float(values.min())

    def slope(scale: float) -> float:
        weights = np.exp((least - values) / scale)
        return scale + float((weights * values).sum() / weights.sum())

    scale = brentq(slope, 1e-3, 10.0, xtol=1e-12)
    place = least - scale * math.log(float(np.exp((least - values) / scale).mean()))

    def reduced(e: FloatArray) -> FloatArray:
        return np.asarray((standard(e) - place) / scale)

    def log_densities(e: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):  # Far below all data the density is 0.
            return np.asarray(-reduced(e) - np.exp(-reduced(e)) - math.log(scale * deviation))

    return Fit(log_densities, lambda e: _up_to(np.exp(-np.exp(-reduced(e))), sign))


def fit_extreme_value(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a generalised extreme value distribution of maxima of q or, reflected, of 1 - q."""
    from scipy.optimize import minimize

    standard, sign, deviation = _standardised(errors, reflected)

    def reduced(z: FloatArray, shape: float, scale: float, place: float) -> FloatArray:
        """Return -log of the distribution function; outside the support infinity or 0."""
        y = (z - place) / scale
        if abs(shape) < 1e-9:
            return np.asarray(np.exp(-y))
        inside = np.maximum(1.0 + shape * y, 0.0)
        with np.errstate(divide="ignore", over="ignore"):
            return np.asarray(inside ** (-1.0 / shape))

    def log_density(z: FloatArray, shape: float, scale: float, place: float) -> FloatArray:
        tail = reduced(z, shape, scale, place)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = (1.0 + shape) * np.log(tail) - tail - math.log(scale)
        return np.where((tail > 0.0) & np.isfinite(tail), logs, -np.inf)

    values = standard(errors)

    def loss(parameters: FloatArray) -> float:
        shape, log_scale, place = parameters
        if shape < _STEEPEST or abs(log_scale) > 20.0:
            return math.inf
        return -float(log_density(values, shape, math.exp(log_scale), place).sum())

    # Two starts: without a bound, and with one just outside the data, for densities that rise towards their bound.
    bounded = (-0.7, math.log(0.7 * (float(values.max()) + 0.01)), 0.0)
    starts = [(0.0, math.log(0.78), -0.45), (0.3, math.log(0.6), -0.5), bounded]
    with np.errstate(invalid="ignore"):  # The simplex subtracts infinities where it has left the support.
        found = [
            minimize(loss, start, method="Nelder-Mead", options={"maxiter": 2_000, "xatol": 1e-7, "fatol": 1e-7})
            for start in starts
            if math.isfinite(loss(np.array(start)))
        ]
    shape, log_scale, place = min(found, key=lambda result: float(result.fun)).x
    scale = math.exp(log_scale)
    return Fit(
        lambda e: log_density(standard(e), shape, scale, place) - math.log(deviation),
        lambda e: _up_to(np.exp(-reduced(standard(e), shape, scale, place)), sign),
    )


def _standardised(errors: FloatArray, reflected: bool) -> tuple[Callable[[FloatArray], FloatArray], float, float]:
    """Return a variable of mean 0 and variance 1 that rises with q or, reflected, falls; its sign; the deviation."""
    mean, deviation = float(errors.mean()), float(errors.std())
    sign = 1.0 if reflected else -1.0
    return lambda e: sign * (e - mean) / deviation, sign, deviation


def _up_to(tails: FloatArray, sign: float) -> FloatArray:
    return 1.0 - tails if sign > 0.0 else tails
