from __future__ import annotations

import numpy as np

from haversack.kernels.vote_window import write_characteristic


def test_it_is_the_mean_of_the_powers_of_a_root_of_one():
    """Against the distribution of three members, by enumeration."""
    shares = np.array([0.2, 0.5, 0.9])
    real, imaginary = np.empty(4), np.empty(4)
    write_characteristic(shares, 9, 4, real, imaginary)
    distribution = np.ones(1)
    for share in shares:
        distribution = np.convolve(distribution, [1 - share, share])
    roots = np.exp(2j * np.pi * np.arange(1, 5) / 9)
    expected = (distribution * roots[:, None] ** np.arange(4)).sum(axis=1)
    np.testing.assert_allclose(real + 1j * imaginary, expected, rtol=1e-14)
