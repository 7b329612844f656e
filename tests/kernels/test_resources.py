from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.resources import fits


@pytest.mark.parametrize(
    ("left", "expected"), [([2.0, 1.0], True), ([1.9, 1.0], False), ([2.0, 0.9], False), ([9.0, 9.0], True)]
)
def test_a_member_fits_where_enough_is_left_of_every_resource(left, expected):
    assert fits(np.array([[5.0, 5.0], [2.0, 1.0]]), np.array(left), 1) == expected


def test_without_resources_every_member_fits():
    assert fits(np.zeros((1, 0)), np.zeros(0), 0)
