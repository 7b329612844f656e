"""STOP: the value of q at which a search may end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs

if TYPE_CHECKING:
    from haversack.api.energy import Moments

_TABLE = ((1.0, 0.6), (2.5, 0.8), (3.5, 0.9), (math.inf, 0.95))
"""The paper's Table 1: upper limits of gamma, with the probability of the quantile."""

_GAMMA_LIMIT = 1e9


@attrs.frozen
class Threshold:
    """A threshold on q, with the numbers it was computed from.

    Parameters
    ----------
    rule
        Which of the paper's two rules it comes from.
    error
        1 - STOP with full relative precision; at most 0 if STOP cannot be reached.
    alpha, beta, mode, gamma, quantile
        As in `Plan`.
    """

    rule: Literal["beta", "normal"]
    error: float
    alpha: float | None = None
    beta: float | None = None
    mode: float | None = None
    gamma: float | None = None
    quantile: float | None = None


def paper_threshold(moments: Moments, size: int) -> Threshold:
    """Return the beta threshold if a beta distribution with a mode above 1/2 fits q, else the normal one."""
    shape = compute_beta_shape(moments)
    if shape is not None and 1.0 < shape[1] < shape[0]:
        return compute_beta_threshold(moments, *shape)
    return compute_normal_threshold(moments, size, shape)


def compute_beta_threshold(moments: Moments, alpha: float, beta: float, *, quantile: float | None = None) -> Threshold:
    """Return a quantile of Beta(alpha, beta); if `quantile` is omitted, that of the paper's Table 1."""
    error_mode = (beta - 1.0) / (alpha + beta - 2.0)
    gamma = error_mode / moments.standard_deviation
    if quantile is None:
        quantile = next(probability for most, probability in _TABLE if gamma <= most)
    return Threshold(
        rule="beta",
        error=_error_quantile(alpha, beta, quantile),
        alpha=alpha,
        beta=beta,
        mode=1.0 - error_mode,
        gamma=gamma,
        quantile=quantile,
    )


def compute_normal_threshold(
    moments: Moments, size: int, shape: tuple[float, float] | None = None, *, level: float = 0.9
) -> Threshold:
    """Return mean + z(level) sd / sqrt(size); `shape` is only recorded."""
    from scipy.special import ndtri

    error = moments.mean_error - float(ndtri(level)) * moments.standard_deviation / math.sqrt(size)
    alpha, beta = shape if shape is not None else (None, None)
    return Threshold(rule="normal", error=error, alpha=alpha, beta=beta)


def compute_beta_shape(moments: Moments) -> tuple[float, float] | None:
    """Return the parameters of the beta distribution with these moments, or None if there is none.

    The paper's alpha = ((1 - m)/v - 1/m) m^2 and beta = alpha (1/m - 1), written with the error e = 1 - m and
    sd/e, which stay representable when v = sd^2 no longer is.
    """
    error, deviation = moments.mean_error, moments.standard_deviation
    if deviation <= 0.0 or not 0.0 < error < 1.0:
        return None
    relative = deviation / error
    beta = (1.0 - error) / (relative * relative) - error
    alpha = beta * ((1.0 - error) / error)
    return (alpha, beta) if beta > 0.0 and math.isfinite(alpha) else None


def _error_quantile(alpha: float, beta: float, probability: float) -> float:
    """Return 1 - x for the given quantile x of Beta(alpha, beta), precise where x is close to 1."""
    from scipy.special import betaincinv, gammaincinv

    if alpha > _GAMMA_LIMIT * (1.0 + beta):
        # Close to 1, 1 - x is a gamma variable divided by alpha, up to a relative error of beta/alpha.
        return float(gammaincinv(beta, 1.0 - probability)) / alpha
    return float(betaincinv(beta, alpha, 1.0 - probability))
