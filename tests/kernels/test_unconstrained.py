from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.unconstrained import write_prefix_log_errors
from oracles import panel_tilt, precise_distribution
from tilted import tilt_all


@pytest.mark.parametrize("start", [0, 1, 6, 301])
def test_errors_of_all_beginnings_agree_with_a_hundred_digits(start):
    accuracies = np.sort(np.random.default_rng(1).beta(17, 5, start + 9))[::-1].copy()
    tilt = panel_tilt(accuracies[: len(accuracies) - (len(accuracies) % 2 == 0)])
    gains, shares, _, _ = tilt_all(accuracies, tilt)
    log_errors = np.full(9, np.inf)
    write_prefix_log_errors(gains, shares, 1.0 - shares, tilt, start, 10.0, log_errors)
    for place, log_error in enumerate(log_errors):
        size = start + place + 1
        if size % 2 == 0:
            assert log_error == np.inf
        else:
            precise = sum(precise_distribution(accuracies[:size])[: (size + 1) // 2]).ln()
            assert log_error == pytest.approx(float(precise), rel=1e-12, abs=1e-11)
