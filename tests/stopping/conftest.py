from __future__ import annotations

import pytest

from haversack.capabilities import AccuracyModel, Forecast, Moments, SizeEstimate


@pytest.fixture
def forecast():
    """A forecast like those of the paper's pools."""
    accuracy = AccuracyModel(0.77, 0.008, "beta", 17.0, 5.0)
    return Forecast(30, accuracy, SizeEstimate(9, "a guess"), Moments(0.0333, 0.0181))
