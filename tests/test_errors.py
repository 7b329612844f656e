from __future__ import annotations

import pickle

import pytest

from haversack import errors
from haversack.errors import ConfigError, HaversackError, PoolError


@pytest.mark.parametrize("kind", [PoolError, ConfigError])
def test_several_problems_are_shown_a_line_each(kind):
    error = kind(problem for problem in ("pool: first", "pool: second"))
    assert error.problems == ("pool: first", "pool: second")
    assert str(error) == "pool: first\npool: second"


def test_problems_survive_pickling():
    """Errors cross process boundaries when runs are shared among workers."""
    copy = pickle.loads(pickle.dumps(PoolError(["first", "second"])))
    assert type(copy) is PoolError
    assert copy.problems == ("first", "second")


def test_everything_that_is_raised_on_purpose_has_one_base():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and kind.__module__ == errors.__name__]
    assert len(kinds) > 5
    assert [kind.__name__ for kind in kinds if not issubclass(kind, HaversackError)] == []
