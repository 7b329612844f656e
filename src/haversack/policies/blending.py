"""How right a policy is on few items: counted verdicts blended with calibrated posteriors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

    Rows = tuple[IntArray, IntArray, IntArray, FloatArray]
    Fit = tuple[IntArray, IntArray]

_ENOUGH = 500.0
"""Number of items from which on counting says more than the posterior."""
_MOST_TRUST = 0.5
_SLOPES = np.arange(0.1, 1.55, 0.05)
_NO_USE, _USEFUL = 0.1, 0.5  # Slopes up to which the posterior does not count, and from which on it counts in full.
_LENGTHS = (2, 3, 5, 8, 15, 30)


def find_trust(items: float, slope: float) -> float:
    """Return the share of the posterior in the rightness of a verdict.

    Counting right verdicts is unbiased and noisy, and the best of a thousand policies on few items is mostly lucky. The
    posterior says less about shared mistakes and varies little. Where `calibrate` has to flatten it, it says little
    about anything, and favours policies that go by it: long orders of members who err together.

    Parameters
    ----------
    items
        Number of items.
    slope
        What `calibrate` returned.

    Examples
    --------
    >>> find_trust(50, 1.0), find_trust(1500, 0.8), find_trust(24_500, 0.5), find_trust(50, 0.1)
    (0.5, 0.25, 0.02, 0.0)
    """
    use = min(1.0, max(0.0, (slope - _NO_USE) / (_USEFUL - _NO_USE)))
    return use * min(_MOST_TRUST, _ENOUGH / (_ENOUGH + items))


def calibrate(rows: Rows, fitted: Fit, prices: FloatArray, accuracies: FloatArray) -> float:
    """Return the factor of the log-odds of the posterior with which it predicts best what is right.

    It is below 1 where members make the same mistakes: the posterior is then too sure of itself.

    Parameters
    ----------
    rows, fitted, prices
        As in `Records`, by tables that were counted on other items.
    accuracies
        Of the members; the best ones are asked.
    """
    order = np.argsort(-accuracies, kind="stable")
    odds, right, weights = [], [], []
    for length in _LENGTHS:
        if length > len(order) and length > _LENGTHS[0]:
            break
        verdicts, _, asked, posteriors = kernels.records.trace_order(order[:length], rows, fitted, prices, np.inf)
        given = asked > 0
        clipped = np.clip(posteriors[given], 1e-9, 1.0 - 1e-9)
        odds.append(np.log(clipped / (1.0 - clipped)))
        right.append(verdicts[given] == rows[1][given])
        weights.append(rows[3][given])
    signed = np.where(np.concatenate(right), -1.0, 1.0) * np.concatenate(odds)
    losses = np.logaddexp(0.0, _SLOPES[:, None] * signed) @ np.concatenate(weights)
    return float(_SLOPES[np.argmin(losses)])
