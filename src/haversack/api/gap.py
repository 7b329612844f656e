"""The optimality gap: one formula for rules, results and reports."""

from __future__ import annotations

import math

ROUNDING = 1e-12
"""A bound that misses the loss by no more than this share of it differs from it only by rounding."""


def measure_gap(loss: float, bound: float) -> float | None:
    """Return the largest share of a loss that another set could remove.

    Parameters
    ----------
    loss
        Of the best set.
    bound
        Proved lower bound on the loss of every feasible set.

    Returns
    -------
    float or None
        At least 0, and 0 where they differ only by rounding; None where loss or bound is infinite, or where the loss is
        0 and the bound below it: then there is no share.

    Examples
    --------
    >>> measure_gap(0.5, 0.25), measure_gap(-100.0, -105.0), measure_gap(0.0, -1.0)
    (0.5, 0.05, None)
    """
    if not (math.isfinite(loss) and math.isfinite(bound)):
        return None
    missing = loss - bound
    if missing <= ROUNDING * abs(loss):
        return 0.0
    gap = missing / abs(loss) if loss else math.inf
    return gap if math.isfinite(gap) else None
