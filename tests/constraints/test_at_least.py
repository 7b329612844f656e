"""At least so many of a group."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import example_pool
from haversack.constraints import AtLeast
from haversack.errors import PoolError
from haversack.validators import OptionError

SETS = np.array([[1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"count": 1, "group": "vendor", "value": "y"}, [0, 1, 1, 1]),
        ({"count": 2, "group": "vendor", "value": "x"}, [1, 0, 0, 1]),
    ],
)
def test_which_sets_it_allows(options, allowed):
    assert AtLeast(**options).allows(example_pool(), SETS).tolist() == [bool(each) for each in allowed]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0, "group": "vendor", "value": "x"}, "count must be"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        AtLeast(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"count": 1, "group": "vendor", "value": "w"},
            "at-least.value: column 'vendor' has no value 'w'; known: 'x', 'y', 'z'",
        ),
    ],
)
def test_what_the_pool_lacks_is_named(options, message):
    with pytest.raises(PoolError, match=message):
        AtLeast(**options).allows(example_pool(), SETS)
