"""Families of distributions for q, fitted by maximum likelihood.

Everything is computed from the errors e = 1 - q, because q itself has too few digits where it is close to 1. A density
of q is one of e, so likelihoods of families for q and for 1 - q can be compared as they are.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack import FloatArray

    Function = Callable[[FloatArray], FloatArray]

_LARGE = 1e4  # From here on a few terms of Stirling's series are as good as the gamma function.
_STEEPEST = -1.0  # Below this shape a generalised extreme value density has no largest likelihood.


@attrs.frozen
class Fit:
    """A fitted distribution of q: logarithms of its density, and probabilities that q is at most 1 - e, at errors e."""

    log_densities: Function
    below: Function


@attrs.frozen
class Family:
    """A family of distributions: how to fit it to a sample of errors, and how many parameters are fitted."""

    name: str
    fit: Callable[[FloatArray], Fit]
    parameters: int = 2

    def measure(self, errors: FloatArray) -> dict[str, float]:
        """Return Akaike's criterion and the Kolmogorov-Smirnov distance of the family from a sample."""
        fit = self.fit(errors)
        likelihood = float(fit.log_densities(errors).sum())
        return {"aic": 2.0 * self.parameters - 2.0 * likelihood, "ks": distance(fit.below(np.sort(errors)[::-1]))}


def distance(below: FloatArray) -> float:
    """Return the Kolmogorov-Smirnov distance, given a distribution function at the sorted sample."""
    steps = np.arange(len(below) + 1) / len(below)
    return float(max((steps[1:] - below).max(), (below - steps[:-1]).max()))


def _fit_beta(errors: FloatArray) -> Fit:
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


def _fit_normal(errors: FloatArray) -> Fit:
    from scipy.special import ndtr

    mean, deviation = float(errors.mean()), float(errors.std())
    constant = math.log(deviation * math.sqrt(math.tau))
    return Fit(lambda e: -0.5 * ((e - mean) / deviation) ** 2 - constant, lambda e: ndtr((mean - e) / deviation))


def _scale(errors: FloatArray, reflected: bool) -> tuple[float, Function, Function]:
    """Return the mean of q or, reflected, of e, and that variable as a multiple x of it: x - 1, and log x precisely."""
    mean = float(errors.mean()) if reflected else 1.0 - float(errors.mean())
    if reflected:
        return mean, lambda e: (e - mean) / mean, lambda e: np.log(e / mean)
    return mean, lambda e: (1.0 - mean - e) / mean, lambda e: np.log1p((1.0 - mean - e) / mean)


def _fit_gamma(errors: FloatArray, *, reflected: bool) -> Fit:
    from scipy.special import digamma, gammainc, gammaln, polygamma

    mean, excess, logs = _scale(errors, reflected)
    spread = float((excess(errors) - logs(errors)).mean())
    shape = (3.0 - spread + math.sqrt((spread - 3.0) ** 2 + 24.0 * spread)) / (12.0 * spread)
    if shape < _LARGE:
        for _ in range(20):
            slope = math.log(shape) - float(digamma(shape)) - spread
            shape /= 1.0 + slope / (1.0 - shape * float(polygamma(1, shape)))
        constant = shape * math.log(shape) - shape - float(gammaln(shape))
    else:
        shape = 1.0 / (2.0 * spread) + 1.0 / 6.0
        constant = 0.5 * math.log(shape / math.tau) - 1.0 / (12.0 * shape)
    constant -= math.log(mean)
    return Fit(
        lambda e: constant - shape * (excess(e) - logs(e)) - logs(e),
        lambda e: _below(gammainc(shape, shape * (1.0 + excess(e))), reflected),
    )


def _fit_weibull(errors: FloatArray, *, reflected: bool) -> Fit:
    from scipy.optimize import brentq

    mean, _, logs = _scale(errors, reflected)
    values = logs(errors)
    top, mean_log = float(values.max()), float(values.mean())

    def slope(log_shape: float) -> float:
        shape = math.exp(log_shape)
        weights = np.exp(shape * (values - top))
        return float((weights * (values - mean_log)).sum() / weights.sum()) - 1.0 / shape

    guess = math.log(1.0 / float(values.std()))
    shape = math.exp(brentq(slope, guess - 5.0, guess + 5.0, xtol=1e-12))
    log_scale = top + math.log(float(np.exp(shape * (values - top)).mean())) / shape
    constant = math.log(shape) - log_scale - math.log(mean)

    def log_densities(e: FloatArray) -> FloatArray:
        scaled = logs(e) - log_scale
        return np.asarray(constant + (shape - 1.0) * scaled - np.exp(shape * scaled))

    return Fit(log_densities, lambda e: _below(-np.expm1(-np.exp(shape * (logs(e) - log_scale))), reflected))


