from __future__ import annotations

import numpy as np
import pytest

from haversack.searchers.exact.tilts import find_panel_tilt, tilt_members
from oracles import panel_tilt


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


def test_the_tilt_of_a_panel_may_come_from_any_slice_of_accuracies():
    accuracies = np.linspace(0.6, 0.9, 14)
    assert find_panel_tilt(accuracies[::2]) == pytest.approx(panel_tilt(accuracies[::2]), rel=1e-6)
