"""At most so many of a group."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import example_pool
from haversack.constraints import AtMost
from haversack.errors import PoolError
from haversack.validators import OptionError

SETS = np.array([[1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"count": 1, "group": "vendor"}, [0, 1, 0, 0]),
        ({"count": 1, "group": "vendor", "value": "x"}, [0, 1, 1, 0]),
        ({"count": 0, "group": "vendor", "value": "z"}, [1, 0, 1, 0]),
        ({"count": 2, "group": "vendor"}, [1, 1, 1, 1]),
    ],
)
def test_which_sets_it_allows(options, allowed):
    assert AtMost(**options).allows(example_pool(), SETS).tolist() == [bool(each) for each in allowed]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": -1, "group": "vendor"}, "count must be"),
        ({"count": 1, "group": ""}, "group must be the name of a column"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        AtMost(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 1, "group": "vendr"}, "no column 'vendr', which at-most.group names; did you mean 'vendor'"),
        (
            {"count": 1, "group": "vendor", "value": "xx"},
            "at-most.value: column 'vendor' has no value 'xx'; did you mean 'x'",
        ),
        (
            {"count": 1, "group": "gaps"},
            "gaps\\[1\\] \\(row 2, 'b'\\): must be the name of a group for at-most.group, got nothing",
        ),
    ],
)
def test_what_the_pool_lacks_is_named(options, message):
    with pytest.raises(PoolError, match=message):
        AtMost(**options).allows(example_pool(), SETS)