def _standardise(errors: FloatArray, reflected: bool) -> tuple[Function, float]:
    """Return a variable of mean 0 and variance 1 that rises with q or, reflected, with e; and the deviation."""
    mean, deviation = float(errors.mean()), float(errors.std())
    sign = 1.0 if reflected else -1.0
    return lambda e: sign * (e - mean) / deviation, deviation


def _below(lower_tails: FloatArray, reflected: bool) -> FloatArray:
    """Return the probabilities that q is smaller, from those that the fitted variable, q or e, is."""
    return 1.0 - lower_tails if reflected else lower_tails


def _fit_gumbel(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a Gumbel distribution: of maxima, with its long tail on the right of q, or reflected, on the left."""
    from scipy.optimize import brentq

    standard, deviation = _standardise(errors, reflected)
    values = standard(errors)
    least = float(values.min())

    def slope(scale: float) -> float:
        weights = np.exp((least - values) / scale)
        return scale + float((weights * values).sum() / weights.sum())

    scale = brentq(slope, 1e-3, 10.0, xtol=1e-12)
    place = least - scale * math.log(float(np.exp((least - values) / scale).mean()))

    def log_densities(e: FloatArray) -> FloatArray:
        reduced = (standard(e) - place) / scale
        with np.errstate(over="ignore"):  # Far below all data the density is 0.
            return np.asarray(-reduced - np.exp(-reduced) - math.log(scale * deviation))

    return Fit(log_densities, lambda e: _below(np.exp(-np.exp(-((standard(e) - place) / scale))), reflected))


def _fit_extreme_value(errors: FloatArray, *, reflected: bool) -> Fit:
    """Fit a generalised extreme value distribution of maxima of q or, reflected, of 1 - q."""
    from scipy.optimize import minimize

    standard, deviation = _standardise(errors, reflected)
    values = standard(errors)

    def reduce(z: FloatArray, shape: float, scale: float, place: float) -> FloatArray:
        """Return -log of the distribution function; outside the support infinity or 0."""
        y = (z - place) / scale
        if abs(shape) < 1e-9:
            return np.asarray(np.exp(-y))
        with np.errstate(divide="ignore", over="ignore"):
            return np.asarray(np.maximum(1.0 + shape * y, 0.0) ** (-1.0 / shape))

    def log_density(z: FloatArray, shape: float, scale: float, place: float) -> FloatArray:
        tail = reduce(z, shape, scale, place)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = (1.0 + shape) * np.log(tail) - tail - math.log(scale)
        return np.where((tail > 0.0) & np.isfinite(tail), logs, -np.inf)

    def loss(parameters: FloatArray) -> float:
        shape, log_scale, place = parameters
        if shape < _STEEPEST or abs(log_scale) > 20.0:
            return math.inf
        return -float(log_density(values, shape, math.exp(log_scale), place).sum())

    # Two starts without a bound, and one with a bound just outside the data, for densities that rise towards it.
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
        lambda e: _below(np.exp(-reduce(standard(e), shape, scale, place)), reflected),
    )


AS_NAMED = (
    Family("beta", _fit_beta),
    Family("gamma", partial(_fit_gamma, reflected=False)),
    Family("normal", _fit_normal),
    Family("Weibull", partial(_fit_weibull, reflected=False)),
    Family("Gumbel, maxima", partial(_fit_gumbel, reflected=False)),
)
"""The paper's five, of q itself; extreme values as in textbooks, with the long tail on the right."""

BOTH_WAYS = (
    *AS_NAMED,
    Family("gamma of 1 - q", partial(_fit_gamma, reflected=True)),
    Family("Weibull of 1 - q", partial(_fit_weibull, reflected=True)),
    Family("Gumbel, minima", partial(_fit_gumbel, reflected=True)),
)
"""The same, and those that are not symmetric reflected as well: q has its long tail on the left."""

ALL = (
    *BOTH_WAYS,
    Family("extreme value, maxima", partial(_fit_extreme_value, reflected=False), parameters=3),
    Family("extreme value, minima", partial(_fit_extreme_value, reflected=True), parameters=3),
)
"""The same and the generalised extreme value distribution, which has one more parameter."""

COMPARISONS = {"as named": AS_NAMED, "both ways": BOTH_WAYS, "and generalised": ALL}
