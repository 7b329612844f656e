from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.unconstrained import write_next_errors, write_prefix_log_errors
from oracles import panel_tilt, precise_distribution
from tilted import tilt_all


@pytest.mark.parametrize("start", [0, 1, 6, 301])
def test_errors_of_all_beginnings_agree_with_a_hundred_digits(start):
    accuracies = np.sort(np.random.default_rng(1).beta(17, 5, start + 9))[::-1].copy()
    tilt = panel_tilt(accuracies[: len(accuracies) - (len(accuracies) % 2 == 0)])
    gains, shares, _, _ = tilt_all(accuracies, tilt)
    log_errors = np.full(9, np.inf)
    before = np.ones(1)
    for share in shares[:start]:
        before = np.convolve(before, [1.0 - share, share])
    distribution = np.zeros((start + 9) // 2 + 2)
    length = min(len(before), len(distribution))
    distribution[:length] = before[:length]
    write_prefix_log_errors(gains, shares, 1.0 - shares, tilt, start, 0, distribution, log_errors)
    for place, log_error in enumerate(log_errors):
        size = start + place + 1
        if size % 2 == 0:
            assert log_error == np.inf
        else:
            precise = sum(precise_distribution(accuracies[:size])[: (size + 1) // 2]).ln()
            assert log_error == pytest.approx(float(precise), rel=1e-12, abs=1e-11)


def test_errors_of_members_that_join_one_by_one_are_those_of_the_whole_distribution():
    generator = np.random.default_rng(0)
    accuracies = generator.uniform(0.2, 0.9, 7)
    weights = [np.sort(generator.random(size + 1))[::-1] for size in range(1, 8)]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in weights])[:-1]])
    grown, expected = np.ones(1), []
    for accuracy, row in zip(accuracies, weights, strict=True):
        grown = np.convolve(grown, [1.0 - accuracy, accuracy])
        expected.append(grown @ row)
    distribution, errors = np.zeros(8), np.empty(7)
    distribution[0] = 1.0
    flat = np.concatenate(weights)
    write_next_errors(accuracies[:3], 0, distribution, flat, starts[:3], errors[:3])
    write_next_errors(accuracies[3:], 3, distribution, flat, starts[3:], errors[3:])
    np.testing.assert_allclose(errors, expected, rtol=1e-13)
