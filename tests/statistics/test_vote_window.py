from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from haversack.statistics.vote_window import compute_vote_window


@pytest.mark.parametrize(("size", "share"), [(20_000, 0.5), (30_000, 0.9), (25_000, 0.0002), (21_000, 1.0), (7, 0.3)])
def test_the_votes_of_equal_members_are_binomial(size, share):
    votes, probabilities = compute_vote_window(np.full(size, share), np.full(size, 1.0 - share))
    expected = binom.pmf(votes, size, share)
    np.testing.assert_allclose(probabilities, expected, rtol=1e-9, atol=1e-11)
    assert expected.sum() == pytest.approx(1.0, abs=1e-12)


def test_the_votes_of_unequal_members_are_those_of_their_convolution():
    shares = np.random.default_rng(0).uniform(0.0, 1.0, 300)
    distribution = np.ones(1)
    for share in shares:
        distribution = np.convolve(distribution, [1.0 - share, share])
    votes, probabilities = compute_vote_window(shares, 1.0 - shares)
    np.testing.assert_allclose(probabilities, distribution[votes], atol=1e-15)
