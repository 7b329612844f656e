"""The probability of a right decision as a function of the share of correct votes."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs
import numpy as np

from haversack.validators import negative_finite, positive_finite

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


@runtime_checkable
class Curve(Protocol):
    """A non-decreasing function from the share of correct votes to the probability of a right decision."""

    def errors(self, shares: FloatArray) -> FloatArray:
        """Return one minus the probability of a right decision, in [0, 1] and with full relative precision.

        `shares` lies in [0, 1]. Deterministic; mutates nothing.
        """


@attrs.frozen
class OddsCurve:
    """F(x) = b / (b + (x/(1 - x))^a): a logistic function of the log-odds of the share.

    Parameters
    ----------
    a
        Steepness; below 0, so that the curve rises from 0 to 1.
    b
        Position, above 0.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 5.3.

    Examples
    --------
    >>> curve = OddsCurve(a=-3.43, b=101.7)
    >>> (1 - curve.errors(np.array([0.0, 0.617375, 1.0]))).round(7).tolist()
    [0.0, 0.9980981, 1.0]
    """

    a: float = attrs.field(validator=negative_finite)
    b: float = attrs.field(validator=positive_finite)

    def errors(self, shares: FloatArray) -> FloatArray:
        """Return 1 - F = 1 / (1 + b odds^-a)."""
        return _odds_errors(shares, self.a, self.b)


def _odds_errors(shares: FloatArray, a: float, b: float) -> FloatArray:
    with np.errstate(divide="ignore", over="ignore"):
        log_odds = np.log(shares) - np.log1p(-shares)
        return np.asarray(1.0 / (1.0 + b * np.exp(-a * log_odds)))


@attrs.frozen
class CurveFit:
    """A curve fitted to tables.

    Parameters
    ----------
    curve
        The curve.
    a_error, b_error
        Standard errors of its parameters.
    r_squared
        Share of the variance of the tables that the curve explains.
    residual
        Largest absolute difference between curve and tables.
    """

    curve: OddsCurve
    a_error: float
    b_error: float
    r_squared: float
    residual: float


def fit_odds_curve(tables: tuple[tuple[float, ...], ...]) -> CurveFit:
    """Fit F to tables of w(l, 0..l) by least squares.

    The ends are not used: F(0) = 0 and F(1) = 1 for all parameters.
    """
    from scipy.optimize import curve_fit

    shares = np.concatenate([np.arange(1, len(table) - 1) / (len(table) - 1) for table in tables])
    chances = np.concatenate([np.array(table[1:-1]) for table in tables])
    if shares.size < 3:
        raise ValueError("a curve needs at least three inner values: a table for four members, or several tables")

    def chance(x: FloatArray, a: float, log_b: float) -> FloatArray:
        return 1.0 - _odds_errors(x, a, float(np.exp(log_b)))

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # For a table of zeros and ones only, steeper curves always fit better.
        warnings.simplefilter("error")
        try:
            (a, log_b), covariance = curve_fit(chance, shares, chances, p0=(-2.0, 2.0), maxfev=10_000)
        except (Warning, RuntimeError) as error:
            raise ValueError("the tables do not determine a curve") from error
    if not (np.isfinite(covariance).all() and a < 0.0):
        raise ValueError("the tables do not determine a rising curve")
    b = float(np.exp(log_b))
    residuals = chances - chance(shares, a, log_b)
    a_error, log_b_error = np.sqrt(np.diag(covariance))
    return CurveFit(
        curve=OddsCurve(float(a), b),
        a_error=float(a_error),
        b_error=float(b * log_b_error),
        r_squared=float(1.0 - (residuals**2).sum() / ((chances - chances.mean()) ** 2).sum()),
        residual=float(np.abs(residuals).max()),
    )
