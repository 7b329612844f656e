"""A limit on a column."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import example_pool
from haversack.constraints import Limit
from haversack.errors import PoolError
from haversack.validators import OptionError

SETS = np.array([[1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"column": "latency", "most": 4.0}, [1, 0, 1, 0]),
        ({"column": "latency", "most": 4.5}, [1, 1, 1, 0]),
        ({"column": "latency", "most": 2.5, "of": "each"}, [1, 1, 0, 0]),
        ({"column": "cost", "most": 4}, [0, 0, 1, 0]),
        ({"column": "accuracy", "most": 0.9, "of": "each"}, [1, 1, 1, 1]),
    ],
)
def test_which_sets_it_allows(options, allowed):
    assert Limit(**options).allows(example_pool(), SETS).tolist() == [bool(each) for each in allowed]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"column": "latency", "most": np.inf}, "most must be a finite number"),
        ({"column": "latency", "most": 1, "of": "some"}, "of must be"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        Limit(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"column": "gaps", "most": 1}, "gaps\\[1\\] \\(row 2, 'b'\\): must be a finite number, got nothing"),
        ({"column": "latncy", "most": 1}, "did you mean 'latency'"),
    ],
)
def test_what_the_pool_lacks_is_named(options, message):
    with pytest.raises(PoolError, match=message):
        Limit(**options).allows(example_pool(), SETS)
