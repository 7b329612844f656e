"""The eight detectors of the optic disc, and what the paper's p_{l,k} may mean for panels of fewer than eight."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import attrs
import numpy as np

import haversack as hs
from haversack.energies import OddsCurve, SpatialVote

if TYPE_CHECKING:
    from haversack import FloatArray, IntArray
    from haversack_paper.experiment import Json

ACCURACIES = (0.220, 0.304, 0.319, 0.643, 0.754, 0.765, 0.958, 0.976)
SECONDS = (31.0, 38.0, 34.0, 69.0, 11.0, 7.0, 21.0, 90.0)
BUDGET = 0.8 * sum(SECONDS)
TABLE = (0.0, 0.11, 0.70, 0.93, 0.99, 1.0, 1.0, 1.0, 1.0)
"""p_{8,k}: the chance of a right decision with k right votes of 8."""

CURVE = OddsCurve(a=-3.43, b=101.7)
"""The paper's fit to the table."""

MEMBERS = len(ACCURACIES)


def pool() -> hs.Pool:
    """Return the detectors."""
    return hs.Pool(accuracies=ACCURACIES, costs=SECONDS)


@attrs.frozen
class OddSpatialVote(SpatialVote):
    """The spatial vote of panels of odd size alone, as Algorithm 1 looks at no others."""

    def error_weights(self, size: int) -> FloatArray:
        """Return 1 - w(size, k); even sizes are never right."""
        return super().error_weights(size) if size % 2 else np.ones(size + 1)

    def copies_losses(self, pool: hs.Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members, of any size: efficiencies know no odd and even."""
        return SpatialVote(curve=self.curve).copies_losses(pool, members, copies)


READINGS = {
    "curve": "w(l, k) = F(k/l), the paper's curve",
    "own-curve": "w(l, k) = F(k/l), our fit of the curve",
    "nearest": "the entry of the table nearest to 8k/l",
    "below": "the entry of the table at 8k/l rounded down",
    "between": "the table interpolated at 8k/l",
    "absent-wrong": "$p_{8,k}$ as it is: who is left out counts as a wrong vote",
    "odd-curve": "F(k/l), and odd sizes alone, as in Algorithm 1",
}
"""What w(l, k) may be for l < 8; the paper does not say."""


def energy(reading: str) -> SpatialVote:
    """Return the energy that a reading leads to."""
    if reading == "odd-curve":
        return OddSpatialVote(curve=CURVE)
    if reading in ("curve", "own-curve"):
        return SpatialVote(curve=CURVE if reading == "curve" else _own_curve())
    tables = [_table(reading, size) for size in range(1, MEMBERS + 1)]
    # Efficiencies are about more copies than there are members; there the curve has to serve.
    return SpatialVote(tables=tuple(tuple(table) for table in tables), curve=CURVE)


def _own_curve() -> OddsCurve:
    fit = SpatialVote(table=TABLE).fit
    assert fit is not None  # A table was given, not a curve.
    return fit.curve


def _table(reading: str, size: int) -> list[float]:
    entries, places = np.array(TABLE), MEMBERS * np.arange(size + 1) / size
    if reading == "nearest":
        found = entries[np.floor(places + 0.5).astype(int)]
    elif reading == "below":
        found = entries[MEMBERS * np.arange(size + 1) // size]
    elif reading == "between":
        found = np.interp(places, np.arange(MEMBERS + 1), entries)
    else:
        assert reading == "absent-wrong"
        found = entries[: size + 1]
    return [float(entry) for entry in found]


def feasible_sets(weights: SpatialVote) -> list[Json]:
    """Return all sets within the budget with their values, the best first, by plain enumeration."""
    found = []
    for size in range(1, MEMBERS + 1):
        right = 1.0 - weights.error_weights(size)
        for chosen in combinations(range(MEMBERS), size):
            if sum(SECONDS[member] for member in chosen) <= BUDGET:
                votes = np.ones(1)
                for member in chosen:
                    votes = np.convolve(votes, (1.0 - ACCURACIES[member], ACCURACIES[member]))
                found.append({"members": list(chosen), "value": float(right @ votes)})
    return sorted(found, key=lambda row: -row["value"])
