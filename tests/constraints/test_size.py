"""How many members a set has."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import example_pool
from haversack.constraints import Size
from haversack.validators import OptionError

SETS = np.array([[1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"least": 3}, [0, 1, 0, 1]),
        ({"most": 2}, [1, 0, 1, 0]),
        ({"least": 3, "most": 3}, [0, 1, 0, 0]),
    ],
)
def test_which_sets_it_allows(options, allowed):
    assert Size(**options).allows(example_pool(), SETS).tolist() == [bool(each) for each in allowed]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "least or most must be given"),
        ({"least": 0}, "least must be"),
        ({"least": 3, "most": 2}, "least must be at most 2"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        Size(**options)
