from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.statistics.tilts import find_panel_tilt, find_tilt, tilt_members
from oracles import odd_log_error, panel_tilt
from tilted import log_integral, tilt_all


def test_rests_are_one_minus_the_share_to_the_last_digit():
    rests = np.array([1.0, 0.75, 0.5, 1e-13, 0.0])
    gains, shares, computed = tilt_members(1.0 - rests, 0.0)
    assert gains == pytest.approx(np.zeros(5), abs=1e-15)
    assert shares.tolist() == (1.0 - rests).tolist()
    assert computed == pytest.approx(1.0 - (1.0 - rests), rel=1e-15)


def test_a_member_that_hardly_ever_errs_keeps_the_digits_of_its_errors():
    """Under a tilt of -20 the share is 1 - 2e-10, and 1 - share would have lost six digits."""
    _, shares, rests = tilt_members(np.array([0.9]), -20.0)
    assert shares[0] > 1.0 - 1e-9
    assert rests[0] == pytest.approx(0.1 / (0.1 + 0.9 * np.exp(20.0)), rel=1e-14)


@pytest.mark.parametrize("guess", [0.01, 1.5, 59.0])
def test_the_tilt_of_a_panel_does_not_depend_on_the_guess(guess):
    accuracies = np.linspace(0.6, 0.9, 14)[::2]
    assert find_panel_tilt(accuracies, guess) == pytest.approx(panel_tilt(accuracies), rel=1e-6)


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
        assert find_panel_tilt(panel) == pytest.approx(own, rel=1e-3, abs=1e-3)


def test_the_tilt_brings_the_sum_to_its_target():
    accuracies = np.random.default_rng(0).beta(17, 5, 2001)
    tilt = find_tilt(accuracies, 1000.0)
    shrink = np.exp(-tilt)
    assert (accuracies * shrink / (1 - accuracies + accuracies * shrink)).sum() == pytest.approx(1000.0, rel=1e-5)


def test_without_a_need_for_a_tilt_there_is_none():
    assert find_tilt(np.array([0.5, 0.6]), 1.5) == 0.0


def test_a_target_out_of_reach_ends_above_every_useful_tilt():
    with np.errstate(all="raise", under="ignore"):
        assert find_tilt(np.array([1.0, 1.0, 0.9]), 1.5) > 700.0


def test_a_tilt_is_found_where_nearly_all_members_are_never_wrong():
    """From there a step by the slope would lead to where every number underflows."""
    accuracies = np.array([1.0, 0.999999999999])
    tilt = find_tilt(accuracies, 1.25)
    right = accuracies * math.exp(-tilt)
    assert (right / (1.0 - accuracies + right)).sum() == pytest.approx(1.25, abs=1e-5)
