from __future__ import annotations

import math

import attrs
import pytest

from haversack import Progress
from haversack.capabilities import Limits
from haversack.stopping import MaxStep


def test_it_fires_at_the_limit_and_not_before():
    rule = MaxStep(limit=1000)
    assert rule(Progress(steps=999)) is None
    assert rule(Progress(steps=1000)) == "limit of 1,000 steps"


def test_a_limit_may_have_any_size():
    assert MaxStep(limit=10**20)(Progress(steps=10**20 - 1)) is None
    assert len(MaxStep(limit=10**4000)(Progress(steps=10**4000))) < 80


def test_without_a_limit_the_sets_of_the_expected_size_are_counted(forecast):
    assert MaxStep().prepare(lambda **_: forecast).limit == math.comb(30, 9)
    approximate = MaxStep(count="approximate").prepare(lambda **_: forecast)
    assert approximate.limit == 30**9 // math.factorial(9)


def test_a_computed_limit_is_at_least_min_steps(forecast):
    few_sets = attrs.evolve(forecast, pool_size=9)
    assert MaxStep().prepare(lambda **_: few_sets).limit == 10_000
    assert MaxStep(min_steps=7).prepare(lambda **_: few_sets).limit == 7


def test_a_given_limit_needs_no_forecast():
    assert MaxStep(limit=5).prepare(None) == MaxStep(limit=5)


def test_without_a_limit_it_must_be_prepared():
    with pytest.raises(RuntimeError, match="must be prepared"):
        MaxStep()(Progress())


def test_the_same_rule_object_serves_many_runs():
    """Rules hold no state: the second run must not end at once because the first one did."""
    rule = MaxStep(limit=2)
    assert [rule(Progress(steps=step)) is None for step in (1, 2, 1, 2)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("option", "value"), [("limit", 0), ("limit", True), ("limit", 1.5), ("count", "few"), ("min_steps", 0)]
)
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        MaxStep(**{option: value})


def test_it_declares_its_limit_once_it_is_known():
    assert MaxStep(limit=7).limits == Limits(steps=7)
    assert MaxStep().limits == Limits()
