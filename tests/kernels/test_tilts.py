from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.tilts import find_panel_tilt, find_tilt
from oracles import odd_log_error, panel_tilt
from tilted import log_integral, tilt_all


@given(accuracies=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=9), tilt=st.floats(0.01, 20.0))
def test_the_logarithm_of_the_error_is_the_sum_of_gains_and_the_rest(accuracies, tilt):
    panel = accuracies if len(accuracies) % 2 else accuracies[:-1]
    log_error = odd_log_error(panel)
    if len(panel) == 0 or log_error < -600:
        return
    gains, shares, spreads, skew = tilt_all(panel, tilt)
    rests = (1.0 - np.array(panel)) * math.exp(0.5 * tilt) / np.exp(gains)
    assert gains.sum() + log_integral(shares, tilt, rests) == pytest.approx(log_error, rel=1e-10, abs=1e-10)
    assert spreads == pytest.approx(shares * (1 - shares), rel=1e-9, abs=1e-15)
    assert skew == pytest.approx(max(abs(2 * shares - 1)), abs=1e-12)


@given(accuracies=st.lists(st.floats(0.01, 0.99), min_size=3, max_size=9))
def test_the_tilt_of_a_panel_is_where_its_margin_is_zero(accuracies):
    panel = np.array(accuracies if len(accuracies) % 2 else accuracies[:-1])
    own = panel_tilt(panel)
    if own < 50.0:
        assert find_panel_tilt(panel, len(panel)) == pytest.approx(own, rel=1e-3, abs=1e-3)


def test_the_tilt_brings_the_sum_to_its_target():
    accuracies = np.random.default_rng(0).beta(17, 5, 2001)
    tilt = find_tilt(accuracies, 2001, 1000.0)
    shrink = np.exp(-tilt)
    assert (accuracies * shrink / (1 - accuracies + accuracies * shrink)).sum() == pytest.approx(1000.0, rel=1e-5)
