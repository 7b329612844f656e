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


@pytest.mark.parametrize("kind", [PoolError, ConfigError])
def test_a_sentence_is_one_problem(kind):
    error = kind("pool: a sentence")
    assert error.problems == ("pool: a sentence",)
    assert str(error) == "pool: a sentence"


@pytest.mark.parametrize("problems", [["first", "second"], "a sentence"])
def test_problems_survive_pickling(problems):
    """Errors cross process boundaries when runs are shared among workers."""
    error = PoolError(problems)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is PoolError
    assert (copy.problems, str(copy)) == (error.problems, str(error))


def test_everything_that_is_raised_on_purpose_has_one_base():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and kind.__module__ == errors.__name__]
    assert len(kinds) > 5
    assert [kind.__name__ for kind in kinds if not issubclass(kind, HaversackError)] == []
