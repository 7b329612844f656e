"""Branches of a policy."""

from __future__ import annotations

import pytest

from haversack.errors import ConfigError
from haversack.policies.branch import Branch
from haversack.validators import OptionError


def test_conditions_in_words():
    assert Branch(["a"]).condition == "the remaining answers cannot change the verdict"
    assert Branch(["a"], "bayes", "threshold", 0.9).condition == "the posterior is at least 0.9"
    assert Branch(["a"]).winner == "most frequent answer"
    assert Branch(["a"], "bayes").winner == "most probable answer"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": []}, r"branch: order: must be distinct names, at least one, got \[\]"),
        ({"order": ["a", "b", "a"]}, r"branch: order: must be distinct names, at least one, got \['a', 'b', 'a'\]"),
        ({"threshold": 0.9}, "must be given with stop 'threshold' and only then, got 0.9 with stop 'decided'"),
        ({"stop": "threshold", "vote": "bayes"}, "got None with stop 'threshold'"),
        ({"stop": "threshold", "threshold": 0.9}, "stop: 'threshold' needs vote 'bayes', got vote 'plurality'"),
    ],
)
def test_conditions_that_do_not_go_together(options, message):
    with pytest.raises(ConfigError, match=message):
        Branch(**{"order": ["a", "b"], **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vote": "median"}, "vote must be 'plurality' or 'bayes', got 'median'"),
        ({"stop": "never"}, "stop must be 'decided' or 'threshold', got 'never'"),
        ({"stop": "threshold", "vote": "bayes", "threshold": 1.0}, "threshold must be a number between 0 and 1"),
        ({"adaptive": 1}, "adaptive must be true or false, got 1"),
        ({"share": 0.0}, "share must be a number above 0 and at most 1, got 0.0"),
        ({"share": 1.5}, "share must be a number above 0 and at most 1, got 1.5"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        Branch(**{"order": ["a", "b"], **options})
