from __future__ import annotations

import math

import attrs
import pytest

from fakes import FORECAST
from haversack import Progress
from haversack.stopping import MaxStep


def test_a_step_limit_fires_at_the_limit_and_not_before():
    rule = MaxStep(limit=1000)
    assert rule(Progress(steps=999)) is None
    assert rule(Progress(steps=1000)) == "limit of 1,000 steps"


def test_a_step_limit_of_any_size_is_possible():
    assert MaxStep(limit=10**20)(Progress(steps=10**20 - 1)) is None


@pytest.mark.parametrize(
    ("option", "value"), [("limit", 0), ("limit", True), ("limit", 1.5), ("min_steps", 0), ("count", "some")]
)
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        MaxStep(**{option: value})


def test_the_same_rule_object_serves_many_runs():
    """Rules hold no state: the second run must not end at once because the first one did."""
    rule = MaxStep(limit=2)
    assert [rule(Progress(steps=step)) is None for step in (1, 2, 1, 2)] == [True, False, True, False]


def test_max_step_without_a_limit_counts_sets():
    rule = MaxStep().prepare(lambda **_: FORECAST)
    assert rule.limit == math.comb(30, 9)
    assert MaxStep(count="approximate").prepare(lambda **_: FORECAST).limit == 30**9 // math.factorial(9)
    small = attrs.evolve(FORECAST, pool_size=9)
    assert MaxStep().prepare(lambda **_: small).limit == 10_000
    assert MaxStep(limit=5).prepare(None) == MaxStep(limit=5)
    with pytest.raises(RuntimeError, match="must be prepared"):
        MaxStep()(Progress())
