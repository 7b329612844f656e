"""Whom to ask next about recorded items."""

from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.plans import choose_next, measure_information


def test_most_information_per_price_is_asked_next():
    likelihoods = np.array([[[0.9, 0.1], [0.1, 0.9]], [[0.8, 0.2], [0.2, 0.8]], [[0.5, 0.5], [0.5, 0.5]]])
    shares = np.array([0.5, 0.5])
    gains = [measure_information(shares, each) for each in likelihoods]
    assert gains == [pytest.approx(0.368064, abs=1e-6), pytest.approx(0.192745, abs=1e-6), 0.0]
    order, left = np.array([2, 0, 1]), np.ones(3)
    assert choose_next(order, left, shares, likelihoods, np.array([1.0, 1.0, 1.0])) == 1
    assert choose_next(order, left, shares, likelihoods, np.array([4.0, 1.0, 1.0])) == 2
    assert choose_next(order, left, shares, likelihoods, np.array([1.0, 0.0, 0.0])) == 2
    assert choose_next(order, np.zeros(3), shares, likelihoods, np.ones(3)) == -1
