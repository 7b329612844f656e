"""Members that exclude each other."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import example_pool
from haversack.constraints import Apart
from haversack.errors import PoolError
from haversack.validators import OptionError

SETS = np.array([[1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"members": ["a", "b"]}, [0, 1, 1, 0]),
        ({"members": ["c", "d", "e"]}, [1, 0, 0, 0]),
    ],
)
def test_which_sets_it_allows(options, allowed):
    assert Apart(**options).allows(example_pool(), SETS).tolist() == [bool(each) for each in allowed]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"members": []}, "members must be a list of names of members, got"),
        ({"members": ["a", "a"]}, "members must name each member once, got 'a' twice"),
        ({"members": 3}, "members must be a list of names of members, got 3"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        Apart(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"members": ["aa"]}, "apart.members: no member 'aa'; did you mean 'a'"),
    ],
)
def test_what_the_pool_lacks_is_named(options, message):
    with pytest.raises(PoolError, match=message):
        Apart(**options).allows(example_pool(), SETS)
