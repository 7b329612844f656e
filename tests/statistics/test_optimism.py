"""What was measured inside and outside of samples, put together."""

from __future__ import annotations

import numpy as np
import pytest

from haversack.statistics.optimism import Measured, correct_by_bootstrap


def test_panels_are_measured_by_weighted_items():
    rightness = np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [np.nan] * 3])
    measured = Measured.of(rightness, np.array([1.0, 1.0, 2.0]))
    assert measured.accuracies[:2] == pytest.approx([0.75, 0.5])
    assert measured.squares[:2] == pytest.approx([0.0, 0.75])
    assert np.isnan(measured.accuracies[2])


def test_the_632_estimate_lies_between_inside_and_outside():
    shown = Measured(np.array([0.9]), np.array([0.0]))
    outside = [Measured(np.array([share]), np.array([0.1])) for share in (0.6, 0.8)]
    estimate = correct_by_bootstrap(shown, outside)
    assert estimate.accuracies[0] == pytest.approx(0.36788 * 0.9 + 0.63212 * 0.7, abs=1e-5)
    assert estimate.squares[0] == pytest.approx(0.063212, abs=1e-6)
