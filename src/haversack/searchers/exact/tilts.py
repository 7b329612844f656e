"""Members and panels under a tilt; `haversack.kernels.tilts` defines gain, share and spread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


def tilt_members(accuracies: FloatArray, tilt: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the gain, the share and 1 - share of each member.

    A share near 1 has lost the digits of 1 - share; its spread, share (1 - share), has not.
    """
    count = len(accuracies)
    gains, shares, spreads = np.empty(count), np.empty(count), np.empty(count)
    kernels.tilts.tilt_members(accuracies, tilt, gains, shares, spreads)
    rests = np.divide(spreads, shares, out=1.0 - shares, where=shares > 0.5)
    return gains, shares, rests


def find_panel_tilt(accuracies: FloatArray) -> float:
    """Return the tilt at which as many right votes of a panel are expected as when it errs."""
    return kernels.tilts.find_panel_tilt(np.ascontiguousarray(accuracies), len(accuracies))
